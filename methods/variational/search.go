package variational

import (
	"context"
	"errors"
	"slices"

	"gpcbench/gp/kernel"
	"gpcbench/gp/optim"
	"gpcbench/methods/method"
)

// search runs L-BFGS or scaled conjugate gradients on the full batch: over q alone for freeze iterations, or for all
// of them if nothing else is learnt, then over everything that is.
func (f *fit) search(ctx context.Context) error {
	f.elbo.load(f.minibatches, 0)
	first := min(f.Freeze, f.Iterations)
	if len(f.Learn) == 0 {
		first = f.Iterations
	}
	done, ended, err := 0, searchGoesOn, error(nil)
	stuck := f.Stuck(f.elbo.projections[0].X, f.kernels)
	f.frozen = len(f.Learn) > 0
	if first > 0 {
		done, ended, err = f.stage(ctx, 0, first, f.layout.q())
	}
	f.frozen = false
	if err == nil && ended < searchStopped && len(f.Learn) > 0 && done < f.Iterations {
		done, ended, err = f.stage(ctx, done, f.Iterations-done, f.layout.size())
	}
	if err == nil {
		err = f.calls.Err()
	}
	if err != nil {
		return err
	}
	if (ended != searchConverged || stuck()) && !f.held.Converged() {
		f.rec.Event(method.EventSearchNotConverged, 1)
	}
	return f.trace(f.calls.Done(done))
}

// kernels returns those of all functions.
func (f *fit) kernels() (out []kernel.Kernel) {
	for k, p := range f.elbo.priors {
		out = append(out, p.Kernel.With(f.at.thetaOf(k)))
	}
	return out
}

// How a stage of a search ended.
const (
	searchGoesOn    = iota // by its iterations
	searchConverged        // by its gradient, or where no progress was left
	searchStopped          // by held-out rows or the budget, which end the fit
)

// errSpent is a point that is not evaluated because the budget is spent.
var errSpent = errors.New("the budget is spent")

// stage maximises over the first size elements of x, for at most a number of iterations
// after those already done. It returns the iterations done by then and how it ended.
func (f *fit) stage(ctx context.Context, done, iterations, size int) (int, int, error) {
	stopped, looked := false, false
	objective := f.newTrial().objective
	search := &optim.Search{
		Memory: f.Memory,
		Objective: func(x, grad []float64) (float64, error) {
			if looked && f.Expired(f.rec.Elapsed()) {
				stopped = true
				return 0, errSpent // of every point from here on: the search ends where it is
			}
			looked = true
			return objective(x, grad)
		},
		Iterations: iterations,
		Tolerance:  f.Tolerance * float64(len(f.elbo.class)),
		Accepted: func(t int, x []float64, _ float64) (bool, error) {
			err := f.accept(done+t, x)
			stopped = stopped || f.held.Converged() || f.Expired(f.rec.Elapsed())
			return stopped, err
		},
	}
	result, err := f.maximise(ctx, search, size)
	ended := searchGoesOn
	switch {
	case stopped:
		ended = searchStopped
	case result.Converged:
		ended = searchConverged
	}
	return done + result.Iterations, ended, err
}

// maximise runs a search over the first size elements of x from the present point
// of the run.
func (f *fit) maximise(ctx context.Context, search *optim.Search, size int) (optim.Result, error) {
	if f.squares() {
		return f.maximiseSquared(ctx, search, size)
	}
	return search.Maximise(ctx, f.Optimiser, slices.Clone(f.x[:size]))
}

// accept makes x, which may end after q, the place where the run is after iteration t.
func (f *fit) accept(t int, x []float64) error {
	if err := f.calls.Err(); err != nil {
		return err
	}
	copy(f.x, x)
	f.layout.unpack(f.at, f.x)
	if f.rec.Iterated(t) && !f.calls.TraceCalls {
		if err := f.trace(t); err != nil {
			return err
		}
	}
	return f.check(t)
}

// trial is a point that the search evaluates, and the derivatives
// there.
type trial struct {
	*fit
	at, slope *point
}

// newTrial returns a trial at the present point of the run.
func (f *fit) newTrial() *trial {
	return &trial{fit: f, at: f.layout.newPoint(slices.Clone(f.x)), slope: f.layout.newPoint(make([]float64, len(f.x)))}
}

// objective returns the bound at x and writes its gradient. If x ends after q the rest
// stays where the trial began.
func (t *trial) objective(x, grad []float64) (float64, error) {
	t.layout.point(t.at, x)
	v, err := t.elbo.value(t.at)
	if err != nil {
		return 0, err
	}
	everything := len(x) > t.layout.q()
	if everything {
		t.layout.point(t.slope, grad)
	}
	t.elbo.gradient(t.slope, everything)
	t.layout.pack(grad, t.slope)
	if everything {
		t.fix(grad)
	}
	t.calls.At(func() float64 { return v }, func() (method.Predictor, error) { return t.predictorAt(t.at) })
	return v, nil
}

// fix clears the derivatives of what is not learnt.
func (f *fit) fix(grad []float64) {
	_, theta, z := f.layout.split(grad)
	if !f.LearnsKernel() {
		clear(theta)
	}
	if !f.LearnsInducing() {
		clear(z)
	}
}
