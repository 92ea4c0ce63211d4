package variational

import (
	"context"
	"io"
	"slices"

	"gpcbench/gp/optim"
	"gpcbench/gp/saved"
	"gpcbench/methods/method"
)

// The parts of a point that have optimisers of their own.
const (
	partQ = iota
	partKernel
	partInducing
)

// newSteps returns the stochastic optimisers of the parts before their first step.
func (f *fit) newSteps() *optim.Steps {
	return optim.NewSteps(f.Optimiser, []int{f.layout.q(), f.layout.theta(), f.layout.z()},
		[]float64{f.Step, f.HyperRate, f.HyperRate * f.InducingRate})
}

// ascend runs the stochastic optimisers.
func (f *fit) ascend(ctx context.Context) error {
	steps := f.newSteps()
	t, err := f.resume(steps)
	if err != nil {
		return err
	}
	if err := f.elbo.moveTo(f.at); err != nil {
		return err
	}
	if t > 0 {
		f.elbo.load(f.minibatches, t-1) // for the trace, where nothing is left to do
	}
	return f.Run(ctx, f.rec, t, method.Loop{
		Iterate:   func(t int) error { return f.iterate(t, steps) },
		Converged: func(int) bool { return f.held.Converged() },
		Trace:     f.trace,
		Save:      func(w io.Writer) error { return f.save(w, steps) },
	})
}

// iterate does iteration t, counted from 1: a step along the derivatives on minibatch
// t, and a check of the held-out rows if one is due.
func (f *fit) iterate(t int, steps *optim.Steps) error {
	learns := f.learns(t)
	f.frozen = len(f.Learn) > 0 && !learns
	f.elbo.load(f.minibatches, t-1)
	f.elbo.evaluate(f.at) // the priors are there since the last step
	f.elbo.gradient(f.slope, learns)
	f.layout.pack(f.grad, f.slope)
	f.step(steps, partQ)
	f.layout.unpack(f.at, f.x)
	if learns {
		if err := f.kernelStep(steps); err != nil {
			return err
		}
	}
	f.average(t)
	return f.check(t)
}

// check evaluates the held-out rows after iteration t, if a check is due. None is due while
// only q moves: q converges, and the fit would end before it has learnt a kernel.
func (f *fit) check(t int) error {
	if f.frozen {
		return nil
	}
	return f.held.Check(f.rec, t, f.elbo.likelihood.Outputs(), f.predictor)
}

// step moves a part of x along its derivatives.
func (f *fit) step(steps *optim.Steps, part int) {
	if !steps.Ascend(part, f.part(f.x, part), f.part(f.grad, part)) {
		f.rec.Event(method.EventNotFinite, 1)
	}
}

// part returns a part of a vector.
func (f *fit) part(x []float64, part int) []float64 {
	q, theta, z := f.layout.split(x)
	return [...][]float64{q, theta, z}[part]
}

// kernelStep steps kernel parameters and inducing inputs, unless a Kuu then has no
// Cholesky factor.
func (f *fit) kernelStep(steps *optim.Steps) error {
	priors := f.x[f.layout.q():]
	f.before = append(f.before[:0], priors...)
	if f.LearnsKernel() {
		f.lengthscaleStep(func() { f.step(steps, partKernel) })
	}
	if f.LearnsInducing() {
		f.step(steps, partInducing)
	}
	if f.elbo.moveTo(f.at) == nil {
		return nil
	}
	copy(priors, f.before)
	f.rec.Event(method.EventRefused, 1)
	return f.elbo.moveTo(f.at)
}

// lengthscaleStep takes a step of kernel parameters, in terms of squared lengthscales
// if these are stepped.
func (f *fit) lengthscaleStep(step func()) {
	if !f.squares() {
		step()
		return
	}
	f.scaleLengthscales(f.x, 2)
	f.scaleLengthscales(f.grad, 0.5)
	step()
	f.scaleLengthscales(f.x, 0.5)
}

// state is all that iteration t+1 needs of the iterations before it, beside the
// configuration and the task.
type state struct {
	X     []float64
	Mean  []float64 // the average, if there is one
	Steps *optim.Steps
	NLL   []float64 // of the held-out rows
}

// save writes the state after the present iteration.
func (f *fit) save(w io.Writer, steps *optim.Steps) error {
	st := state{X: f.x, Mean: f.mean, Steps: steps}
	if f.held != nil {
		st.NLL = f.held.NLL
	}
	return method.SaveState(w, st)
}

// resume goes back to the state that an earlier part of this fit left with the
// recorder, if any, and returns the iteration it was saved after.
func (f *fit) resume(steps *optim.Steps) (int, error) {
	var st state
	t, err := method.ResumeState(f.rec, f.Name, &st)
	if t == 0 || err != nil {
		return 0, err
	}
	if len(st.X) != len(f.x) || f.Averaged && len(st.Mean) != len(f.x) || !saved.SameShape(st.Steps, steps) {
		return 0, method.OtherCheckpoint(f.Name)
	}
	copy(f.x, st.X)
	*steps = *st.Steps
	f.mean = st.Mean
	if f.held != nil {
		f.held.NLL = slices.Clone(st.NLL)
	}
	f.layout.unpack(f.at, f.x)
	return t, f.elbo.returnTo(f.at)
}
