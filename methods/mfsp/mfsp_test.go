package mfsp

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// fixed are options of a fit that learns nothing, of whose inner loop only rounding is left.
func fixed(inducing any, lengthscale, variance float64) map[string]any {
	return map[string]any{
		"inducing": inducing, "inducing_init": "first", "learn": []any{}, "lengthscale": lengthscale, "variance": variance,
		"noise": 0.0, "inner_tolerance": 1e-10,
	}
}

// started returns a run with these options and its inner loop.
func started(t *testing.T, task method.Task, options map[string]any) (*nested.Fit, *inner) {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	run, loop, err := cfg.start(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return run, loop
}

// field returns q(g) of an inner loop of the mean-field bound.
func field(l *inner) *meanField { return l.variational.(*meanField) }

// near says whether two numbers are no further apart than tol.
func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol }

// One to three rows at distances at which SE of lengthscale 1 has given correlations, dense:
// values of an independent program.
func TestFewRows(t *testing.T) {
	two, three := methodtest.FewRows()
	for _, c := range []struct {
		x                    *mat.Dense
		y                    []int
		variance             float64
		meanField, decoupled float64
	}{
		{mat.NewDense(1, 1, []float64{0}), []int{1}, 1, -math.Ln2, -0.840492279804},
		{two, []int{1, 1}, 1, -1.242707643691, -1.538938902995},
		{two, []int{1, 0}, 1, -1.564900739006, -1.803582651544},
		{three, []int{1, 1, 0}, 2, -2.190280606172, -2.718643160476},
		{mat.NewDense(3, 1, []float64{0, 1e3, 2e3}), []int{1, 0, 0}, 2, -3 * math.Ln2, -2.840446928969}, // mean field is exact where K is diagonal
	} {
		pr := dense(t, c.x, c.variance)
		f, d := newMeanField(c.y, pr), newDecoupled(c.y, pr)
		for _, o := range []objective{f, d} {
			if converged, err := maximise(o, 1e-10, 100, methodtest.Never); err != nil || !converged {
				t.Fatal(err)
			}
		}
		if !near(f.bound(), c.meanField, 1e-9) || !near(d.bound(), c.decoupled, 1e-9) {
			t.Errorf("classes %v: bounds %.12f and %.12f, want %.12f and %.12f", c.y, f.bound(), d.bound(), c.meanField, c.decoupled)
		}
		if len(c.y) == 2 && c.y[1] == 1 {
			for i := range f.a {
				if !near(f.a[i], 0.30251013, 1e-8) || !near(f.g[i], 1.21004053, 1e-8) {
					t.Errorf("row %d: a %.8f, E g %.8f", i, f.a[i], f.g[i])
				}
			}
		}
	}
}

// dense returns the projection on Z = X under SE of lengthscale 1.
func dense(t *testing.T, x *mat.Dense, variance float64) *sparse.Projection {
	t.Helper()
	_, d := x.Dims()
	k, err := kernel.New("se", d, kernel.Start{Lengthscale: 1, Variance: variance})
	if err != nil {
		t.Fatal(err)
	}
	prior, _, err := sparse.NewPrior(k, x)
	if err != nil {
		t.Fatal(err)
	}
	return prior.Training(x)
}

// The bound is (12) as it is printed, at any a.
func TestBoundIsThePapers(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(25, 3, 2, rand.New(rand.NewPCG(2, 1))), 2, 1)
	_, loop := started(t, task, map[string]any{"inducing": 6, "variance": 3.0, "noise": 0.2})
	f := field(loop)
	if err := f.prepare(); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 1))
	for i := range f.a {
		f.a[i] = 2 * rng.NormFloat64()
	}
	f.evaluate()
	n := len(f.a)
	c, inverse := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	c.Mul(f.pr.A, f.pr.A.T())
	for i := range n {
		c.Set(i, i, c.At(i, i)+1)
	}
	if err := inverse.Inverse(c); err != nil {
		t.Fatal(err)
	}
	logDet, _ := mat.LogDet(c)
	want := -0.5 * logDet
	for i := range n {
		sigma2 := 1 / inverse.At(i, i)
		z := f.y[i] * f.a[i] / math.Sqrt(sigma2)
		logGamma, rho, _ := likelihood.Probit{}.LogProb(1, z)
		mean := f.a[i] + f.y[i]*rho*math.Sqrt(sigma2)
		variance := sigma2 * (1 - rho*(z+rho))
		want += logGamma - 0.5*inverse.At(i, i)*variance
		want += 0.5 * (math.Log(sigma2) + ((f.a[i]-mean)*(f.a[i]-mean)+variance)/sigma2)
		for j := range n {
			want -= 0.5 * inverse.At(i, j) * f.g[i] * f.g[j]
		}
		want -= 0.5 * f.pr.Residual[i]
		if !near(f.g[i], mean, 1e-12) || !near(f.variance[i], variance, 1e-12) {
			t.Errorf("row %d: g has moments %v, %v, want %v, %v", i, f.g[i], f.variance[i], mean, variance)
		}
	}
	if !near(f.value, want, 1e-11*math.Abs(want)) {
		t.Errorf("bound %.12f, (12) is %.12f", f.value, want)
	}
}

