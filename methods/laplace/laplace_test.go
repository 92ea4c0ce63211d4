package laplace

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// blobs returns the task of learning n rows of two attributes.
func blobs(n, classes int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
}

// full and fitcOf return a run before its first value, with options.
func full(t testing.TB, task method.Task, options map[string]any) (*nested.Fit, *inner) {
	t.Helper()
	c := NewFull()
	if err := method.Decode(c, options); err != nil {
		t.Fatal(err)
	}
	return begun(t)(c.start(t.Context(), task, &methodtest.Recorder{}))
}

func fitcOf(t testing.TB, task method.Task, options map[string]any) (*nested.Fit, *inner) {
	t.Helper()
	c := New()
	if err := method.Decode(c, options); err != nil {
		t.Fatal(err)
	}
	return begun(t)(c.start(t.Context(), task, &methodtest.Recorder{}))
}

func begun(t testing.TB) func(*nested.Fit, *inner, error) (*nested.Fit, *inner) {
	return func(f *nested.Fit, in *inner, err error) (*nested.Fit, *inner) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return f, in
	}
}

// value returns the objective where a run is.
func value(t *testing.T, f *nested.Fit) float64 {
	t.Helper()
	v, err := f.Objective(f.X(), make([]float64, f.Layout.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// gram returns a kernel and its matrix with noise at rows x.
func gram(t *testing.T, x *mat.Dense, start kernel.Start) (kernel.Kernel, *mat.Dense) {
	t.Helper()
	n, d := x.Dims()
	k, err := kernel.New("se", d, start)
	if err != nil {
		t.Fatal(err)
	}
	g := mat.NewDense(n, n, nil)
	k.Gram(g, x)
	return k, g
}

// byPlainInverses is log q(y) of two classes for a covariance K at a mode f: the mode by steps of
// Newton's method with inverses, then log p(y | f) - 1/2 f'K^-1 f - 1/2 log|I + K W|.
func byPlainInverses(t *testing.T, link likelihood.Link, y []int, k *mat.Dense) (float64, *mat.VecDense) {
	t.Helper()
	n := len(y)
	var inverse mat.Dense
	if err := inverse.Inverse(k); err != nil {
		t.Fatal(err)
	}
	f := mat.NewVecDense(n, nil)
	for range 60 {
		precision, shift := mat.DenseCopyOf(&inverse), mat.NewVecDense(n, nil)
		for i, class := range y {
			_, first, second := link.LogProb(float64(2*class-1), f.AtVec(i))
			precision.Set(i, i, precision.At(i, i)-second)
			shift.SetVec(i, first-second*f.AtVec(i))
		}
		if err := f.SolveVec(precision, shift); err != nil {
			t.Fatal(err)
		}
	}
	sum := -0.5 * mat.Inner(f, &inverse, f)
	b := mat.NewDense(n, n, nil)
	for i, class := range y {
		v, _, _ := link.LogProb(float64(2*class-1), f.AtVec(i))
		sum += v
		for j := range n {
			_, _, second := link.LogProb(float64(2*y[j]-1), f.AtVec(j))
			b.Set(i, j, -k.At(i, j)*second)
		}
		b.Set(i, i, b.At(i, i)+1)
	}
	logDet, _ := mat.LogDet(b)
	return sum - 0.5*logDet, f
}

// The evidence of two classes is that by plain inverses, with each link, without inducing inputs and
// with the covariance Q + diag(K - Q).
func TestEvidence(t *testing.T) {
	task := blobs(30, 2)
	x, y := task.Train.ReadAll()
	for _, name := range likelihood.Links() {
		link, err := likelihood.NewLink(name)
		if err != nil {
			t.Fatal(err)
		}
		options := map[string]any{"lengthscale": 0.8, "variance": 4.0, "noise": 0.1, "likelihood": name}
		_, whole := gram(t, x, kernel.Start{Lengthscale: 0.8, Variance: 4, Noise: 0.1})
		run, in := full(t, task, options)
		want, f := byPlainInverses(t, link, y, whole)
		if got := value(t, run); math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s: %.11f, by plain inverses %.11f", name, got, want)
		}
		for i, v := range in.f {
			if math.Abs(v-f.AtVec(i)) > 1e-7 {
				t.Errorf("%s, row %d: the mode is at %.9f, by plain inverses %.9f", name, i, v, f.AtVec(i))
			}
		}

		options["inducing"], options["inducing_init"] = 6, "first"
		q, _ := fitcGram(t, x, x, mat.DenseCopyOf(x.Slice(0, 6, 0, 2)), kernel.Start{Lengthscale: 0.8, Variance: 4, Noise: 0.1})
		run, _ = fitcOf(t, task, options)
		want, _ = byPlainInverses(t, link, y, q)
		if got := value(t, run); math.Abs(got-want) > 1e-8*math.Abs(want) {
			t.Errorf("%s, FITC: %.11f, by plain inverses %.11f", name, got, want)
		}

		options["inducing"], options["learn"] = "all", []string{"kernel"}
		run, _ = fitcOf(t, task, options)
		want, _ = byPlainInverses(t, link, y, whole)
		if got := value(t, run); math.Abs(got-want) > 1e-6*math.Abs(want) {
			t.Errorf("%s, all rows: %.11f, without inducing inputs %.11f", name, got, want)
		}
	}
}

// One row has the evidence 1/2; Laplace's approximation by hand: the mode of log sigma(f) - f^2/2 is
// at 0.401058, where the curvature is 0.240212.
func TestOneRow(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{0, 1e6})
	task := methodtest.Task(data.NewMemory(x, []int{1, 0}), 2, 1)
	run, in := full(t, task, map[string]any{"lengthscale": 1.0, "variance": 1.0, "noise": 0.0, "standardise": false})
	got := value(t, run)
	f := 0.0
	for range 100 {
		f -= (f - 1/(1+math.Exp(f))) / (1 + math.Exp(f)/math.Pow(1+math.Exp(f), 2))
	}
	s := 1 / (1 + math.Exp(-f))
	want := 2 * (math.Log(s) - f*f/2 - 0.5*math.Log(1+s*(1-s)))
	if math.Abs(got-want) > 1e-10 || math.Abs(in.f[0]-f) > 1e-9 || math.Abs(in.f[1]+f) > 1e-9 {
		t.Errorf("%.12f, modes %v; by hand %.12f, %.12f", got, in.f, want, f)
	}
	if exact := 2 * math.Log(0.5); math.Abs(got-exact) > 0.02 {
		t.Errorf("%.6f, the evidence %.6f", got, exact)
	}
}

// stacked is what the joint posterior of several classes has by plain inverses: K, W and f of C N.
type stacked struct {
	k, w *mat.Dense
	f    *mat.VecDense
}

// plain returns it with the evidence.
func plain(t *testing.T, y []int, ks []*mat.Dense) (stacked, float64) {
	t.Helper()
	n, c := len(y), len(ks)
	s := stacked{k: mat.NewDense(n*c, n*c, nil), w: mat.NewDense(n*c, n*c, nil), f: mat.NewVecDense(n*c, nil)}
	for k, g := range ks {
		s.k.Slice(k*n, (k+1)*n, k*n, (k+1)*n).(*mat.Dense).Copy(g)
	}
	var inverse mat.Dense
	if err := inverse.Inverse(s.k); err != nil {
		t.Fatal(err)
	}
	for range 60 {
		shift := mat.NewVecDense(n*c, nil)
		s.w.Zero()
		for i := range n {
			p := s.probabilities(i, n, c)
			for k := range c {
				first := -p[k]
				if y[i] == k {
					first++
				}
				shift.SetVec(k*n+i, first)
				for l := range c {
					s.w.Set(k*n+i, l*n+i, -p[k]*p[l])
				}
				s.w.Set(k*n+i, k*n+i, p[k]-p[k]*p[k])
			}
		}
		var wf mat.VecDense
		wf.MulVec(s.w, s.f)
		shift.AddVec(shift, &wf)
		var precision mat.Dense
		precision.Add(&inverse, s.w)
		if err := s.f.SolveVec(&precision, shift); err != nil {
			t.Fatal(err)
		}
	}
	sum := -0.5 * mat.Inner(s.f, &inverse, s.f)
	for i, class := range y {
		sum += math.Log(s.probabilities(i, n, c)[class])
	}
	var b mat.Dense
	b.Mul(s.k, s.w)
	for i := range n * c {
		b.Set(i, i, b.At(i, i)+1)
	}
	logDet, _ := mat.LogDet(&b)
	return s, sum - 0.5*logDet
}

func (s stacked) probabilities(i, n, c int) []float64 {
	p, sum := make([]float64, c), 0.0
	for k := range p {
		p[k] = math.Exp(s.f.AtVec(k*n + i))
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// The evidence of several classes, and the joint latent Gaussian at new rows, are those by plain
// inverses of C N x C N matrices.
func TestSoftmax(t *testing.T) {
	for _, share := range [][]string{{}, {"kernel"}} {
		task := blobs(18, 3)
		x, y := task.Train.ReadAll()
		run, in := full(t, task, map[string]any{"lengthscale": 0.8, "variance": 4.0, "noise": 0.1, "share": share})
		k, whole := gram(t, x, kernel.Start{Lengthscale: 0.8, Variance: 4, Noise: 0.1})
		s, want := plain(t, y, []*mat.Dense{whole, whole, whole})
		if got := value(t, run); math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("share %v: %.11f, by plain inverses %.11f", share, got, want)
		}
		p, err := in.Predictor()
		if err != nil {
			t.Fatal(err)
		}
		test, _ := data.NewExamples(methodtest.Blobs(5, 2, 3, rand.New(rand.NewPCG(3, 4))), data.All(5), nil).ReadAll()
		mean, variance := mat.NewDense(5, 3, nil), mat.NewDense(5, 3, nil)
		p.(*Model).Latents(mean, variance, test)
		cross := mat.NewDense(5, 18, nil)
		k.Cov(cross, test, x)
		var inverse, gain mat.Dense
		if err := inverse.Inverse(s.k); err != nil {
			t.Fatal(err)
		}
		// K^-1 - K^-1 (K^-1 + W)^-1 K^-1 is what the prior's covariance loses.
		var both, middle mat.Dense
		both.Add(&inverse, s.w)
		if err := middle.Inverse(&both); err != nil {
			t.Fatal(err)
		}
		gain.Product(&inverse, &middle, &inverse)
		gain.Sub(&inverse, &gain)
		var a mat.VecDense
		a.MulVec(&inverse, s.f)
		joint := newContrasts(3)
		diagonal := mat.NewDense(5, 3, nil)
		p.(*Model).Model.Latents(mat.NewDense(5, 3, nil), diagonal, test)
		p.(*Model).common(test, func(_, _ int, common []*mat.Dense) {
			for i := range 5 {
				joint.covariance(diagonal.RawRowView(i), common, i)
				for c := range 3 {
					star := mat.NewVecDense(54, nil)
					for j := range 18 {
						star.SetVec(c*18+j, cross.At(i, j))
					}
					if m := mat.Dot(star, &a); math.Abs(m-mean.At(i, c)) > 1e-6 {
						t.Errorf("class %d, row %d: mean %.9f, by plain inverses %.9f", c, i, mean.At(i, c), m)
					}
					for l := range 3 {
						other, prior := mat.NewVecDense(54, nil), 0.0
						for j := range 18 {
							other.SetVec(l*18+j, cross.At(i, j))
						}
						if c == l {
							prior = 4.1
						}
						v := prior - mat.Inner(star, &gain, other)
						if math.Abs(v-joint.cov.At(c, l)) > 1e-6 {
							t.Errorf("classes %d and %d, row %d: covariance %.9f, by plain inverses %.9f", c, l, i, joint.cov.At(c, l), v)
						}
					}
					if v := joint.cov.At(c, c); math.Abs(v-variance.At(i, c)) > 1e-12 {
						t.Errorf("class %d, row %d: variance %.12f, %.12f", c, i, variance.At(i, c), v)
					}
				}
			}
		})
	}
}

// The derivatives are those of differences, with every link and several classes.
func TestGradient(t *testing.T) {
	type gradientCase struct {
		classes int
		fitc    bool
		options map[string]any
	}
	var cases []gradientCase
	for _, link := range likelihood.Links() {
		cases = append(cases,
			gradientCase{2, false, map[string]any{"likelihood": link}},
			gradientCase{2, true, map[string]any{"likelihood": link, "inducing": 5, "inducing_init": "random", "learn": []string{"kernel", "inducing"}}},
			gradientCase{2, true, map[string]any{"likelihood": link, "inducing": "all", "learn": []string{"kernel"}}},
		)
	}
	cases = append(cases, gradientCase{3, false, map[string]any{}}, gradientCase{3, false, map[string]any{"share": []string{"kernel"}}}, gradientCase{5, false, map[string]any{"share": []string{"kernel"}}},
		gradientCase{3, true, map[string]any{"inducing": 5, "inducing_init": "random", "learn": []string{"kernel", "inducing"}}},
		gradientCase{3, true, map[string]any{"inducing": 5, "inducing_init": "random", "learn": []string{"kernel", "inducing"}, "share": []string{"kernel", "inducing"}}},
		gradientCase{3, true, map[string]any{"inducing": 5, "inducing_init": "random", "share": []string{"kernel"}, "learn": []string{"kernel", "inducing"}}},
		gradientCase{5, true, map[string]any{"inducing": "all", "learn": []string{"kernel"}}})
	for _, c := range cases {
		for name, v := range map[string]any{"kernel": "se-ard+linear-ard", "lengthscale": 0.9, "variance": 2.0, "noise": 0.3, "newton_tolerance": 1e-11} {
			c.options[name] = v
		}
		begin := full
		if c.fitc {
			begin = fitcOf
		}
		f, _ := begin(t, blobs(24, c.classes), c.options)
		learnt := f.Layout.Size()
		if !c.fitc || c.options["inducing"] == "all" {
			learnt = f.Layout.KernelSize()
		}
		methodtest.Differences{Step: 1e-4, Tolerance: 1e-7, Fourth: true}.Check(t, c.options, f.Objective, f.X(), learnt)
	}
}

// byExpectation is the softmax that predicts by quadrature.
func byExpectation(t *testing.T, classes int) likelihood.Softmax {
	t.Helper()
	softmax, err := predicting(classes, method.ByClocks{}, false)
	if err != nil {
		t.Fatal(err)
	}
	return softmax
}

// The expectation of a softmax of values that depend on each other against an average over many draws,
// of one covariance that independent values have too and of others.
func TestContrasts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, classes := range []int{2, 3, 4, 8} {
		softmax := byExpectation(t, classes)
		for trial := range 3 {
			factor, mean := mat.NewDense(classes, classes+1, nil), make([]float64, classes)
			for c := range classes {
				mean[c] = rng.NormFloat64()
				for k := range classes {
					factor.Set(c, k, rng.NormFloat64()*float64(trial)/2)
				}
				factor.Set(c, c, factor.At(c, c)+1.5)
				factor.Set(c, classes, 2)
			}
			j := newContrasts(classes)
			j.cov.Mul(factor, factor.T())
			got := make([]float64, classes)
			j.predict(got, mean, softmax)

			const draws = 100_000
			want, z, f := make([]float64, classes), make([]float64, classes+1), mat.NewVecDense(classes, nil)
			for range draws {
				for k := range z {
					z[k] = rng.NormFloat64()
				}
				f.MulVec(factor, mat.NewVecDense(len(z), z))
				sum := 0.0
				for c := range mean {
					sum += math.Exp(f.AtVec(c) + mean[c])
				}
				for c := range mean {
					want[c] += math.Exp(f.AtVec(c)+mean[c]) / sum / draws
				}
			}
			for c := range want {
				if math.Abs(got[c]-want[c]) > 4e-3 {
					t.Errorf("%d classes, trial %d, class %d: %.5f, draws %.5f", classes, trial, c, got[c], want[c])
				}
			}
			t.Logf("%d classes, trial %d: %.5f, draws %.5f", classes, trial, got, want)
		}
	}
}

// Pairs of classes of many that depend on each other alone, a third beside them: all others are out of the race. What
// they have is an average over four million draws.
func TestPairsOfManyClasses(t *testing.T) {
	for rho, truth := range map[float64][2]float64{0.99: {0.2831, 0.4337}, -0.99: {0.4432, 0.1135}, 0.7: {0.3167, 0.3666}} {
		for _, classes := range []int{13, 26, 41, 101} {
			softmax, j := byExpectation(t, classes), newContrasts(classes)
			for _, apart := range []int{1, 2, 5, 8, 11, 16, 20, 24, 39, 61, 99} {
				if apart >= classes-1 {
					break
				}
				mean, got := make([]float64, classes), make([]float64, classes)
				for c := range mean {
					mean[c] = -60
				}
				mean[0], mean[apart], mean[classes-1] = 0, 0, 0
				j.cov.Zero()
				for _, c := range []int{0, apart} {
					j.cov.Set(c, c, 16)
					j.cov.Set(c, apart-c, 16*rho)
				}
				j.predict(got, mean, softmax)
				if off := math.Abs(got[0] - truth[0]); off > 0.02 || math.Abs(got[classes-1]-truth[1]) > 0.02 {
					t.Errorf("%d classes, %d apart, correlation %g: %.4f and %.4f, want %.4f", classes, apart, rho, got[0], got[classes-1], truth)
				}
			}
		}
	}
}

// With three classes whose shares of the covariance are positive the expectation is exact: that of
// independent values plus one that all have.
func TestContrastsAreExact(t *testing.T) {
	softmax := byExpectation(t, 4)
	j := newContrasts(4)
	own, mean := []float64{0.5, 2, 1, 0.1}, []float64{0, 1, -1, 0.5}
	for c := range 4 {
		for k := range 4 {
			j.cov.Set(c, k, 3)
		}
		j.cov.Set(c, c, 3+own[c])
	}
	got, want := make([]float64, 4), mat.NewDense(1, 4, nil)
	j.predict(got, mean, softmax)
	softmax.Predict(want, mat.NewDense(1, 4, mean), mat.NewDense(1, 4, own))
	for c, v := range want.RawRowView(0) {
		if math.Abs(got[c]-v) > 1e-9 {
			t.Errorf("class %d: %.12f, want %.12f", c, got[c], v)
		}
	}
}

// The search for the mode ends wherever it begins, at the same mode.
func TestModeFromAnywhere(t *testing.T) {
	for _, classes := range []int{2, 3} {
		for _, c := range [][2]float64{{1, 2}, {0.1, 200}, {3, 0.1}, {3, 400}, {0.5, 1e4}} {
			run, in := full(t, blobs(60, classes), map[string]any{"lengthscale": c[0], "variance": c[1], "noise": 0.01})
			events := map[string]int{}
			in.event = func(name string, n int) { events[name] += n }
			first := value(t, run)
			for i := range in.a {
				in.a[i] = 10 * math.Sin(float64(i))
			}
			if err := in.Converge(); err != nil {
				t.Fatal(err)
			}
			if math.Abs(in.Value()-first) > 1e-8*(1+math.Abs(first)) || len(events) > 0 {
				t.Errorf("%d classes, lengthscale and variance %v: %.10f from elsewhere, %.10f from 0, events %v", classes, c, in.Value(), first, events)
			}
		}
	}
}

// sameWhenRead fails the test where a model of several classes that is read again predicts other bits of the
// training rows.
func sameWhenRead(t *testing.T, p method.Predictor, task method.Task) {
	t.Helper()
	raw, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	x, _ := task.Train.ReadAll()
	n, _ := x.Dims()
	first, second := mat.NewDense(n, task.Classes, nil), mat.NewDense(n, task.Classes, nil)
	p.Predict(first, x)
	again.Predict(second, x)
	if !mat.Equal(first, second) {
		t.Error("a model that was read predicts otherwise")
	}
}

// A model of several classes that is read again predicts the same bits.
func TestLoad(t *testing.T) {
	task := blobs(40, 4)
	c := NewFull()
	c.Iterations = 3
	p, err := c.Fit(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	sameWhenRead(t, p, task)
	if _, err := Load([]byte("nonsense")); err == nil {
		t.Error("nonsense is a model")
	}
}

// Two classes are a sparse.Classifier; its latent means and variances are those by plain inverses.
func TestBinaryPredictions(t *testing.T) {
	task := blobs(30, 2)
	x, y := task.Train.ReadAll()
	run, in := full(t, task, map[string]any{"lengthscale": 0.8, "variance": 4.0, "noise": 0.1, "likelihood": "probit"})
	value(t, run)
	p, err := in.Predictor()
	if err != nil {
		t.Fatal(err)
	}
	k, whole := gram(t, x, kernel.Start{Lengthscale: 0.8, Variance: 4, Noise: 0.1})
	_, f := byPlainInverses(t, likelihood.Probit{}, y, whole)
	var inverse mat.Dense
	sum := mat.DenseCopyOf(whole)
	for i, class := range y {
		_, _, second := likelihood.Probit{}.LogProb(float64(2*class-1), f.AtVec(i))
		sum.Set(i, i, sum.At(i, i)-1/second)
	}
	if err := inverse.Inverse(sum); err != nil {
		t.Fatal(err)
	}
	test, _ := data.NewExamples(methodtest.Blobs(5, 2, 2, rand.New(rand.NewPCG(3, 4))), data.All(5), nil).ReadAll()
	mean, variance := make([]float64, 5), make([]float64, 5)
	p.(*sparse.Classifier).Latent(mean, variance, test)
	cross := mat.NewDense(5, 30, nil)
	k.Cov(cross, test, x)
	for i := range 5 {
		m, row := 0.0, cross.RowView(i)
		for j, class := range y {
			_, first, _ := likelihood.Probit{}.LogProb(float64(2*class-1), f.AtVec(j))
			m += row.AtVec(j) * first
		}
		if v := 4.1 - mat.Inner(row, &inverse, row); math.Abs(m-mean[i]) > 1e-7 || math.Abs(v-variance[i]) > 1e-7 {
			t.Errorf("row %d: %.9f, %.9f, by plain inverses %.9f, %.9f", i, mean[i], variance[i], m, v)
		}
	}
}

// gradientOf returns where the derivatives by the kernel go in a vector.
func gradientOf(run *nested.Fit, grad []float64) sparse.Gradient {
	return sparse.Gradient{Theta: run.Layout.Theta(grad, 0)}
}

// Without a row the Gaussian is that of the other rows' sites, exp(-w f^2 / 2 + (g + w f) f).
func TestLeftOut(t *testing.T) {
	task := blobs(30, 2)
	x, y := task.Train.ReadAll()
	_, whole := gram(t, x, kernel.Start{Lengthscale: 0.8, Variance: 4, Noise: 0.1})
	link := likelihood.Logit{}
	_, f := byPlainInverses(t, link, y, whole)
	run, in := full(t, task, map[string]any{"lengthscale": 0.8, "variance": 4.0, "noise": 0.1})
	value(t, run)
	b := in.posterior.(*binary)
	leverages := make([]float64, len(y))
	b.leverages(leverages)
	for i := range y {
		var precision, covariance mat.Dense
		if err := precision.Inverse(whole); err != nil {
			t.Fatal(err)
		}
		shift := mat.NewVecDense(len(y), nil)
		for j, class := range y {
			if j == i {
				continue
			}
			_, first, second := link.LogProb(float64(2*class-1), f.AtVec(j))
			precision.Set(j, j, precision.At(j, j)-second)
			shift.SetVec(j, first-second*f.AtVec(j))
		}
		if err := covariance.Inverse(&precision); err != nil {
			t.Fatal(err)
		}
		var mean mat.VecDense
		mean.MulVec(&covariance, shift)
		m, v := b.leftOut(i, leverages[i])
		if want := covariance.At(i, i); math.Abs(m-mean.AtVec(i)) > 1e-6 || math.Abs(v-want) > 1e-6*want {
			t.Errorf("row %d: mean %.8f and variance %.8f, by plain inverses %.8f and %.8f", i, m, v, mean.AtVec(i), want)
		}
	}
}

// Where a class is rare the Gaussian at the mode reaches far over to the other side, and the expectation
// of the link is worse than the classes' shares; at the mode it is not.
func TestRareClass(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	x, y := mat.NewDense(200, 1, nil), make([]int, 200)
	for i := range y {
		x.Set(i, 0, rng.NormFloat64())
	}
	y[0], y[1] = 1, 1
	x.Set(0, 0, 5)
	x.Set(1, 0, 5.2)
	task := methodtest.Task(data.NewMemory(x, y), 2, 1)
	nll := func(choose bool) float64 {
		c := NewFull()
		c.ChoosePrediction = choose
		p, err := c.Fit(t.Context(), task, &methodtest.Recorder{Every: 1000})
		if err != nil {
			t.Fatal(err)
		}
		v, _ := methodtest.Score(p, 2, task.Train)
		return v
	}
	if at, expected := nll(true), nll(false); !(at < 0.02 && expected > 0.04) {
		t.Errorf("NLL %.4f with the better of both, %.4f with the expectation", at, expected)
	}
}
