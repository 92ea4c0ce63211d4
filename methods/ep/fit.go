package ep

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// The events that the methods count beside those of all methods.
const (
	// eventSkipped is an update of a factor that was left out because its cavity
	// had no positive variance.
	eventSkipped = "factor skipped"
	// eventReverted is an iteration that was taken back because q or the
	// objective was lost.
	eventReverted = "iteration reverted"
)

// run is a training run.
type run struct {
	cfg  Options
	tie  string // "" for EP
	rec  method.Recorder
	task method.Task
	n, b int
	deal *data.Minibatches

	groups  []*group
	classes []*class
	x       []float64 // kernel parameters and inducing inputs
	lay     sparse.Layout
	units   []float64 // of those, for their rules of moving; powers of two
	grad    []float64
	good    []float64 // x when the posterior was last worked out
	moves   *moves

	pos       []int
	factors   *factors
	sites     *sites // EP: of the rows of the batch
	inside    *sites // EP: what of them, or of those they replaced, is in the product
	goodSites *sites // EP on the full batch
	store     *sites // EP on minibatches: of all rows
	spare     *sites // space, of the size of the batch
	added     int    // EP on minibatches: rows that fresh has
	goodAdded int
	views     []marginals
	weights   []weights
	rows      *mat.Dense // b x M
	square    *mat.Dense // M x M
	value     float64    // log Z_q of the last evaluation
	settled   bool       // the last iteration changed less than the tolerance
}

// keepsProducts says whether products of sites are kept from one iteration to
// the next; EP on the full batch makes them anew from the sites.
func (f *run) keepsProducts() bool { return f.tie != "" || f.store != nil }

// moving says whether EP on minibatches replaces factors while the kernel moves.
func (f *run) moving() bool { return f.store != nil && len(f.cfg.Learn) > 0 }

// rest is the share of the old part in a product of two.
func (f *run) rest() float64 { return 1 - float64(f.added)/float64(f.n) }

// full says whether a batch is all rows.
func (f *run) full() bool { return f.b == f.n }

func (c Options) fit(ctx context.Context, task method.Task, rec method.Recorder, tie string) (method.Predictor, error) {
	f, err := c.start(task, rec, tie)
	if err != nil {
		return nil, err
	}
	if err := f.walk(ctx); err != nil {
		return nil, err
	}
	return f.predictor()
}

// start returns the run before its first iteration: every factor is 1 and q the
// prior.
func (c Options) start(task method.Task, rec method.Recorder, tie string) (*run, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	n := task.Train.Len()
	b := c.Batching.Size(n)
	cfg, err := c.resolved(b == n)
	if err != nil {
		return nil, err
	}
	priors, err := method.StartPriors(task, c.Sparse, c.Prior, c.Learning, c.Sharing, task.Classes, rec)
	if err != nil {
		return nil, err
	}
	m := priors[0].M()
	f := &run{
		cfg: cfg, tie: tie, rec: rec, task: task, n: n, b: b,
		deal: data.NewMinibatches(n, b, task.Stream("minibatch")),
		pos:  make([]int, b), factors: newFactors(b, task.Classes),
		rows: mat.NewDense(b, m, nil), square: mat.NewDense(m, m, nil),
	}
	f.groups, f.classes = newModel(priors, b)
	f.lay = sparse.NewLayout(priors, c.Shares("kernel"), c.Shares("inducing"))
	f.x = make([]float64, f.lay.Size())
	f.lay.Pack(f.x, priors)
	f.units = units(f.groups, f.lay)
	f.grad, f.good = make([]float64, len(f.x)), append([]float64(nil), f.x...)
	f.moves = newMoves(cfg, len(f.x), f.lay.KernelSize())
	slots, parts := b*task.Classes, 1
	switch {
	case tie != "":
		f.spare = newSites(slots)
		f.tieFactors()
	case f.full():
		f.sites, f.goodSites, parts = newSites(slots), newSites(slots), 0
		f.inside = f.sites
	default:
		f.sites, f.spare, f.store = newSites(slots), newSites(slots), newSites(n*task.Classes)
		f.inside = f.sites
		if f.moving() {
			f.inside, parts = newSites(slots), 2
		}
	}
	for _, c := range f.classes {
		if parts > 0 {
			c.keepIn(parts)
		}
	}
	for _, c := range f.classes {
		f.views = append(f.views, c.at)
		f.weights = append(f.weights, c.w)
	}
	return f, nil
}