// The inner loop ends at the same maximum from wherever it starts, for priors that hardly
// explain the classes too.
func TestOneMaximum(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(80, 3, 2, rand.New(rand.NewPCG(4, 1))), 2, 1)
	for _, approximation := range []string{"mean-field", "decoupled"} {
		for _, inducing := range []any{10, "all"} {
			for _, lengthscale := range []float64{0.1, 1, 10} {
				for _, variance := range []float64{0.01, 1, 100, 1e4} {
					options := fixed(inducing, lengthscale, variance)
					options["approximation"] = approximation
					_, loop := started(t, task, options)
					var best []float64 // means of v
					var value float64
					rng := rand.New(rand.NewPCG(5, 1))
					for start, scale := range []float64{0, 1, 100, 1e5} {
						for i := range loop.free() {
							loop.free()[i] = scale * rng.NormFloat64()
						}
						if converged, err := maximise(loop, 1e-9, 100, methodtest.Never); err != nil || !converged {
							t.Fatal(err)
						}
						mean, _, err := loop.gaussian()
						if err != nil {
							t.Fatal(err)
						}
						if start == 0 {
							best, value = slices.Clone(mean.RawRowView(0)), loop.bound()
						}
						if d := floats.Distance(mean.RawRowView(0), best, math.Inf(1)); !(d < 1e-6) || !near(loop.bound(), value, 1e-10*math.Abs(value)) {
							t.Errorf("%s, inducing %v, lengthscale %v, variance %v, from %v: bound %v, from 0 %v; means differ by %v", approximation, inducing, lengthscale, variance, scale, loop.bound(), value, d)
						}
					}
				}
			}
		}
	}
}

// Every step raises the bound, and the last one leaves no slope.
func TestInnerLoopAscends(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(80, 3, 2, rand.New(rand.NewPCG(4, 1))), 2, 1)
	_, loop := started(t, task, fixed("all", 0.7, 1e4))
	f := field(loop)
	if err := f.prepare(); err != nil {
		t.Fatal(err)
	}
	f.evaluate()
	step := make([]float64, len(f.a))
	for range 30 {
		before := f.value
		if _, err := f.direction(step); err != nil {
			t.Fatal(err)
		}
		ascend(f, slices.Clone(f.a), step)
		if f.value < before-1e-10 {
			t.Errorf("a step takes the bound from %.12f to %.12f", before, f.value)
		}
	}
	for i, c := range f.c {
		if e := c*(f.g[i]-f.a[i]) - f.solved[i]; !near(e, 0, 1e-9) {
			t.Errorf("row %d: slope %v", i, e)
		}
	}
}

