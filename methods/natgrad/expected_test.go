package natgrad

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// noisy is regression on a number for each class, y = f + noise of variance 1/2.
type noisy struct{}

func (noisy) State() likelihood.State { return likelihood.State{Name: "noisy", Outputs: 3} }
func (noisy) Functions() int          { return 1 }
func (noisy) Outputs() int            { return 3 }

func (noisy) target(class int) float64 { return float64(class) - 1 }

func (l noisy) LogProb(class int, f []float64) float64 {
	residual := l.target(class) - f[0]
	return -0.5*math.Log(math.Pi) - residual*residual
}

func (l noisy) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) (sum float64) {
	for i, class := range y {
		residual := l.target(class) - mean.At(i, 0)
		sum -= 0.5*math.Log(math.Pi) + residual*residual + variance.At(i, 0)
		dMean.Set(i, 0, 2*scale*residual)
		dVariance.Set(i, 0, -scale)
	}
	return sum
}

func (noisy) Predict(_, _, _ *mat.Dense) { panic("nobody asks regression for a class") }

// expected returns a run without auxiliary variables before its first iteration.
func expected(t testing.TB, l likelihood.Likelihood, share []string, options map[string]any, task method.Task, rec method.Recorder) *Fit {
	t.Helper()
	o := Defaults()
	if err := method.Decode(&o, options); err != nil {
		t.Fatal(err)
	}
	f, err := Start(t.Context(), &o, Method{
		Name: "test", Functions: l.Functions(), Sharing: method.Sharing{Share: share}, Likelihood: NewExpected(l),
		Predictor: func(*Posterior) (method.Predictor, error) { return anyModel{}, nil },
	}, task, rec)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// softmaxAndRobustMax are the likelihoods of three classes.
func softmaxAndRobustMax(t testing.TB) []likelihood.Likelihood {
	t.Helper()
	softmax, err := likelihood.NewSoftmax("softmax", 3, likelihood.Prediction{Name: "quadrature"})
	if err != nil {
		t.Fatal(err)
	}
	robust, err := likelihood.NewRobustMax(3, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	return []likelihood.Likelihood{softmax, robust}
}

// One natural step of rate 1 is exact where the likelihood is Gaussian.
func TestNaturalStepOfRegression(t *testing.T) {
	const n, m = 40, 7
	f := expected(t, noisy{}, nil, map[string]any{
		"inducing": m, "batch": 0, "learn": []string{}, "rate": "fixed", "rate_value": 1.0, "noise": 0.1,
	}, toy(n), &methodtest.Recorder{})
	if err := f.Iterate(1); err != nil {
		t.Fatal(err)
	}
	fn := f.functions[0]
	var precision mat.Dense
	precision.Mul(fn.pr.A.T(), fn.pr.A)
	precision.Scale(2, &precision)
	y, shift := make([]float64, n), make([]float64, m)
	for i, class := range f.class {
		y[i] = 2 * noisy{}.target(class)
	}
	for j := range m {
		precision.Set(j, j, precision.At(j, j)+1)
	}
	linalg.MulVec(shift, true, 1, fn.pr.A, y, 0)
	if !mat.EqualApprox(&precision, fn.q.Precision, 1e-10) {
		t.Error("the precision is not that of the posterior")
	}
	for j, want := range shift {
		if math.Abs(fn.q.Shift[j]-want) > 1e-10 {
			t.Errorf("precision times mean: %v, want %v", fn.q.Shift[j], want)
		}
	}
	bound := f.Bound()
	if err := f.Iterate(2); err != nil {
		t.Fatal(err)
	}
	if again := f.Bound(); math.Abs(again-bound) > 1e-9 {
		t.Errorf("a second step moves the bound from %v to %v", bound, again)
	}
}

// The gradient by the expectation parameters, which a natural step is along, against
// differences of the bound: by m it is A'g - m = r' - P'm, and half of P - P' by S, with P'
// and r' the target.
func TestNaturalGradientAgainstFiniteDifferences(t *testing.T) {
	const m, step = 4, 1e-5
	rng := rand.New(rand.NewPCG(3, 3))
	for _, l := range softmaxAndRobustMax(t) {
		f := expected(t, l, nil, map[string]any{"inducing": m, "batch": 12, "rate": "fixed"}, toy(30), &methodtest.Recorder{})
		for i := range 5 {
			if err := f.Iterate(i + 1); err != nil {
				t.Fatal(err)
			}
		}
		f.load(6)
		f.local()
		for k, fn := range f.functions {
			f.setTarget(fn, f.work[0])
			precision, mean := mat.DenseCopyOf(fn.q.Precision), mat.NewVecDense(m, append([]float64(nil), fn.q.Mean...))
			target := mat.DenseCopyOf(f.work[0].target.Precision)
			shift := append([]float64(nil), f.work[0].target.Shift...)
			// bound is that at mean + dm and precision + dp.
			bound := func(dm *mat.VecDense, dp *mat.Dense, by float64) float64 {
				var at, r mat.VecDense
				at.AddScaledVec(mean, by, dm)
				fn.q.Precision.Scale(by, dp)
				fn.q.Precision.Add(precision, fn.q.Precision)
				r.MulVec(fn.q.Precision, &at)
				copy(fn.q.Shift, r.RawVector().Data)
				if err := fn.q.Refresh(); err != nil {
					t.Fatal(err)
				}
				return f.Bound()
			}
			dm, none := mat.NewVecDense(m, nil), mat.NewDense(m, m, nil)
			dp, square := mat.NewDense(m, m, nil), mat.NewDense(m, m, nil)
			for i := range m {
				dm.SetVec(i, rng.NormFloat64())
				for j := range i + 1 {
					v := rng.NormFloat64()
					dp.Set(i, j, v)
					dp.Set(j, i, v)
				}
			}
			var pm mat.VecDense
			pm.MulVec(target, mean)
			want := 0.0
			for i := range m {
				want += dm.AtVec(i) * (shift[i] - pm.AtVec(i))
			}
			if got := (bound(dm, none, step) - bound(dm, none, -step)) / (2 * step); math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("%s, function %d: by the mean %v, differences %v", l.State().Name, k, want, got)
			}
			// dS = -S dP S.
			var s, ds mat.Dense
			if err := s.Inverse(precision); err != nil {
				t.Fatal(err)
			}
			ds.Product(&s, dp, &s)
			square.Sub(precision, target)
			square.Mul(square, &ds)
			want = -0.5 * mat.Trace(square)
			flat := mat.NewVecDense(m, nil)
			if got := (bound(flat, dp, step) - bound(flat, dp, -step)) / (2 * step); math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("%s, function %d: by the covariance %v, differences %v", l.State().Name, k, want, got)
			}
			bound(flat, none, 0)
		}
	}
}

