package natgrad

import (
	"math"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// coordinate says whether a step of rate 1 is coordinate ascent.
func (f *Fit) coordinate() bool { return f.full() && f.augmented() }

// rate returns the step size of a function in iteration t.
func (f *Fit) rate(fn *function, t int, w *work) float64 {
	switch {
	case f.coordinate():
		return 1
	case f.options.Rate == RateRanganath:
		return fn.rate.next(&fn.q.Natural, &w.target.Natural)
	case f.options.Rate == RateRobbinsMonro:
		return f.options.robbinsMonro(t)
	case f.options.Rate == RateRising:
		return f.rising
	}
	return f.options.Value
}

// robbinsMonro is the rate of iteration t, counted from 1.
func (o *Options) robbinsMonro(t int) float64 {
	return math.Pow(float64(t)+o.Delay, -o.Power)
}

// adaptive is the step size of Ranganath et al. (2013): with running averages
// of the natural gradient g over (eta1, vec eta2) and of its squared length,
// both with memory tau,
//
//	rate = |mean g|^2 / mean |g|^2,   tau <- (1 - rate) tau + 1.
//
// eta1 is the shift and eta2 is -1/2 times the precision. Every function has a rate
// of its own.
type adaptive struct {
	Tau     float64
	Mean    []float64 // length M + M^2
	Squared float64

	started int       // gradients that the averages started from
	row     []float64 // of the gradient
}

// newAdaptive returns the rate of a function with m inducing inputs.
func newAdaptive(m int) *adaptive {
	return &adaptive{Mean: make([]float64, m+m*m), row: make([]float64, m)}
}

// restore takes a to what a checkpoint has of it.
func (a *adaptive) restore(saved *adaptive) {
	a.Tau, a.Squared = saved.Tau, saved.Squared
	copy(a.Mean, saved.Mean)
}

// add takes in the gradient from q to its target with the given weight.
func (a *adaptive) add(weight float64, q, target *sparse.Natural) {
	m := len(q.Shift)
	var squared float64
	for i := range m {
		g := target.Shift[i] - q.Shift[i]
		squared += g * g
		a.Mean[i] += weight * (g - a.Mean[i])
		row, mean, gradient := q.Precision.RawRowView(i)[:m], a.Mean[m+i*m:][:m], a.row[:m]
		for j, to := range target.Precision.RawRowView(i)[:m] {
			gradient[j] = -0.5 * (to - row[j])
			mean[j] += weight * (gradient[j] - mean[j])
		}
		squared += linalg.Dot(gradient, gradient)
	}
	a.Squared += weight * (squared - a.Squared)
}

// start includes a gradient in the averages that the rate starts from, with equal
// weights.
func (a *adaptive) start(q, target *sparse.Natural) {
	a.started++
	a.add(1/float64(a.started), q, target)
}

// next takes in a gradient and returns the rate of the step along it.
func (a *adaptive) next(q, target *sparse.Natural) float64 {
	a.add(1/a.Tau, q, target)
	if a.Squared == 0 {
		return 1
	}
	// It is at most 1 except for rounding, which would grow from step to step at a memory of
	// 1.
	rate := min(1, linalg.Dot(a.Mean, a.Mean)/a.Squared)
	a.Tau = (1-rate)*a.Tau + 1
	return rate
}

// The rising rate starts small, since the first natural steps of a likelihood that is not
// conjugate lead too far (Salimbeni, Eleftheriadis and Hensman, 2018, section 4). The numbers
// are those of galyfajou2018's released program.
const (
	risingFrom  = 1e-5
	risingBy    = 1.2589254117941673 // 10^0.1, an iteration
	risingFalls = 1e-3               // a step that failed
)

// rise is the rising rate after an iteration.
func rise(now, largest float64, failed bool) float64 {
	if failed {
		return now * risingFalls
	}
	return min(now*risingBy, largest)
}