// The first split of banana, nothing learnt, lengthscale 0.5 and variance 2.25, no noise,
// inducing inputs the first training rows: values of an independent program. It has those of
// the Gaussian form as the paper prints it too.
func TestBanana(t *testing.T) {
	ds := methodtest.Mirror(t, "banana")
	task, test := methodtest.Standardised(ds, ds.Splits[0].Train, ds.Splits[0].Test, 1)
	printed := map[any][]float64{30: {0.0879462, 0.1152628, 0.4508645}, "all": {0.0626794, 0.0888601, 0.1078851}}
	for _, c := range []struct {
		inducing          any
		approximation     string
		value, nll, wrong float64
		nllPrinted        float64
		mean, variance    []float64 // of test rows 1 to 3
	}{
		{30, "mean-field", -224.11152015, 0.30454932, 0.1198, 0.30348829, []float64{-0.3000289, 1.3739684, -1.4188889}, []float64{0.1156737, 0.1586427, 0.5010348}},
		{"all", "mean-field", -125.40218390, 0.25615805, 0.1153, 0.25408196, []float64{-0.3208926, 1.7662803, -1.1451748}, []float64{0.0905394, 0.1517629, 0.1613657}},
		{30, "decoupled", -233.92539489, 0.30485386, 0.1192, 0, []float64{-0.2959807, 1.3388231, -1.3914152}, printed[30]},
		{"all", "decoupled", -144.38011585, 0.25654375, 0.1163, 0, []float64{-0.3185545, 1.6980491, -1.1032447}, printed["all"]},
	} {
		if testing.Short() && c.inducing == "all" {
			continue
		}
		options := fixed(c.inducing, 0.5, 2.25)
		options["approximation"] = c.approximation
		run, loop := started(t, task, options)
		p, err := run.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		nll, wrong := methodtest.Score(p, 2, test)
		if !near(loop.Value(), c.value, 1e-7) || !near(nll, c.nll, 1e-8) || !near(wrong, c.wrong, 1e-4) {
			t.Errorf("%s, M = %v: bound %.8f, NLL %.8f, error %.4f, want %.8f, %.8f, %.4f", c.approximation, c.inducing, loop.Value(), nll, wrong, c.value, c.nll, c.wrong)
		}
		checkLatent(t, p.(method.Latent), test, c.mean, c.variance)
		if c.approximation == "decoupled" {
			continue
		}
		narrow := withoutSpread(t, loop)
		checkLatent(t, narrow, test, c.mean, printed[c.inducing])
		if nll, _ := methodtest.Score(narrow, 2, test); !near(nll, c.nllPrinted, 1e-8) {
			t.Errorf("M = %v, as printed: NLL %.8f, want %.8f", c.inducing, nll, c.nllPrinted)
		}
		loop.cfg.Prediction, loop.cfg.Draws = "monte-carlo", 4000
		if p, err = loop.Predictor(); err != nil {
			t.Fatal(err)
		}
		if drawn, _ := methodtest.Score(p, 2, test); !near(drawn, c.nll, 5e-4) { // five standard errors, over seeds
			t.Errorf("M = %v: NLL %.8f from draws, %.8f of the Gaussian", c.inducing, drawn, c.nll)
		}
	}
}

// The same with 30 inducing inputs: q(g) of the first three training rows.
func TestBananaMoments(t *testing.T) {
	ds := methodtest.Mirror(t, "banana")
	task, _ := methodtest.Standardised(ds, ds.Splits[0].Train, ds.Splits[0].Test, 1)
	_, loop := started(t, task, fixed(30, 0.5, 2.25))
	if err := loop.Converge(); err != nil {
		t.Fatal(err)
	}
	f := field(loop)
	for i, want := range [][3]float64{{0.8456661, 1.0258586, 1.2121010}, {-1.0713002, 1.0472323, -1.3636533}, {2.8896837, 1.0338397, 2.8980016}} {
		if !near(f.a[i], want[0], 1e-7) || !near(f.sigma[i], want[1], 1e-7) || !near(f.g[i], want[2], 1e-7) {
			t.Errorf("row %d: a %.7f, sigma %.7f, E g %.7f, want %v", i, f.a[i], f.sigma[i], f.g[i], want)
		}
	}
}

