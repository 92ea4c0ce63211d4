package ep

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// begun returns a run of ep, or of sep with that tie before its first
// iteration, on blobs.
func begun(t testing.TB, rows, dim, classes int, tie tying, options map[string]any) *run {
	t.Helper()
	task := methodtest.Task(methodtest.Blobs(rows, dim, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
	return begunOn(t, task, tie, options)
}

// begunOn is begun on a task.
func begunOn(t testing.TB, task method.Task, tie tying, options map[string]any) *run {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	f, err := cfg.start(t.Context(), task, &methodtest.Recorder{}, variant{tie: tie, alpha: cfg.Alpha.Of()})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// sweep refines the factors at the present parameters.
func (f *run) sweep(t testing.TB, sweeps int, rho float64) {
	t.Helper()
	for range sweeps {
		if err := f.posterior(false); err != nil {
			t.Fatal(err)
		}
		f.refine(0, rho)
	}
}

// disturb moves all parameters a little, so that nothing is symmetric.
func (f *run) disturb(t testing.TB) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range f.x {
		f.x[i] += 0.2 * rng.NormFloat64()
	}
	if _, err := f.moveTo(f.x); err != nil {
		t.Fatal(err)
	}
}

// slopesAfter disturbs a run, sweeps so often, and compares the gradient of log Z_q with differences.
func (f *run) slopesAfter(t *testing.T, sweeps int, damping float64) {
	t.Helper()
	f.load(0)
	f.disturb(t)
	f.project()
	f.sweep(t, sweeps, damping)
	if err := f.evaluate(true); err != nil {
		t.Fatal(err)
	}
	f.slopes(t, 2e-6, func() float64 {
		if err := f.evaluate(false); err != nil {
			t.Fatal(err)
		}
		return f.value
	})
}

// slopes compares the gradient with central differences of value, which is
// called with the parameters in place.
func (f *run) slopes(t *testing.T, tol float64, value func() float64) {
	t.Helper()
	grad := append([]float64(nil), f.grad...)
	for i := range f.x {
		const step = 1e-4
		x := append([]float64(nil), f.x...)
		at := func(by float64) float64 {
			x[i] += by
			if _, err := f.moveTo(x); err != nil {
				t.Fatal(err)
			}
			f.project()
			return value()
		}
		want := (at(step) - at(-2*step)) / (2 * step)
		at(step)
		if math.Abs(grad[i]-want) > tol*(1+math.Abs(want)) {
			t.Errorf("parameter %d of %d kernel parameters and inducing inputs: %g, differences %g", i, f.layout.KernelSize(), grad[i], want)
		}
	}
}

var sharings = [][]string{{}, {"kernel"}, {"inducing"}, {"kernel", "inducing"}}

// inputs are options with a few inducing inputs, and with the training rows, which
// classes share in all ways.
func inputs() (out []map[string]any) {
	for _, share := range sharings {
		out = append(out, map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "share": share})
	}
	for _, share := range sharings {
		out = append(out, map[string]any{"inducing": "all", "learn": []string{"kernel"}, "kernel": "se-ard", "noise": 0.1, "share": share})
	}
	return out
}

// The gradient is the derivative of log Z_q: (10) at EP's fixed point, whatever happens to the
// factors; away from it the exact one, at factors that stay put: C1 and C2 of EP, the product
// in u of tied ones.
func TestGradient(t *testing.T) {
	for _, c := range []struct {
		gradient string
		tie      tying
		sweeps   int
		damping  float64
	}{
		{"", "", 400, 0.7}, // at the fixed point
		{innerExact, untied, 3, 0.5},
		{innerExact, tiedAll, 3, 0.5},
		{innerExact, tiedByClass, 3, 0.5},
	} {
		for _, options := range inputs() {
			if c.gradient != "" {
				options["gradient"] = c.gradient
			}
			f := begun(t, 25, 2, 3, c.tie, options)
			f.slopesAfter(t, c.sweeps, c.damping)
		}
	}
}

// (10) and (12) for tied factors are the derivative of log q's normaliser less
// the prior's, and of the sum of log Z_{i,k}, at a cavity that stays put in u.
func TestGradientOfTiedFactors(t *testing.T) {
	for _, share := range sharings {
		for _, batch := range []int{0, 10} {
			f := begun(t, 25, 2, 3, tiedByClass, map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "share": share, "batch": batch})
			f.load(0)
			f.disturb(t)
			f.project()
			f.sweep(t, 3, 0.5)
			if err := f.evaluate(true); err != nil {
				t.Fatal(err)
			}
			means, covs := make([]mat.VecDense, 3), make([]mat.Dense, 3)
			for k, c := range f.classes {
				var lv mat.Dense
				means[k].MulVec(c.prior.L, mat.NewVecDense(4, c.cavity.Mean))
				lv.Mul(c.prior.L, c.cavity.Cov)
				covs[k].Mul(&lv, c.prior.L.T())
			}
			f.slopes(t, 2e-6, func() float64 {
				var sum float64
				for k, c := range f.classes {
					if err := c.q.SetPosterior(c.sites, 1); err != nil {
						t.Fatal(err)
					}
					sum += c.q.LogNorm
					ups := mat.DenseCopyOf(c.pr.A)
					linalg.SolveRight(ups, c.prior.L)
					for i := range c.at.mean {
						row := ups.RowView(i)
						c.at.mean[i], c.at.variance[i] = mat.Dot(row, &means[k]), mat.Inner(row, &covs[k], row)
					}
				}
				f.factors.remove(f.views, nil)
				return sum + f.scale()*f.factors.value(f.views, nil)
			})
		}
	}
}

