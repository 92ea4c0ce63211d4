package collapsed

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// settings are those of a small fit.
func settings(l likelihood.Likelihood, share ...string) Settings {
	s := Settings{
		Functions: l.Functions(), Rows: l,
		Predictor: func([]*sparse.Prior, []*sparse.Gaussian) (method.Predictor, error) { return nil, nil },

		Sparse: method.Sparse{Inducing: method.Inputs(6), InducingInit: "random"}, Prior: method.DefaultPrior(), Learning: method.LearnAll(),
		Schedule: method.Schedule{Iterations: 200, Tolerance: 1e-5}, Sharing: method.Sharing{Share: share},
	}
	s.Prior.Kernel = "se-ard"
	return s
}

// forEach runs a test for likelihoods of one and of several functions, which share a prior or do
// not.
func forEach(t *testing.T, test func(t *testing.T, task method.Task, s Settings)) {
	softmax, err := likelihood.NewMulticlass("softmax", 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	robust, err := likelihood.NewMulticlass("robust-max", 3, 0.2)
	if err != nil {
		t.Fatal(err)
	}
	mapped := settings(likelihood.Bernoulli{Link: likelihood.Logit{}})
	mapped.LengthscalePrior, mapped.VariancePrior = 0.7, 0.9
	for name, s := range map[string]Settings{
		"logit": settings(likelihood.Bernoulli{Link: likelihood.Logit{}}), "probit": settings(likelihood.Bernoulli{Link: likelihood.Probit{}}),
		"a prior of the kernel": mapped, "softmax": settings(softmax), "softmax, shared": settings(softmax, "kernel", "inducing"), "robust max": settings(robust, "kernel"),
	} {
		t.Run(name, func(t *testing.T) {
			classes := s.Rows.(likelihood.Likelihood).Outputs()
			test(t, methodtest.Task(methodtest.Blobs(50, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7), s)
		})
	}
}

// begun returns a run before its first value.
func begun(t *testing.T, task method.Task, s Settings) (*nested.Fit, *methodtest.Recorder) {
	t.Helper()
	rec := &methodtest.Recorder{Every: 1 << 30}
	run, err := start(t.Context(), task, rec, s)
	if err != nil {
		t.Fatal(err)
	}
	return run, rec
}

// The derivatives are those of the bound with q found anew at every point.
func TestGradient(t *testing.T) {
	forEach(t, func(t *testing.T, task method.Task, s Settings) {
		run, rec := begun(t, task, s)
		run.Inner.(*inner).ascent.tolerance = 1e-7
		x := run.X()
		for i := range x { // away from the start, where a prior is flat
			x[i] += 0.1
		}
		methodtest.Differences{Step: 1e-4, Tolerance: 1e-4}.Check(t, "bound", run.Objective, x, len(x))
		if rec.Events[eventNotConverged] > 0 {
			t.Errorf("events %v", rec.Events)
		}
	})
}

// No other q at hand has a larger bound, which is worked out here from mean and covariance, not
// from sites.
func TestNoBetterPosterior(t *testing.T) {
	forEach(t, func(t *testing.T, task method.Task, s Settings) {
		run, _ := begun(t, task, s)
		if _, err := run.Objective(run.X(), make([]float64, len(run.X()))); err != nil {
			t.Fatal(err)
		}
		p := run.Inner.(*inner).ascent.posterior
		best, rng := p.value, rand.New(rand.NewPCG(3, 4))
		if v := direct(t, p, 0, rng); math.Abs(v-best) > 1e-7 {
			t.Errorf("the bound is %.10f from the sites and %.10f from mean and covariance", best, v)
		}
		for range 20 {
			if v := direct(t, p, 0.01, rng); v > best {
				t.Errorf("the bound is %.10f, nearby %.10f", best, v)
			}
		}
	})
}

// With a tolerance of sweeps the model has the q of one without, and a search does not mind how often a model is asked
// for.
func TestSweepTolerance(t *testing.T) {
	forEach(t, func(t *testing.T, task method.Task, s Settings) {
		fitted := func(learn []string, tolerance float64, every int) (q []float64, objective float64) {
			s.Learn, s.SweepTolerance, s.Iterations = learn, tolerance, 6
			s.Predictor = func(_ []*sparse.Prior, of []*sparse.Gaussian) (method.Predictor, error) {
				q = q[:0]
				for _, g := range of {
					q = append(q, g.Mean...)
				}
				return nil, nil
			}
			rec := &methodtest.Recorder{Every: every}
			if _, err := Fit(t.Context(), task, rec, s); err != nil {
				t.Fatal(err)
			}
			return q, rec.Objectives[rec.Last]
		}
		rough, objective := fitted(nil, 1e-3, 1<<30)
		exact, want := fitted(nil, 0, 1<<30)
		if math.Abs(objective-want) > 1e-5 {
			t.Errorf("the objective is %v, without a tolerance %v", objective, want)
		}
		for i, want := range exact {
			if math.Abs(rough[i]-want) > 1e-4 {
				t.Errorf("mean %d is %v, without a tolerance %v", i, rough[i], want)
			}
		}
		seldom, _ := fitted([]string{"kernel"}, 1e-3, 1<<30)
		often, _ := fitted([]string{"kernel"}, 1e-3, 1)
		if !slices.Equal(often, seldom) {
			t.Errorf("means %v, with a model in every iteration %v", seldom, often)
		}
	})
}

// direct returns the bound at q whose means and factors differ at random by so much.
func direct(t *testing.T, p *posterior, by float64, rng *rand.Rand) float64 {
	t.Helper()
	n, _ := p.mean.Dims()
	divergence := 0.0
	for k, f := range p.functions {
		m := len(f.q.Mean)
		mean, factor := make([]float64, m), sparse.NewGaussian(m).Chol
		if err := f.q.LowerFactor(factor); err != nil {
			t.Fatal(err)
		}
		for i := range mean {
			mean[i] = f.q.Mean[i] + by*rng.NormFloat64()
			for j := range i + 1 {
				factor.Set(i, j, factor.At(i, j)+by*factor.At(i, i)*rng.NormFloat64())
			}
		}
		divergence += sparse.Divergence(mean, factor)
		for i := range n {
			a := f.group.Projection.A.RawRowView(i)
			fi, v := 0.0, f.group.Projection.Residual[i]
			for j, aj := range a {
				fi += aj * mean[j]
				c := 0.0
				for l := j; l < m; l++ {
					c += a[l] * factor.At(l, j)
				}
				v += c * c
			}
			p.mean.Set(i, k, fi)
			p.variance.Set(i, k, v)
		}
	}
	return p.rows.Expectations(p.g, p.h, p.class, p.mean, p.variance, 1) - divergence
}

// A search ends where its gradient is flat, and says so if it does not get there.
func TestEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	forEach(t, func(t *testing.T, task method.Task, s Settings) {
		run, rec := begun(t, task, s)
		if _, err := run.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		grad := make([]float64, len(run.X()))
		if _, err := run.Objective(run.X(), grad); err != nil {
			t.Fatal(err)
		}
		if rec.Events[method.EventSearchNotConverged] == 0 {
			for i, g := range grad {
				if math.Abs(g) > 1.1*s.Tolerance*float64(task.Train.Len()) {
					t.Errorf("derivative %d is %.3g after %d iterations", i, g, rec.Last)
				}
			}
		}
		t.Log(rec.Last, "iterations,", rec.Events)
		s.Iterations = 2
		run, rec = begun(t, task, s)
		if _, err := run.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rec.Events[method.EventSearchNotConverged] != 1 {
			t.Errorf("events %v after two iterations", rec.Events)
		}
	})
}

// q is found where a search begins, and again for the model, however far the bound there is below that of the trivial model.
func TestFarStart(t *testing.T) {
	l, err := likelihood.NewMulticlass("softmax", 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := settings(l.(likelihood.Wide).Unbounded())
	s.Prior.Variance, s.Learn = 1e7, nil
	rows := methodtest.Contradictory(4)
	for _, s.SweepTolerance = range []float64{0, 1e-3} {
		run, rec := begun(t, methodtest.Task(rows, 4, 7), s)
		if _, err := run.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		a, recorded := run.Inner.(*inner).ascent, rec.Objectives[rec.Last]
		if a.value > -farNats*float64(rows.Len()) {
			t.Errorf("a bound of %v is not far", a.value)
		}
		if recorded < a.value-1e-3 || len(rec.Events) > 0 {
			t.Errorf("the recorded bound is %v, that of the model %v; events %v", recorded, a.value, rec.Events)
		}
		if change := a.propose(); s.SweepTolerance == 0 && change > converged {
			t.Errorf("a site would move by %.1e", change)
		}
	}
}
