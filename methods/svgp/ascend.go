package svgp

import (
	"context"

	"gpcbench/gp/optim"
)

// ascend runs L-BFGS on the full batch: over q alone for freeze iterations, or
// all of them if nothing else is learnt, then over everything that is.
func (f *fit) ascend(ctx context.Context) error {
	f.deal.At(f.f.pos, 0)
	f.f.load()
	first := f.cfg.Freeze
	if len(f.cfg.Learn) == 0 {
		first = f.cfg.Iterations
	}
	done, stop, err := 0, false, error(nil)
	if first > 0 {
		done, stop, err = f.stage(ctx, 0, min(first, f.cfg.Iterations), f.lay.q())
	}
	if err == nil && !stop && len(f.cfg.Learn) > 0 && done < f.cfg.Iterations {
		done, _, err = f.stage(ctx, done, f.cfg.Iterations-done, f.lay.size())
	}
	if err != nil {
		return err
	}
	return f.trace(done)
}

// stage maximises over the first size elements of x, for at most a number of
// iterations after those already done. It returns the iterations done by then
// and whether a rule for stopping ended the fit.
func (f *fit) stage(ctx context.Context, done, iterations, size int) (int, bool, error) {
	stop := false
	try := newPoint(f.lay.m, f.lay.d, f.lay.p)
	copy(try.theta, f.p.theta)
	try.z.Copy(f.p.z)
	search := &optim.LBFGS{
		Objective:  func(x, grad []float64) (float64, error) { return f.objective(try, x, grad) },
		Iterations: iterations,
		Tolerance:  f.cfg.Tolerance * float64(len(f.f.y)),
		Accepted: func(t int, x []float64, _ float64) (bool, error) {
			copy(f.x, x)
			f.lay.unpack(f.p, x)
			t += done
			if f.rec.Due(t) {
				if err := f.trace(t); err != nil {
					return true, err
				}
			}
			err := f.watch(t)
			stop = f.settled() || f.cfg.Expired(f.rec.Elapsed())
			return stop, err
		},
	}
	result, err := search.Maximise(ctx, append([]float64(nil), f.x[:size]...))
	return done + result.Iterations, stop, err
}

// objective returns the bound at x and writes its gradient; try is space.
func (f *fit) objective(try *point, x, grad []float64) (float64, error) {
	f.lay.unpack(try, x)
	v, err := f.f.value(try)
	if err != nil {
		return 0, err
	}
	f.f.gradient(len(x) > f.lay.q())
	if !f.cfg.Has("kernel") {
		clear(f.f.grad.theta)
	}
	if !f.cfg.Has("inducing") {
		f.f.grad.z.Zero()
	}
	f.lay.pack(grad, f.f.grad)
	return v, nil
}
