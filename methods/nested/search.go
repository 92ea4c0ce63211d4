package nested

import (
	"context"

	"gpcbench/gp/optim"
)

// search maximises the objective. Where it ends with a coarse inner loop, it begins anew with a fine one.
func (f *Fit) search(ctx context.Context) (optim.Result, error) {
	for {
		f.before = f.value + f.offset
		search := &optim.Search{
			Objective:  f.Objective,
			Iterations: f.settings.Iterations - f.done,
			Tolerance:  f.settings.Tolerance * float64(len(f.rows)),
			Accepted:   f.accepted,
			Memory:     f.settings.Memory,
		}
		result, err := search.Maximise(ctx, f.settings.Optimiser, f.X())
		if err != nil {
			return result, err
		}
		f.done += result.Iterations
		result.Iterations, result.Converged = f.done, result.Converged || f.ended
		finer, err := f.finer(f.x, 0) // for the model
		if err != nil || !finer || !result.Converged || f.done == f.settings.Iterations {
			return result, err
		}
	}
}

// finer makes the inner loop as fine at x, where the fit is, as a gain asks for. It returns false if the loop is that fine
// already, or if the budget is spent.
func (f *Fit) finer(x []float64, gain float64) (bool, error) {
	in, ok := f.Inner.(Coarse)
	if !ok || f.Over() || !in.Resolve(gain) {
		return false, nil
	}
	f.forget()
	coarse := f.value
	err := f.accept(x)
	f.offset += coarse - f.value
	return true, err
}

// accepted follows the search after iteration t.
func (f *Fit) accepted(t int, x []float64, value float64) (stop bool, err error) {
	t += f.done
	if err := f.calls.Err(); err != nil {
		return true, err
	}
	if err := f.accept(x); err != nil {
		return true, err
	}
	gain := value - f.before
	little := gain < f.settings.LeastGain*float64(len(f.rows))
	if little {
		gain = 0 // the search ends unless a finer inner loop lets it go on
	}
	finer, err := f.finer(x, gain)
	if err != nil {
		return true, err
	}
	f.ended = little && !finer && !f.Over() && !f.stuck()
	f.before = value
	if f.rec.Iterated(t) && !f.calls.TraceCalls {
		err = f.trace(t)
	}
	return f.Over() || f.ended, err
}
