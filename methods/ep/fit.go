package ep

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
)

// The events that the methods count in addition to those of all
// methods.
const (
	// eventSkipped is an update of a factor that was skipped because its cavity
	// had no positive variance.
	eventSkipped = "factor skipped"
	// eventReverted is an iteration that was undone because q or the
	// objective was lost.
	eventReverted = "iteration reverted"
)

// run is a training run.
type run struct {
	cfg Options
	variant
	rec         method.Recorder
	task        method.Task
	n, b        int
	minibatches *data.Minibatches

	groups  []*group
	classes []*class
	x       []float64 // kernel parameters and inducing inputs
	layout  sparse.Layout
	units   []float64 // of those, for their rules of moving; powers of two
	grad    []float64
	good    []float64 // x when the posterior was last worked out
	hyper   *hyperStep

	positions []int
	factors   *factors
	siteStore
	best      *best       // nil if the last state is the result
	stuck     func() bool // says whether the fit began, and still is, where log Z_q of all rows has next to no slope; nil on minibatches
	fixed     *fixedPoint // nil unless the fit is to end at the fixed point of the factors
	added     int         // EP on minibatches: rows that fresh has
	goodAdded int
	views     []marginals
	weights   []weights
	work      []work  // by worker of threads.Do over classes or groups
	value     float64 // log Z_q of the last evaluation
	converged bool    // the last iteration changed less than the tolerance
}

// work is space for what one class needs at a time.
type work struct {
	rows   *mat.Dense // b x M
	square *mat.Dense // M x M
}

// keepsProducts says whether products of sites are kept from one iteration to
// the next; EP on the full batch makes them anew from the sites.
func (f *run) keepsProducts() bool { return f.tie != untied || f.store != nil }

// replacesWhileLearning says whether EP on minibatches replaces factors while the kernel moves.
func (f *run) replacesWhileLearning() bool { return f.store != nil && len(f.cfg.Learn) > 0 }

// rest is the share of the old part in a product of two.
func (f *run) rest() float64 { return 1 - float64(f.added)/float64(f.n) }

// full says whether a batch is all rows.
func (f *run) full() bool { return f.b == f.n }

// scale is rho of (12), N/b.
func (f *run) scale() float64 { return float64(f.n) / float64(f.b) }

func (c Options) fit(ctx context.Context, task method.Task, rec method.Recorder, v variant) (method.Predictor, error) {
	f, err := c.start(ctx, task, rec, v)
	if err != nil {
		return nil, err
	}
	f.best = f.newBest()
	if err := f.loop(ctx); err != nil {
		return nil, err
	}
	return f.result()
}

// start returns the run before its first iteration: every factor is 1 and q the
// prior.
func (c Options) start(ctx context.Context, task method.Task, rec method.Recorder, v variant) (*run, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	n := task.Train.Len()
	b := c.Batching.Size(n)
	cfg, err := c.resolved(b == n)
	if err != nil {
		return nil, err
	}
	priors, err := method.StartPriors(ctx, task, c.Sparse, c.Prior, c.Learning, c.Sharing, task.Classes, rec)
	if err != nil {
		return nil, err
	}
	m := priors[0].M()
	f := &run{
		cfg: cfg, variant: v, rec: rec, task: task, n: n, b: b,
		minibatches: data.NewMinibatches(n, b, task.Stream("minibatch")),
		positions:   make([]int, b), factors: newFactors(b, task.Classes, v.alpha),
	}
	for range threads.Workers(task.Classes) {
		f.work = append(f.work, work{rows: mat.NewDense(b, m, nil), square: mat.NewDense(m, m, nil)})
	}
	f.groups, f.classes = newModel(priors, b)
	f.layout = sparse.NewLayout(priors, c.SharesKernel(), c.SharesInducing())
	f.x = make([]float64, f.layout.Size())
	f.layout.Pack(f.x, priors)
	kernels := f.layout.KernelSize()
	lengths := f.layout.Lengthscales(priors[0].Kernel)
	f.units = units(kernels, lengths)
	f.grad, f.good = make([]float64, len(f.x)), append([]float64(nil), f.x...)
	f.hyper = newHyperStep(cfg, kernels, len(f.x)-kernels, lengths)
	f.keepFactors(b * task.Classes)
	if f.full() {
		f.load(0)
		f.stuck = f.cfg.Stuck(f.groups[0].pr.X, f.kernels)
	}
	for _, c := range f.classes {
		f.views = append(f.views, c.at)
		f.weights = append(f.weights, c.w)
	}
	return f, nil
}

// keepFactors makes room for the factors, with one slot for each row of the batch and class: all
// factors in EP, those of the batch besides a store of all if batches are smaller, and no
// individual ones if they are tied.
func (f *run) keepFactors(slots int) {
	parts := 1 // of q of every class
	switch {
	case f.tie != untied:
		f.spare = newSites(slots)
		f.tieFactors()
	case f.full():
		f.sites, f.goodSites, parts = newSites(slots), newSites(slots), 0
		f.inside = f.sites
	default:
		f.sites, f.spare, f.store = newSites(slots), newSites(slots), newSites(f.n*f.task.Classes)
		f.inside = f.sites
		if f.replacesWhileLearning() {
			f.inside, parts = newSites(slots), 2
		}
	}
	if f.endsAtFixedPoint() {
		f.spare, f.fixed = newSites(slots), f.newFixedPoint()
	}
	if parts == 0 {
		return
	}
	for _, c := range f.classes {
		c.keepIn(parts)
	}
}