// tieFactors gives every class the cavity of tied factors and their number n.
func (f *run) tieFactors() {
	rows := f.countClasses()
	for k, c := range f.classes {
		c.cavity = sparse.NewGaussian(c.prior.M())
		c.n = float64(f.n * (len(f.classes) - 1))
		if f.tie == "class" {
			c.n = touching(f.n, rows[k], len(f.classes))
		}
	}
}

// touching returns the number of factors that touch a class with so many of n
// rows: one for each other row and C - 1 for each of its own.
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

// load reads batch t, counted from 0.
func (f *run) load(t int) {
	f.deal.At(f.pos, t)
	f.task.Train.Read(f.groups[0].pr.X, f.factors.y, f.pos)
	if f.store != nil {
		f.sites.gather(f.store, f.pos, f.n)
	}
	if f.moving() {
		f.weighBefore(t)
	}
}

// project works out the projections of the batch at the present priors, and the
// products of sites that are not kept.
func (f *run) project() {
	for _, g := range f.groups {
		g.prior.ProjectTraining(g.pr, f.pos)
	}
	if !f.keepsProducts() {
		f.sum(f.sites, nil)
		for _, c := range f.classes {
			c.sites.AddRows(c.pr.A, c.prec, c.shift, 0, f.rows)
		}
	}
}

// sum fills (26) and (27) of every class for sites s, less those of minus if it
// is not nil.
func (f *run) sum(s, minus *sites) {
	for _, c := range f.classes {
		clear(c.prec)
		clear(c.shift)
	}
	for k := range f.classes {
		for i, y := range f.factors.y {
			at := k*f.b + i
			for side, c := range [sides]int{k, y} {
				p, h := s.Prec[side][at], s.Shift[side][at]
				if minus != nil {
					p, h = p-minus.Prec[side][at], h-minus.Shift[side][at]
				}
				f.classes[c].prec[i] += p
				f.classes[c].shift[i] += h
			}
		}
	}
}

// posterior works out q, or the cavity of tied factors, its marginals at the
// batch and the cavities of the factors. With whole it also has all that
// gradients and log Z_q need.
func (f *run) posterior(whole bool) error {
	for _, c := range f.classes {
		copy(c.last.mean, c.at.mean)
		copy(c.last.variance, c.at.variance)
		v := c.view()
		if err := v.SetPosterior(c.sites, c.power()); err != nil {
			return err
		}
		if !whole {
			v.Marginals(c.at.mean, c.at.variance, c.pr.A, f.rows)
			continue
		}
		v.Covariance()
		linalg.MulVec(c.at.mean, false, 1, c.pr.A, v.Mean, 0)
		linalg.RowQuadratic(c.at.variance, c.pr.A, v.Cov, c.av)
		if c.cavity != nil {
			if err := c.q.SetPosterior(c.sites, 1); err != nil {
				return err
			}
			c.q.Covariance()
		}
	}
	f.factors.remove(f.views, f.inside)
	return nil
}

// change is the largest change of a mean or variance of a_i'v in the batch from
// the last posterior but one to the last.
func (f *run) change() float64 {
	var most float64
	for _, c := range f.classes {
		for i, m := range c.at.mean {
			most = max(most, math.Abs(m-c.last.mean[i]), math.Abs(c.at.variance[i]-c.last.variance[i]))
		}
	}
	return most
}

// scale is rho of (12), N/b.
func (f *run) scale() float64 { return float64(f.n) / float64(f.b) }

// evaluate works out log Z_q, or its estimate from the batch, at the present
// sites, and with gradient its derivatives (10), or (12).
func (f *run) evaluate(gradient bool) error {
	if err := f.posterior(true); err != nil {
		return err
	}
	f.value = f.scale() * f.factors.value(f.views, f.inside)
	for _, c := range f.classes {
		f.value += c.q.LogNorm
	}
	for _, c := range f.classes {
		if f.tie == "" {
			break
		}
		f.value += c.n * (c.cavity.LogNorm - c.q.LogNorm)
	}
	if gradient {
		f.gradient()
	}
	return nil
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
