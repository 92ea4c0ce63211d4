package natgrad

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// tiltedNoisy is log N(y | mean, variance + 1/2).
func tiltedNoisy(value, first, second []float64, class []int, mean, variance []float64) {
	for i, c := range class {
		d, v := noisy{}.target(c)-mean[i], variance[i]+0.5
		value[i], first[i], second[i] = -0.5*(d*d/v+math.Log(2*math.Pi*v)), d/v, 1/v
	}
}

// tiltedProbit is log Phi(y m / sqrt(1 + v)), of class 0 against the others.
func tiltedProbit(value, first, second []float64, class []int, mean, variance []float64) {
	for i, c := range class {
		s := math.Sqrt(1 + variance[i])
		v, slope, curvature := likelihood.Probit{}.LogProb(float64(2*min(c, 1)-1), mean[i]/s)
		value[i], first[i], second[i] = v, slope/s, -curvature/(s*s)
	}
}

// withEnergy returns a run whose kernel moves up EP's energy, after some iterations, at the local step
// of the next.
func withEnergy(t *testing.T, tilted Tilted, options map[string]any, task method.Task, iterations int) *Fit {
	t.Helper()
	o := Defaults()
	if err := method.Decode(&o, options); err != nil {
		t.Fatal(err)
	}
	f, err := Start(t.Context(), &o, Method{
		Name: "test", Functions: 1, Likelihood: NewExpected(noisy{}), Tilted: tilted,
		Predictor: func(*Posterior) (method.Predictor, error) { return anyModel{}, nil },
	}, task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range iterations {
		if err := f.Iterate(i + 1); err != nil {
			t.Fatal(err)
		}
	}
	f.load(iterations + 1)
	f.local()
	return f
}

// energyNext returns the energy at the next prior, at the sites of the present one.
func (f *Fit) energyNext(t *testing.T) float64 {
	t.Helper()
	g, fn := f.groups[0], f.functions[0]
	if _, err := g.next.Set(g.prior.Kernel.With(f.hyper.theta[0])); err != nil {
		t.Fatal(err)
	}
	b, m := f.work[0].half.Dims()
	pr := sparse.NewProjection(b, m, f.train.Dim())
	pr.X = g.pr.X
	g.next.ProjectTraining(pr, f.positions)
	w := f.work[0]
	sparse.Change(w.change, g.prior.L, g.next.L)
	q := sparse.NewGaussian(m)
	fn.q.MoveSites(&q.Natural, w.change, w.square)
	if err := q.Refresh(); err != nil {
		t.Fatal(err)
	}
	moved := &function{group: &group{prior: g.next, pr: pr}, q: q, shift: fn.shift, precision: fn.precision}
	value, skipped := newEnergy(f.energy.tilted, b, m).of(moved, f.class, f.scale)
	if skipped > 0 {
		t.Fatalf("%d rows without a cavity", skipped)
	}
	return value
}

// of returns the energy of a function at the rows of the batch, each scale times, whose sites are in
// shift and precision, and what of the rows is left out.
func (e *energy) of(fn *function, class []int, scale float64) (value float64, skipped int) {
	fn.q.Covariance()
	skipped = e.cavities(fn, class)
	sum := 0.0
	for i, share := range e.share {
		if share == 0 {
			continue
		}
		h, mu := e.marginal(fn, i)
		w, s := fn.precision[i], fn.shift[i]
		sum += e.value[i] + 0.5*((w*mu*mu-2*s*mu+s*s*h)/share-math.Log(share))
	}
	return fn.q.LogNorm + scale*sum, skipped
}

// The derivatives by kernel and inducing inputs at fixed sites, on batches too, of a likelihood whose
// sites are exact and, with its sites, of another, where the energy is not stationary in them.
func TestEnergyGradientAgainstFiniteDifferences(t *testing.T) {
	for name, tilted := range map[string]Tilted{"noisy": tiltedNoisy, "probit": tiltedProbit} {
		for _, options := range []map[string]any{
			{"inducing": 5, "inducing_init": "random", "batch": 0},
			{"inducing": 5, "inducing_init": "random", "batch": 12},
			{"inducing": "all", "learn": []string{"kernel"}, "batch": 0},
		} {
			all := map[string]any{"kernel": "se-ard", "noise": 0.05, "rate": "fixed", "rate_value": 0.5}
			maps.Copy(all, options)
			f := withEnergy(t, tilted, all, toy(30), 4)
			f.kernelStep()
			compareGradient(t, fmt.Sprintf("%s, %v", name, options), f, func() float64 { return f.energyNext(t) })
		}
	}
}

// With the training rows as inducing inputs and a Gaussian likelihood, whose sites are exact, the energy
// is log p(y) at every kernel.
func TestEnergyOfRegressionIsTheEvidence(t *testing.T) {
	options := map[string]any{"inducing": "all", "batch": 0, "learn": []string{"kernel"}, "rate": "fixed", "rate_value": 1.0, "noise": 0.1}
	f := withEnergy(t, tiltedNoisy, options, toy(12), 1)
	g := f.groups[0]
	for _, by := range []float64{-1, 0, 0.5, 1} {
		g.prior.Kernel.Params(f.hyper.theta[0])
		for i := range f.hyper.theta[0] {
			f.hyper.theta[0][i] += by
		}
		g.next.Z.Copy(g.prior.Z)
		energy := f.energyNext(t)
		if evidence := evidenceOfRegression(t, g.next, f.class); math.Abs(energy-evidence) > 1e-8 {
			t.Errorf("parameters moved by %v: energy %.9f, evidence %.9f", by, energy, evidence)
		}
	}
}

// A row whose site q does not hold is left out of value and gradient, and counted.
func TestEnergyWithoutACavity(t *testing.T) {
	options := map[string]any{"inducing": 5, "batch": 12, "kernel": "se", "noise": 0.05, "rate": "fixed", "rate_value": 0.5}
	f := withEnergy(t, tiltedNoisy, options, toy(30), 4)
	f.functions[0].precision[3] = 1e9
	f.kernelStep()
	if events := f.rec.(*methodtest.Recorder).Events; events[eventNoCavity] != 1 {
		t.Errorf("events %v", events)
	}
	if slices.ContainsFunc(f.hyper.kernel[0].grad, math.IsNaN) {
		t.Error("the gradient is not finite")
	}
}
