package svgp

import (
	"context"
	"fmt"
	"io"

	"gpcbench/gp/optim"
	"gpcbench/methods/method"
)

// newSteps returns the optimisers of q, the kernel's parameters and the
// inducing inputs, in this order, before their first step.
func newSteps(cfg *Config, lay layout) *optim.Steps {
	return optim.NewSteps(cfg.Optimiser, []int{lay.q(), lay.p, lay.m * lay.d},
		[]float64{cfg.Step, cfg.HyperRate, cfg.HyperRate * cfg.InducingRate})
}

// step moves part i of x along its derivatives.
func (f *fit) step(s *optim.Steps, i int, x, grad []float64) {
	if !s.Ascend(i, x, grad) {
		f.rec.Event(method.EventNotFinite, 1)
	}
}

// walk runs the stochastic optimisers.
func (f *fit) walk(ctx context.Context) error {
	s := newSteps(f.cfg, f.lay)
	t, err := f.resume(s)
	if err != nil {
		return err
	}
	return f.cfg.Run(ctx, f.rec, t, method.Loop{
		Iterate: func(t int) error { return f.iterate(t, s) },
		Settled: func(int) bool { return f.settled() },
		Trace:   f.trace,
		Save:    func(w io.Writer) error { return f.save(w, s) },
	})
}

// iterate does iteration t, counted from 1, and looks at the held-out rows.
func (f *fit) iterate(t int, s *optim.Steps) error {
	if err := f.ascendBatch(t, s); err != nil {
		return err
	}
	return f.watch(t)
}

// ascendBatch steps along the derivatives on minibatch t.
func (f *fit) ascendBatch(t int, s *optim.Steps) error {
	f.deal.At(f.f.pos, t-1)
	f.f.load()
	if _, err := f.f.value(f.p); err != nil {
		return err
	}
	f.f.gradient(f.learns(t))
	f.lay.pack(f.grad, f.f.grad)
	q := f.lay.q()
	f.step(s, 0, f.x[:q], f.grad[:q])
	if f.learns(t) {
		f.moveKernel(s)
	}
	f.lay.unpack(f.p, f.x)
	return f.f.moveTo(f.p)
}

// moveKernel steps kernel parameters and inducing inputs, unless Kuu then has
// no Cholesky factor.
func (f *fit) moveKernel(s *optim.Steps) {
	q, k := f.lay.q(), f.lay.q()+f.lay.p
	copy(f.before, f.x[q:])
	if f.cfg.Has("kernel") {
		f.step(s, 1, f.x[q:k], f.grad[q:k])
	}
	if f.cfg.Has("inducing") {
		f.step(s, 2, f.x[k:], f.grad[k:])
	}
	f.lay.unpack(f.p, f.x)
	if err := f.f.moveTo(f.p); err != nil {
		copy(f.x[q:], f.before)
		f.rec.Event(method.EventRefused, 1)
	}
}

// state is all that iteration t+1 needs of the iterations before it, beside
// the configuration and the task.
type state struct {
	X     []float64
	Steps *optim.Steps
	NLL   []float64
}

// save writes the state after the present iteration.
func (f *fit) save(w io.Writer, s *optim.Steps) error {
	st := state{X: f.x, Steps: s}
	if f.held != nil {
		st.NLL = f.held.NLL
	}
	return method.SaveState(w, st)
}

// resume goes back to the state that an earlier part of this fit left with the
// recorder, if any, and returns the iteration it was saved after.
func (f *fit) resume(s *optim.Steps) (int, error) {
	var st state
	t, err := method.ResumeState(f.rec, "svgp", &st)
	if t == 0 || err != nil {
		return 0, err
	}
	if len(st.X) != len(f.x) || st.Steps == nil || !st.Steps.Fits(s) {
		return 0, fmt.Errorf("svgp: the checkpoint is of another model")
	}
	copy(f.x, st.X)
	*s = *st.Steps
	if f.held != nil {
		f.held.NLL = st.NLL
	}
	f.lay.unpack(f.p, f.x)
	return t, f.f.moveTo(f.p)
}
