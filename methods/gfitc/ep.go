package gfitc

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// The names of the events that EP counts.
const (
	// eventSkipped is a site that was not changed in a sweep because, by
	// rounding, the proposed one had no finite precision of at least 0.
	eventSkipped = "EP site skipped"
	// eventRestarted is a fit of the sites that was restarted without sites
	// because the posterior of its sites had no decomposition.
	eventRestarted = "EP restarted"
)

// far is a largest move, relative to the posterior, that is too large to be near a
// fixed point: log Z_EP then means nothing.
const far = 0.5

// Below the power weakPower sweeps that do not converge go on with a quarter of the damping factor, as long as it is
// above leastDamping. Sites of such powers move by the slopes of the whole posterior, and overshoot where the prior
// is wide. Records of larger powers were made without this.
const weakPower, leastDamping = 0.1, 0.02

// coarseRows is the fewest rows with which a search begins with the coarse tolerance. A sweep over fewer takes little
// time, and in long searches along inducing inputs the order of columns would decide where they end.
const coarseRows = 500

// coarse says whether a search on so many rows begins with the coarse tolerance.
func (i Inference) coarse(rows int) bool {
	return rows >= coarseRows && i.CoarseTolerance > i.EPTolerance
}

// ending is when such a search ends: to go on until nothing is gained takes longer than all that comes before.
func (i Inference) ending(rows int) method.Ending {
	if i.coarse(rows) {
		return method.EndsWithGains()
	}
	return method.Ending{}
}

// ep fits the sites of a likelihood under the prior of latent functions. It is the inner
// loop of a fit.
type ep struct {
	fs    []function
	lik   factors
	back  func(to sparse.Gradient, g *nested.Group, worker int) // adds the derivatives of log Z_EP
	model func(mean [][]float64, factor []*mat.Dense) (method.Predictor, error)

	tau, nu [][]float64 // by function and row: the sites on f_i, summed
	on      []int       // by site: its function
	sites   []float64   // tau, then nu
	moves   []float64   // the whole way to the sites proposed
	unit    []float64   // the weight of a move: v of f_i for tau, sqrt(v) for nu
	mean    [][]float64 // by function and row, without the sites of the row
	vars    [][]float64
	scratch []*mat.Dense // by worker of threads.Do over functions, N x M
	parts   []float64    // by function: of log Z_EP
	errs    []error      // by function
	quicker *optim.Anderson

	inf       Inference
	tolerance float64     // at present, at least inf.EPTolerance
	over      func() bool // says whether the budget is spent
	event     func(name string, n int)
}

// newEP returns EP before its first sweep, all sites 0. It has neither gradient nor model.
func newEP(fs []function, lik factors, n int, inf Inference, over func() bool, event func(name string, n int)) *ep {
	on := lik.functions()
	e := &ep{
		fs: fs, lik: lik, on: on,
		sites: make([]float64, 2*len(on)), moves: make([]float64, 2*len(on)), unit: make([]float64, 2*len(on)),
		quicker: optim.NewAnderson(2 * len(on)), inf: inf, tolerance: inf.EPTolerance, over: over, event: event,
		scratch: make([]*mat.Dense, threads.Workers(len(fs))), parts: make([]float64, len(fs)), errs: make([]error, len(fs)),
	}
	if inf.coarse(n) {
		e.tolerance = inf.CoarseTolerance
	}
	for _, f := range fs {
		tau, nu := f.sites()
		e.tau, e.nu = append(e.tau, tau), append(e.nu, nu)
		e.mean = append(e.mean, make([]float64, n))
		e.vars = append(e.vars, make([]float64, n))
	}
	return e
}

// Converge sweeps from the sites there are until no site moves by more than the
// tolerance, or until the budget is spent. The sites then are those that the posterior was
// worked out with. The error is nested.ErrFar, or that of a posterior without sites that has no
// decomposition.
func (e *ep) Converge() error {
	e.quicker.Forget()
	e.total()
	turns, restarted, damping := optim.NewTurns(), false, e.inf.Damping
	for t := 1; ; t++ {
		if err := e.refresh(); err != nil {
			if e.restart(); restarted {
				return cmp.Or(e.refresh(), e.unconverged(true))
			}
			restarted = true
			continue
		}
		change := e.propose()
		if change <= e.tolerance {
			return nil
		}
		if e.over() {
			return e.unconverged(true)
		}
		plain := turns.Observe(change)
		if turns.Exhausted() && e.inf.Alpha.Of() < weakPower && damping > leastDamping {
			turns, plain, damping = optim.NewTurns(), true, damping/4
		}
		if t >= e.inf.Sweeps || turns.Exhausted() {
			return e.unconverged(change > far || e.Value() > 0) // which no log of a probability is
		}
		e.sweep(plain, damping)
	}
}