// The derivatives of the bound by kernel parameters and inducing inputs, at fixed q(u), q(v)
// or sites, are those at the q before the natural step.
func TestExpectedKernelGradientAgainstFiniteDifferences(t *testing.T) {
	for _, l := range softmaxAndRobustMax(t) {
		for _, share := range sharings {
			for _, keep := range []map[string]any{{}, {"whiten": true}, {"dual": true}} {
				options := map[string]any{
					"kernel": "se-ard", "inducing": 5, "inducing_init": "random", "batch": 12, "noise": 0.05, "rate": "fixed",
				}
				maps.Copy(options, keep)
				f := expected(t, l, share, options, toy(30), &methodtest.Recorder{})
				for i := range 2 {
					if err := f.Iterate(i + 1); err != nil {
						t.Fatal(err)
					}
				}
				f.load(3)
				f.local()
				f.kernelStep()
				compareGradient(t, fmt.Sprintf("%s, share %v, %v", l.State().Name, share, keep), f, func() float64 {
					divergence, mean, variance := moved(t, f)
					return f.scale*f.method.Likelihood.Bound(f.class, mean, variance) - divergence
				})
			}
		}
	}
}

// With the training rows as inducing inputs and a Gaussian likelihood the bound at fixed sites
// is log p(y) at every kernel; those at fixed q(u) and q(v) fall below it.
func TestDualBoundOfRegressionIsTheEvidence(t *testing.T) {
	const n = 12
	for _, keep := range []map[string]any{{"dual": true}, {"whiten": true}, {"whiten": false}} {
		options := map[string]any{"inducing": "all", "batch": 0, "learn": []string{"kernel"}, "rate": "fixed", "rate_value": 1.0, "noise": 0.1}
		maps.Copy(options, keep)
		f := expected(t, noisy{}, nil, options, toy(n), &methodtest.Recorder{})
		if err := f.Iterate(1); err != nil {
			t.Fatal(err)
		}
		g := f.groups[0]
		for _, by := range []float64{-1, 0, 0.5, 1} {
			g.prior.Kernel.Params(f.hyper.theta[0])
			for i := range f.hyper.theta[0] {
				f.hyper.theta[0][i] += by
			}
			g.next.Z.Copy(g.prior.Z)
			divergence, mean, variance := moved(t, f)
			bound := f.method.Likelihood.Bound(f.class, mean, variance) - divergence + n/2.
			evidence := evidenceOfRegression(t, g.next, f.class)
			if gap := evidence - bound; math.Abs(gap) > 1e-8 && (by == 0 || f.options.Dual) || by != 0 && !f.options.Dual && gap < 0.01 {
				t.Errorf("%v, parameters moved by %v: bound %.9f, evidence %.9f", keep, by, bound, evidence)
			}
		}
	}
}