// withoutSpread returns the Gaussian form as the paper prints it.
func withoutSpread(t *testing.T, loop *inner) *sparse.Mixture {
	t.Helper()
	mean, _, err := field(loop).gaussian()
	if err != nil {
		t.Fatal(err)
	}
	m, err := sparse.NewMixture(loop.prior, mean, field(loop).spread(), likelihood.Probit{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkLatent holds the moments of f at the first test rows against others of seven digits.
func checkLatent(t *testing.T, p method.Latent, test *data.Examples, mean, variance []float64) {
	t.Helper()
	x := mat.NewDense(len(mean), test.Dim(), nil)
	test.Read(x, nil, []int{0, 1, 2})
	m, v := make([]float64, len(mean)), make([]float64, len(mean))
	p.Latents(mat.NewDense(len(m), 1, m), mat.NewDense(len(v), 1, v), x)
	for i := range mean {
		if !near(m[i], mean[i], 1e-7) || !near(v[i], variance[i], 1e-7) {
			t.Errorf("test row %d: f has moments %.7f, %.7f, want %.7f, %.7f", i, m[i], v[i], mean[i], variance[i])
		}
	}
}

// Derivatives against differences of bounds whose inner loops have converged.
func TestGradient(t *testing.T) {
	train := methodtest.Blobs(60, 3, 2, rand.New(rand.NewPCG(1, 1)))
	for _, c := range []struct {
		inducing      any
		kernel        string
		learn         []any
		learnt        int // parameters
		approximation string
	}{
		{7, "se-ard", []any{"kernel", "inducing"}, 5 + 21, "mean-field"},
		{7, "matern32-ard+linear-ard", []any{"kernel", "inducing"}, 8 + 21, "mean-field"},
		{"all", "se-ard", []any{"kernel"}, 5, "mean-field"},
		{"all", "se-ard", []any{"kernel", "inducing"}, 5 + 21, "mean-field"},
		{7, "se-ard", []any{"kernel", "inducing"}, 5 + 21, "decoupled"},
		{"all", "se-ard", []any{"kernel"}, 5, "decoupled"},
	} {
		run, _ := started(t, methodtest.Task(train, 2, 1), map[string]any{
			"inducing": c.inducing, "kernel": c.kernel, "learn": c.learn, "variance": 2.0, "noise": 0.1, "inner_tolerance": 1e-12, "approximation": c.approximation,
		})
		x := run.X()
		for i := range x {
			x[i] += 0.1 * math.Sin(float64(3*i))
		}
		methodtest.Differences{Step: 1e-3, Tolerance: 1e-7, Fourth: true}.Check(t, c, run.Objective, x, c.learnt)
	}
}

// Both optimisers find the same kernel.
func TestOptimisers(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(120, 3, 2, rand.New(rand.NewPCG(6, 1))), 2, 1)
	var bounds []float64
	for _, optimiser := range []string{"lbfgs", "scg"} {
		run, loop := started(t, task, map[string]any{"inducing": 15, "noise": 0.0, "learn": []any{"kernel"}, "optimiser": optimiser, "tolerance": 1e-8, "iterations": 1000})
		if _, err := run.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		bounds = append(bounds, loop.Value())
	}
	if !near(bounds[0], bounds[1], 1e-6) {
		t.Errorf("L-BFGS ends at %.9f, scaled conjugate gradients at %.9f", bounds[0], bounds[1])
	}
}

// The average over draws has the moments of the Gaussian form, is the same for the same
// seed, and stays what it is when it is saved.
func TestMonteCarlo(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(60, 3, 2, rand.New(rand.NewPCG(7, 1))), 2, 1)
	x, _ := data.NewExamples(methodtest.Blobs(40, 3, 2, rand.New(rand.NewPCG(8, 1))), data.All(40), nil).ReadAll()
	latent := func(prediction string, draws int) (p method.Predictor, mean, variance []float64) {
		options := fixed(12, 1, 4)
		options["prediction"], options["draws"] = prediction, draws
		run, _ := started(t, task, options)
		p, err := run.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		mean, variance = make([]float64, 40), make([]float64, 40)
		p.(method.Latent).Latents(mat.NewDense(40, 1, mean), mat.NewDense(40, 1, variance), x)
		return p, mean, variance
	}
	const draws = 40000
	gaussian, mean, variance := latent("gaussian", 1)
	p, drawnMean, drawnVariance := latent("monte-carlo", draws)
	for i := range mean {
		if !near(drawnMean[i], mean[i], 5*math.Sqrt(variance[i]/draws)) {
			t.Errorf("row %d: mean %v from draws, %v of the Gaussian", i, drawnMean[i], mean[i])
		}
		if !near(drawnVariance[i], variance[i], 10*variance[i]/math.Sqrt(draws)) {
			t.Errorf("row %d: variance %v from draws, %v of the Gaussian", i, drawnVariance[i], variance[i])
		}
	}
	want, got := mat.NewDense(40, 2, nil), mat.NewDense(40, 2, nil)
	gaussian.Predict(want, x)
	p.Predict(got, x)
	if !mat.EqualApprox(got, want, 5e-3) {
		t.Error("probabilities from draws are not near those of the Gaussian")
	}

	few, _, _ := latent("monte-carlo", 50)
	again, _, _ := latent("monte-carlo", 50)
	raw, err := few.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	back, err := sparse.LoadMixture(raw)
	if err != nil {
		t.Fatal(err)
	}
	few.Predict(want, x)
	for name, p := range map[string]method.Predictor{"fitted again": again, "loaded": back} {
		if p.Predict(got, x); !mat.Equal(got, want) {
			t.Errorf("the model %s has other probabilities", name)
		}
	}
}

func TestTheDecoupledBoundHasNoDraws(t *testing.T) {
	cfg := New()
	cfg.Approximation, cfg.Prediction = "decoupled", "monte-carlo"
	_, err := cfg.Fit(t.Context(), methodtest.Task(methodtest.Blobs(20, 2, 2, rand.New(rand.NewPCG(1, 1))), 2, 1), &methodtest.Recorder{})
	var refused *method.OptionError
	if !errors.As(err, &refused) || refused.Key != "prediction" {
		t.Errorf("error %v", err)
	}
}