// The mean of (12) over the minibatches of an epoch is (10).
func TestMinibatchGradientIsUnbiased(t *testing.T) {
	for _, tie := range []tying{untied, tiedAll} {
		options := map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1}
		whole := begun(t, 30, 2, 3, tie, options)
		whole.load(0)
		whole.disturb(t)
		whole.project()
		whole.sweep(t, 3, 0.5)
		if err := whole.evaluate(true); err != nil {
			t.Fatal(err)
		}
		options["batch"] = 10
		part := begun(t, 30, 2, 3, tie, options)
		if _, err := part.moveTo(whole.x); err != nil {
			t.Fatal(err)
		}
		for k, c := range part.classes {
			c.sites.CopyFrom(whole.classes[k].sites)
		}
		var value float64
		mean := make([]float64, len(whole.grad))
		for b := range 3 {
			part.load(b)
			part.project()
			if part.inside != nil {
				part.inside.gather(whole.sites, part.positions, 30)
			}
			if err := part.evaluate(true); err != nil {
				t.Fatal(err)
			}
			value += part.value / 3
			for i, g := range part.grad {
				mean[i] += g / 3
			}
		}
		if math.Abs(value-whole.value) > 1e-9 {
			t.Errorf("tie %q: estimates of log Z of mean %.10f, log Z %.10f", tie, value, whole.value)
		}
		for i, want := range whole.grad {
			if math.Abs(mean[i]-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("tie %q: parameter %d: mean gradient %g, gradient %g", tie, i, mean[i], want)
			}
		}
	}
}

// Without noise log Z does not change with the variance: only ratios of latent
// functions count. Sites stay put, so this holds at the fixed point.
func TestScaleInvariance(t *testing.T) {
	f := begun(t, 25, 2, 3, untied, map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.0, "share": []string{"kernel"}})
	f.load(0)
	f.disturb(t)
	f.project()
	f.sweep(t, 2000, 0.7)
	if err := f.evaluate(true); err != nil {
		t.Fatal(err)
	}
	if math.Abs(f.grad[0]) > 1e-6 || math.Abs(f.grad[1]) < 0.1 {
		t.Errorf("derivatives by log variance %g, by log lengthscale %g", f.grad[0], f.grad[1])
	}
}
