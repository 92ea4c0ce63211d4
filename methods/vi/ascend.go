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
	try := f.lay.newPoint()
	f.lay.unpack(try, f.x)
	search := &optim.LBFGS{
		Objective:  func(x, grad []float64) (float64, error) { return f.objective(try, x, grad) },
		Iterations: f.cfg.Iterations,
		Tolerance:  f.cfg.Tolerance * float64(len(f.f.class)),
		Accepted: func(t int, x []float64, _ float64) (bool, error) {
			copy(f.x, x)
			f.lay.unpack(f.p, x)
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
	return f.trace(result.Iterations)
}

// objective returns the bound at x and writes its gradient; try is space.
func (f *fit) objective(try *point, x, grad []float64) (float64, error) {
	f.lay.unpack(try, x)
	v, err := f.f.value(try)
	if err != nil {
		return 0, err
	}
	f.f.gradient(len(x) > f.lay.q())
	f.lay.pack(grad, f.f.grad)
	if len(x) > f.lay.q() {
		kernels, inputs := f.lay.q(), f.lay.q()+f.lay.theta()
		if !f.cfg.Has("kernel") {
			clear(grad[kernels:inputs])
		}
		if !f.cfg.Has("inducing") {
			clear(grad[inputs:])
		}
	}
	return v, nil
}