// evidenceOfRegression returns log p(y) of the noisy classes of the inducing inputs.
func evidenceOfRegression(t *testing.T, prior *sparse.Prior, class []int) float64 {
	t.Helper()
	n := len(class)
	var cov mat.Dense
	cov.Mul(prior.L, prior.L.T())
	y := mat.NewVecDense(n, nil)
	for i, c := range class {
		cov.Set(i, i, cov.At(i, i)+0.5)
		y.SetVec(i, noisy{}.target(c))
	}
	var solved mat.VecDense
	if err := solved.SolveVec(&cov, y); err != nil {
		t.Fatal(err)
	}
	logDet, _ := mat.LogDet(&cov)
	return -0.5 * (mat.Dot(y, &solved) + logDet + float64(n)*math.Log(2*math.Pi))
}

// The rising rate starts at 1e-5, is ten times as large ten iterations later, and ends at the
// largest one; a step that fails takes it back to a thousandth.
func TestRisingRate(t *testing.T) {
	rate := risingFrom
	for range 10 {
		rate = rise(rate, 0.1, false)
	}
	if math.Abs(rate-1e-4) > 1e-15 {
		t.Errorf("after ten iterations %v", rate)
	}
	for range 40 {
		rate = rise(rate, 0.1, false)
	}
	if rate != 0.1 {
		t.Errorf("after fifty iterations %v", rate)
	}
	if rate = rise(rate, 0.1, true); math.Abs(rate-1e-4) > 1e-15 {
		t.Errorf("after a step that failed %v", rate)
	}
}

// A natural step that leads to no density is halved until it leads to one: with the
// likelihood exp(f^2 / 4), of precision -1/2 in f, a step of rate 1 does not.
func TestNaturalStepIsHalved(t *testing.T) {
	f := expected(t, convex{}, nil, map[string]any{
		"inducing": 5, "batch": 0, "learn": []string{}, "rate": "fixed", "rate_value": 1.0,
	}, toy(30), &methodtest.Recorder{})
	if err := f.Iterate(1); err != nil {
		t.Fatal(err)
	}
	events := f.rec.(*methodtest.Recorder).Events
	if events[method.EventNaturalShortened] != 1 || events[method.EventNaturalRefused] != 0 {
		t.Errorf("events %v", events)
	}
	if err := f.functions[0].q.Refresh(); err != nil {
		t.Error(err)
	}
}

// convex is exp(f^2 / 4), whatever the class.
type convex struct{ noisy }

func (convex) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) (sum float64) {
	for i := range y {
		m, v := mean.At(i, 0), variance.At(i, 0)
		sum += (m*m + v) / 4
		dMean.Set(i, 0, scale*m/2)
		dVariance.Set(i, 0, scale/4)
	}
	return sum
}

// Adam's steps shrink as hyper_decay says.
func TestHyperDecay(t *testing.T) {
	f := expected(t, noisy{}, nil, map[string]any{
		"inducing": 5, "batch": 12, "rate": "fixed", "hyper_rate": 0.1, "hyper_decay": 20, "hyper_every": 1, "inducing_rate": 0.5,
	}, toy(30), &methodtest.Recorder{})
	for t1 := range 60 {
		if err := f.Iterate(t1 + 1); err != nil {
			t.Fatal(err)
		}
	}
	if kernel, inputs := f.hyper.kernel[0].Rate, f.hyper.inputs[0].Rate; math.Abs(kernel-0.05) > 1e-15 || math.Abs(inputs-0.025) > 1e-15 {
		t.Errorf("after 60 iterations the steps are %v and %v, want 0.1 / sqrt(1 + 60/20) and half of it", kernel, inputs)
	}
}