// restart begins anew without sites.
func (e *ep) restart() {
	e.event(eventRestarted, 1)
	e.quicker.Forget()
	clear(e.sites)
	e.total()
}

// unconverged counts an end before the fixed point. The error is nested.ErrFar if that is far.
func (e *ep) unconverged(far bool) error {
	e.event(method.EventEPNotConverged, 1)
	if far {
		return nested.ErrFar
	}
	return nil
}

// sweep moves all sites by the share damping of the way: plainly, or by Anderson's combination of the last sweeps.
func (e *ep) sweep(plain bool, damping float64) {
	if plain {
		e.quicker.Forget()
	}
	e.quicker.Step(e.sites, e.moves, e.unit, damping)
	for s := range e.on { // Anderson's combination is not convex
		e.sites[s] = max(e.sites[s], 0)
	}
	e.total()
}

// Resolve divides the tolerance by 10, down to that of the model, until what log Z_EP is off by, some 0.1 to 1 times
// N tolerance^2, is below the gain: see nested.Coarse.
func (e *ep) Resolve(gain float64) (finer bool) {
	before, n := e.tolerance, float64(len(e.mean[0]))
	for e.tolerance > e.inf.EPTolerance && gain < 0.1*n*e.tolerance*e.tolerance {
		e.tolerance = max(e.tolerance/10, e.inf.EPTolerance)
	}
	return e.tolerance < before
}

func (e *ep) refresh() error {
	threads.Do(len(e.fs), func(worker, k int) { e.errs[k] = e.fs[k].refresh(e.scratch[worker]) })
	return threads.First(e.errs)
}

// total sums the sites for the functions.
func (e *ep) total() {
	for k, tau := range e.tau {
		clear(tau)
		clear(e.nu[k])
	}
	n, half := len(e.mean[0]), len(e.on)
	for s, k := range e.on {
		e.tau[k][s%n] += e.sites[s]
		e.nu[k][s%n] += e.sites[half+s]
	}
}

// propose computes moves and unit and returns the largest move. Skipped sites do not
// move, but their proposed move counts.
func (e *ep) propose() (change float64) {
	n, half := len(e.mean[0]), len(e.on)
	e.rowCavities()
	copy(e.moves, e.sites)
	e.lik.propose(e.moves[:half], e.moves[half:], e.mean, e.vars)
	threads.Do(len(e.fs), func(_, k int) { e.fs[k].variances(e.vars[k]) })
	skipped := 0
	for s, k := range e.on {
		v := e.vars[k][s%n]
		e.unit[s], e.unit[half+s] = v, math.Sqrt(v)
		dTau, dNu := e.moves[s]-e.sites[s], e.moves[half+s]-e.sites[half+s]
		size := max(math.Abs(dTau)*e.unit[s], math.Abs(dNu)*e.unit[half+s])
		if !(e.moves[s] >= 0) || !(size <= math.MaxFloat64) {
			dTau, dNu = 0, 0
			skipped++
		}
		if math.IsNaN(size) {
			size = math.Inf(1)
		}
		e.moves[s], e.moves[half+s] = dTau, dNu
		change = max(change, size)
	}
	if skipped > 0 {
		e.event(eventSkipped, skipped)
	}
	return change
}

// rowCavities writes means and variances of the functions, each row without its sites.
func (e *ep) rowCavities() {
	threads.Do(len(e.fs), func(_, k int) { e.fs[k].rowCavities(e.mean[k], e.vars[k]) })
}

// Value returns log Z_EP at the present sites.
func (e *ep) Value() float64 {
	e.rowCavities()
	half := len(e.on)
	sum := e.lik.correction(e.sites[:half], e.sites[half:], e.mean, e.vars)
	threads.Do(len(e.fs), func(_, k int) { e.parts[k] = e.fs[k].evidence() })
	for _, part := range e.parts {
		sum += part
	}
	return sum
}

// Gradient adds the derivatives of log Z_EP at fixed sites by kernel and inducing inputs
// of a group.
func (e *ep) Gradient(to sparse.Gradient, g *nested.Group, worker int) { e.back(to, g, worker) }

// State is the sites.
func (e *ep) State() []float64 { return e.sites }

// Predictor returns the model with the present posterior.
func (e *ep) Predictor() (method.Predictor, error) {
	var mean [][]float64
	var factor []*mat.Dense
	for _, f := range e.fs {
		m, c, err := f.whitened()
		if err != nil {
			return nil, err
		}
		mean, factor = append(mean, m), append(factor, c)
	}
	return e.model(mean, factor)
}
