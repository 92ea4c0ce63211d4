package vi

import (
	"context"
	"fmt"
	"io"

	"gpcbench/gp/optim"
	"gpcbench/methods/method"
)

// newSteps returns the optimisers of q, the kernels' parameters and the
// inducing inputs, in this order, before their first step.
func newSteps(cfg *Config, lay layout) *optim.Steps {
	return optim.NewSteps(cfg.Optimiser, []int{lay.q(), lay.theta(), lay.z()},
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
		Trace:   f.trace,
		Save:    func(w io.Writer) error { return f.save(w, s) },
	})
}

// iterate does iteration t, counted from 1.
func (f *fit) iterate(t int, s *optim.Steps) error {
	f.deal.At(f.f.pos, t-1)
	f.f.load()
	if _, err := f.f.value(f.p); err != nil {
		return err
	}
	learns := len(f.cfg.Learn) > 0
	f.f.gradient(f.g, learns)
	f.lay.pack(f.grad, f.g)
	q := f.lay.q()
	f.step(s, 0, f.x[:q], f.grad[:q])
	f.lay.unpack(f.p, f.x)
	if learns {
		return f.moveKernels(s)
	}
	return nil
}

// moveKernels steps kernel parameters and inducing inputs, unless a Kuu then
// has no Cholesky factor.
func (f *fit) moveKernels(s *optim.Steps) error {
	kernels, inputs := f.lay.q(), f.lay.q()+f.lay.theta()
	copy(f.before, f.x[kernels:])
	if f.cfg.Has("kernel") {
		f.step(s, 1, f.x[kernels:inputs], f.grad[kernels:inputs])
	}
	if f.cfg.Has("inducing") {
		f.step(s, 2, f.x[inputs:], f.grad[inputs:])
	}
	if f.f.moveTo(f.p) == nil {
		return nil
	}
	copy(f.x[kernels:], f.before)
	f.rec.Event(method.EventRefused, 1)
	return f.f.moveTo(f.p)
}

// state is all that iteration t+1 needs of the iterations before it, beside
// the configuration and the task.
type state struct {
	X     []float64
	Steps *optim.Steps
}

// save writes the state after the present iteration.
func (f *fit) save(w io.Writer, s *optim.Steps) error {
	return method.SaveState(w, state{X: f.x, Steps: s})
}

// resume goes back to the state that an earlier part of this fit left with the
// recorder, if any, and returns the iteration it was saved after.
func (f *fit) resume(s *optim.Steps) (int, error) {
	var st state
	t, err := method.ResumeState(f.rec, "vi", &st)
	if t == 0 || err != nil {
		return 0, err
	}
	if len(st.X) != len(f.x) || st.Steps == nil || !st.Steps.Fits(s) {
		return 0, fmt.Errorf("vi: the checkpoint is of another model")
	}
	copy(f.x, st.X)
	*s = *st.Steps
	f.lay.unpack(f.p, f.x)
	return t, f.f.moveTo(f.p)
}
