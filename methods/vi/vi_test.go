package vi

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// toy is a task of n rows in the plane.
func toy(n, classes int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
}

// configured returns the defaults with options.
func configured(t testing.TB, options map[string]any) *Config {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// started returns a run before its first iteration, its rows loaded.
func started(t testing.TB, cfg *Config, task method.Task) *fit {
	t.Helper()
	f, err := cfg.start(task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	f.deal.At(f.f.pos, 0)
	f.f.load()
	return f
}

// at returns the bound at x.
func (f *fit) at(t testing.TB, x []float64) float64 {
	t.Helper()
	f.lay.unpack(f.p, x)
	v, err := f.f.value(f.p)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// scatter moves x away from any symmetric point.
func (f *fit) scatter() {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range f.x {
		f.x[i] += 0.3 * rng.NormFloat64()
	}
}

// Every element of the gradient, of q, kernels and inducing inputs.
func TestGradientAgainstFiniteDifferences(t *testing.T) {
	for _, share := range [][]string{{}, {"kernel"}, {"inducing"}, {"kernel", "inducing"}} {
		for _, whiten := range []bool{true, false} {
			for _, batch := range []int{0, 10} {
				t.Run(fmt.Sprint(share, whiten, batch), func(t *testing.T) {
					cfg := configured(t, map[string]any{"inducing": 4, "batch": batch, "whiten": whiten, "share": share, "kernel": "se-ard", "noise": 0.05})
					f := started(t, cfg, toy(30, 3))
					f.scatter()
					grad := make([]float64, len(f.x))
					if _, err := f.objective(f.p, f.x, grad); err != nil {
						t.Fatal(err)
					}
					x := append([]float64(nil), f.x...)
					for i := range x {
						const step = 1e-5
						x[i] += step
						up := f.at(t, x)
						x[i] -= 2 * step
						want := (up - f.at(t, x)) / (2 * step)
						x[i] += step
						if math.Abs(grad[i]-want) > 1e-5*(1+math.Abs(want)) {
							t.Errorf("element %d: %g, differences %g", i, grad[i], want)
						}
					}
				})
			}
		}
	}
}
