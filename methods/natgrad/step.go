package natgrad

import (
	"gonum.org/v1/gonum/floats"

	"gpcbench/linalg"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
)

// naturalStep moves q(v_k) of every active function towards its target.
func (f *Fit) naturalStep(t int) error {
	events, errs := make([]string, len(f.active)), make([]error, len(f.active))
	threads.Do(len(f.active), func(worker, i int) { events[i], errs[i] = f.naturalStepOf(f.active[i], t, f.work[worker]) })
	refused := false
	for i, err := range errs {
		if events[i] != "" {
			f.rec.Event(events[i], 1)
		}
		refused = refused || events[i] == method.EventNaturalRefused
		if err != nil {
			return err
		}
	}
	f.rising = rise(f.rising, f.options.Value, refused)
	return nil
}

// mostHalvings is how often a natural step is halved before it is refused.
const mostHalvings = 20

// naturalStepOf moves q(v_k) of one function. A step that does not lead to a density is
// halved, or refused if its rate is the rising one, which then falls, and the event is
// returned; with auxiliary variables it is an error.
func (f *Fit) naturalStepOf(fn *function, t int, w *work) (event string, err error) {
	f.setTarget(fn, w)
	rate := f.rate(fn, t, w)
	if f.augmented() {
		return "", f.step(fn, rate, w)
	}
	for range mostHalvings + 1 {
		w.before.Between(&fn.q.Natural, rate, &w.target.Natural)
		fn.q.Natural, *w.before = *w.before, fn.q.Natural
		if fn.q.Refresh() == nil {
			return event, nil
		}
		fn.q.Natural, *w.before = *w.before, fn.q.Natural
		if f.options.Rate == RateRising {
			break
		}
		event, rate = method.EventNaturalShortened, rate/2
	}
	return method.EventNaturalRefused, fn.q.Refresh()
}

// step moves q(v_k) of a function towards the target. At rate 1 both averages are the
// target.
func (f *Fit) step(fn *function, rate float64, w *work) error {
	if f.method.Moments && rate != 1 {
		return fn.q.StepMoments(rate, w.target)
	}
	fn.q.Step(rate, &w.target.Natural)
	return fn.q.Refresh()
}

// marginals works out mean and variance of every f_i of the active functions.
func (f *Fit) marginals() {
	threads.Do(len(f.active), func(worker, i int) {
		fn, half := f.active[i], f.work[worker].half
		half.Copy(fn.pr.A)
		linalg.SolveRightT(half, fn.q.Chol)
		fn.pr.Moments(fn.mean, fn.variance, fn.q.Mean, half)
	})
}

// local is the local step at the present q, with the curvature of the sites in v.
func (f *Fit) local() {
	f.marginals()
	f.sites()
	threads.Do(len(f.active), func(worker, i int) {
		fn := f.active[i]
		for i, p := range fn.precision {
			fn.h[i] = -0.5 * f.scale * p
		}
		linalg.WeightedGram(fn.curvature, 1, fn.pr.A, fn.h, 0, f.work[worker].half)
	})
}

// sites takes shift and precision of the active functions from the likelihood.
func (f *Fit) sites() {
	if f.sample == nil {
		f.method.Likelihood.Local(f.shift, f.precision, f.class, f.mean, f.variance)
		return
	}
	f.ownMarginals()
	f.method.LocalDrawn(f.sample.drawn, f.shift, f.precision, f.class, f.mean, f.variance)
}

// setTarget works out w.target, where the natural gradient of a function points to: the prior
// times the sites of the rows, each N / b times.
func (f *Fit) setTarget(fn *function, w *work) {
	for i, s := range fn.shift {
		fn.g[i] = f.scale * s
	}
	linalg.MulVec(w.target.Shift, true, 1, fn.pr.A, fn.g, 0)
	for i := range w.target.Shift {
		row := w.target.Precision.RawRowView(i)
		floats.ScaleTo(row, -2, fn.curvature.RawRowView(i))
		row[i]++
	}
}