// tieFactors gives every class the cavity of tied factors and their number n.
func (f *run) tieFactors() {
	rows := f.countClasses()
	for k, c := range f.classes {
		c.cavity = sparse.NewGaussian(c.prior.M())
		c.n = float64(f.n * (len(f.classes) - 1))
		if f.tie == tiedByClass {
			c.n = touching(f.n, rows[k], len(f.classes))
		}
	}
}

// touching returns the number of factors that involve a class with the given
// number of n rows: one for each other row and C - 1 for each of its own.
func touching(n, rows, classes int) float64 {
	return float64(n - rows + rows*(classes-1))
}

// countClasses returns the number of training rows of each class.
func (f *run) countClasses() []int {
	counts := make([]int, len(f.classes))
	for c := range f.task.Train.Classes() {
		counts[c]++
	}
	return counts
}

// loop does the iterations.
func (f *run) loop(ctx context.Context) error {
	t, err := f.resume()
	if err != nil {
		return err
	}
	f.load(max(t-1, 0))
	err = f.cfg.Run(ctx, f.rec, t, method.Loop{
		Iterate:   func(t int) error { return f.iterate(ctx, t) },
		Converged: func(int) bool { return f.converged },
		Trace:     f.trace,
		Objective: f.followed(),
		Rows:      f.n,
		Stuck:     f.stuck,
		Save:      f.save,
	})
	if err == nil && (f.best.empty() || f.fixed != nil && (!f.converged || f.best.exhausted())) {
		f.rec.Event(method.EventEPNotConverged, 1)
	}
	f.best.lost(f)
	return err
}

// kernels returns those of all groups.
func (f *run) kernels() (out []kernel.Kernel) {
	for _, g := range f.groups {
		out = append(out, g.prior.Kernel)
	}
	return out
}

// iterate does iteration t, counted from 1: the factors, then a step of kernel
// and inducing inputs. It has converged if the measure of change is below the
// tolerance. If q or the objective is lost, everything returns to the last
// computed posterior, and the fit goes on at half the pace.
func (f *run) iterate(ctx context.Context, t int) error {
	f.load(t - 1)
	f.project()
	if err := f.infer(ctx, t); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return f.revert()
	}
	f.hyper.succeeded()
	f.keep()
	f.best.follow(f)
	change := f.change()
	moved, err := f.kernelUpdate()
	if f.fixed != nil {
		change = max(change, f.fixed.move)
	}
	f.converged = max(change, moved) < f.cfg.Tolerance || f.cfg.Tolerance > 0 && f.best.exhausted()
	return err
}

// infer refines the factors once, or to convergence, and evaluates log Z_q and
// its gradient.
func (f *run) infer(ctx context.Context, t int) error {
	rho := f.cfg.Damping * math.Pow(f.cfg.DampingDecay, float64(t-1)) * f.hyper.Pace
	sweeps := 1
	if f.cfg.Gradient == outer {
		sweeps = f.cfg.Sweeps
	}
	converged := false // the gradient outside EP is that of its fixed point
	for s := range sweeps {
		if err := f.posterior(false); err != nil {
			return err
		}
		if converged = s > 0 && f.change() < f.cfg.EPTolerance; converged {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		f.refine(t-1, rho)
	}
	if f.cfg.Gradient == outer && !converged && f.fixed == nil {
		f.rec.Event(method.EventEPNotConverged, 1)
	}
	if err := f.evaluate(len(f.cfg.Learn) > 0); err != nil {
		return err
	}
	if math.IsNaN(f.value) || math.IsInf(f.value, 0) {
		return errLost
	}
	return nil
}

var errLost = errors.New("ep: the objective is not finite")

// objective returns log Z_q of the state that is kept, or of the present one.
func (f *run) objective() float64 {
	if f.best.has() {
		return f.best.Value
	}
	f.project()
	if err := f.evaluate(false); err != nil {
		return math.NaN()
	}
	return f.value
}

// followed returns the objective by which a fit that ran out of iterations is judged to be still
// rising; nil if the factors end at a fixed point or a minibatch says little.
func (f *run) followed() func() float64 {
	if f.fixed != nil || !f.full() {
		return nil
	}
	return f.objective
}

// trace offers the state after iteration t to the recorder.
func (f *run) trace(t int) error {
	objective := f.objective
	if f.replacesWhileLearning() || f.onlyConverged && f.best.empty() {
		objective = nil // the factors of a batch, or of a kernel that has moved, say little about log Z_q
	}
	return f.rec.Trace(t, objective, f.result)
}

// result returns the model of the state that is the fit's result.
func (f *run) result() (p method.Predictor, err error) {
	err = f.best.inBestState(f, func() error {
		p, err = f.predictor()
		return err
	})
	return p, err
}

// predictor returns the model as it stands.
func (f *run) predictor() (*sparse.Model, error) {
	if !f.keepsProducts() {
		f.project()
	}
	priors, mean, factor := make([]*sparse.Prior, len(f.classes)), make([][]float64, len(f.classes)), make([]*mat.Dense, len(f.classes))
	for k, c := range f.classes {
		if err := c.q.SetPosterior(c.sites, 1); err != nil {
			return nil, err
		}
		factor[k] = mat.NewDense(c.prior.M(), c.prior.M(), nil)
		if err := c.q.LowerFactor(factor[k]); err != nil {
			return nil, err
		}
		priors[k], mean[k] = c.prior, c.q.Mean
	}
	return sparse.NewMulticlass(priors, mean, factor)
}
