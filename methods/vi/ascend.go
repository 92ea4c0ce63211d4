package vi

import (
	"context"
	"slices"

	"gpcbench/gp/optim"
)

// ascend runs L-BFGS on the full batch, over q and what else is learnt.
func (f *fit) ascend(ctx context.Context) error {
	f.deal.At(f.f.pos, 0)
	f.f.load()
	size := f.lay.size()
	if len(f.cfg.Learn) == 0 {
		size = f.lay.q()
	}
	search := &optim.LBFGS{
		Objective:  f.trial().objective,
		Iterations: f.cfg.Iterations,
		Tolerance:  f.cfg.Tolerance * float64(len(f.f.class)),
		Accepted: func(t int, x []float64, _ float64) (bool, error) {
			copy(f.x, x)
			f.lay.unpack(f.p, f.x)
			if f.rec.Due(t) {
				if err := f.trace(t); err != nil {
					return true, err
				}
			}
			return f.cfg.Expired(f.rec.Elapsed()), nil
		},
	}
	result, err := search.Maximise(ctx, slices.Clone(f.x[:size]))
	if err != nil {
		return err
	}
	return f.trace(max(1, result.Iterations)) // where the start meets the tolerance that is the one iteration
}

// trial is where the search looks, and the derivatives there.
type trial struct {
	f    *fit
	p, g *point
}

// trial returns the start of the fit.
func (f *fit) trial() *trial {
	return &trial{f: f, p: f.lay.newPoint(slices.Clone(f.x)), g: f.lay.newPoint(nil)}
}

// objective returns the bound at x and writes its gradient. If x ends after q
// the rest stays where the fit began.
func (t *trial) objective(x, grad []float64) (float64, error) {
	f := t.f
	f.lay.at(t.p, x)
	v, err := f.f.value(t.p)
	if err != nil {
		return 0, err
	}
	kernel := len(x) > f.lay.q()
	if kernel {
		f.lay.at(t.g, grad)
	}
	f.f.gradient(t.g, kernel)
	f.lay.pack(grad, t.g)
	if kernel {
		f.still(grad)
	}
	return v, nil
}

// still clears the derivatives of what is not learnt.
func (f *fit) still(grad []float64) {
	kernels, inputs := f.lay.q(), f.lay.q()+f.lay.theta()
	if !f.cfg.Has("kernel") {
		clear(grad[kernels:inputs])
	}
	if !f.cfg.Has("inducing") {
		clear(grad[inputs:])
	}
}
