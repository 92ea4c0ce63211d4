package ep

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// begun returns a run of ep ("") or of sep with that tie before its first
// iteration, on blobs.
func begun(t testing.TB, rows, dim, classes int, tie string, options map[string]any) *run {
	t.Helper()
	task := methodtest.Task(methodtest.Blobs(rows, dim, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
	return begunOn(t, task, tie, options)
}

// begunOn is begun on a task.
func begunOn(t testing.TB, task method.Task, tie string, options map[string]any) *run {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	f, err := cfg.start(task, &methodtest.Recorder{}, tie)
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
			t.Errorf("parameter %d of %d kernel parameters and inducing inputs: %g, differences %g", i, f.kernels, grad[i], want)
		}
	}
}

var sharings = [][]string{{}, {"kernel"}, {"inducing"}, {"kernel", "inducing"}}

// At EP's fixed point (10) is the derivative of log Z_q, whatever happens to the
// factors.
func TestGradientAtTheFixedPoint(t *testing.T) {
	for _, share := range sharings {
		f := begun(t, 25, 2, 3, "", map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "share": share})
		f.load(0)
		f.disturb(t)
		f.project()
		f.sweep(t, 400, 0.7)
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
}

// Away from the fixed point the exact gradient is the derivative of log Z_q at
// factors that stay put: C1 and C2 of EP, the product in u of tied ones.
func TestExactGradient(t *testing.T) {
	for _, share := range sharings {
		for _, tie := range []string{"", "all", "class"} {
			f := begun(t, 25, 2, 3, tie, map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "share": share, "gradient": "inner-exact"})
			f.load(0)
			f.disturb(t)
			f.project()
			f.sweep(t, 3, 0.5)
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
	}
}
