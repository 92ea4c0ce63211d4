package xgpc

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// window is the number of iterations that the change of the global parameters
// is averaged over (the authors' code).
const window = 10

// Fit trains on a binary task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, err := c.start(task, rec)
	if err != nil {
		return nil, err
	}
	return f.run(ctx)
}

// run iterates to the end.
func (f *fit) run(ctx context.Context) (method.Predictor, error) {
	t, err := f.resume()
	if err != nil {
		return nil, err
	}
	if err := f.cfg.Run(ctx, f.rec, t, method.Loop{
		Iterate: f.iterate,
		Settled: func(int) bool { return f.converged() },
		Trace:   f.trace,
		Save:    f.save,
	}); err != nil {
		return nil, err
	}
	return f.predictor()
}

// fit is a training run.
type fit struct {
	cfg   *Config
	rec   method.Recorder
	train *data.Examples
	deal  *data.Minibatches

	corrected bool // whether predictors take the perturbative correction

	prior *sparse.Prior
	q     *natural
	rate  adaptive
	moves *moves    // nil if the kernel stands still
	past  []float64 // changes of the global parameters, the last ten
	last  []float64 // the global parameters after the last iteration

	pos   []int
	class []int
	y     []float64 // +-1
	scale float64   // N / b
	pr    *sparse.Projection
	read  bool // pr.X and y hold rows
	fresh bool // pr belongs to the full batch and the present prior
	ac    *mat.Dense
	mean  []float64
	vars  []float64
	theta []float64 // tanh(c/2) / (2c)
	g, h  []float64 // derivatives of the bound with respect to mean and vars
	pull  *sparse.Pullback
	prec  *mat.Dense // target of the precision
	now   []float64  // the global parameters
}

// start returns the run before its first iteration.
func (c *Config) start(task method.Task, rec method.Recorder) (*fit, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, err
	}
	prior, err := method.StartPrior(task, c.Sparse, c.Prior, rec)
	if err != nil {
		return nil, err
	}
	n, d := task.Train.Len(), task.Train.Dim()
	m, b := prior.M(), c.Batching.Size(n)
	f := &fit{
		cfg: c, rec: rec, train: task.Train,
		deal:  data.NewMinibatches(n, b, task.Stream("minibatch")),
		prior: prior, q: newNatural(m),
		rate: adaptive{Tau: float64(c.Warm), Mean: make([]float64, m+m*m)},
		last: make([]float64, 2*m),
		pos:  make([]int, b), class: make([]int, b), y: make([]float64, b), scale: float64(n) / float64(b),
		pr: sparse.NewProjection(b, m, d), ac: mat.NewDense(b, m, nil),
		mean: make([]float64, b), vars: make([]float64, b), theta: make([]float64, b),
		g: make([]float64, b), h: make([]float64, b),
		pull: sparse.NewPullback(b, m), prec: mat.NewDense(m, m, nil), now: make([]float64, 2*m),
	}
	if len(c.Learn) > 0 {
		f.moves = newMoves(c, prior.Kernel, m, d)
	}
	return f, nil
}

// full says whether every iteration sees all rows.
func (f *fit) full() bool { return f.scale == 1 }

// iterate does iteration t, counted from 1.
func (f *fit) iterate(t int) error {
	if t == 1 && !f.full() && f.cfg.Rate == "ranganath" {
		f.warmUp()
	}
	f.load(t)
	f.locals()
	f.targets()
	if err := f.step(t); err != nil {
		return err
	}
	if f.moves != nil && t >= firstMove && (t-firstMove)%f.cfg.HyperEvery == 0 {
		f.moveKernel()
	}
	if f.cfg.Tolerance > 0 {
		f.follow(t)
	}
	return nil
}

// load reads the rows of iteration t and projects them.
func (f *fit) load(t int) {
	if f.fresh {
		return
	}
	if !f.full() || !f.read {
		f.deal.At(f.pos, t-1)
		f.train.Read(f.pr.X, f.class, f.pos)
		for i, c := range f.class {
			f.y[i] = float64(2*c - 1)
		}
		f.read = true
	}
	f.prior.Project(f.pr)
	f.fresh = f.full()
}

// locals works out the marginals of f and theta at the best c, (11).
func (f *fit) locals() {
	f.ac.Copy(f.pr.A)
	f.q.timesFactor(f.ac)
	f.pr.Moments(f.mean, f.vars, f.q.mean, f.ac)
	for i, mu := range f.mean {
		f.theta[i] = likelihood.PolyaGammaMean(math.Sqrt(f.vars[i] + mu*mu))
	}
}

// targets works out where the natural gradient (12) points to: pull.G for
// eta1 and prec for the precision.
func (f *fit) targets() {
	for i, y := range f.y {
		f.g[i] = 0.5 * f.scale * y
		f.h[i] = -0.5 * f.scale * f.theta[i]
	}
	f.pull.Means(f.pr, f.g)
	f.pull.Variances(f.pr, f.h)
	for i := range f.q.mean {
		row := f.prec.RawRowView(i)
		for j, h := range f.pull.H.RawRowView(i)[:len(row)] {
			row[j] = -2 * h
		}
		row[i]++
	}
}

// step moves q towards its targets.
func (f *fit) step(t int) error {
	rate := 1.0
	switch {
	case f.full():
	case f.cfg.Rate == "ranganath":
		rate = f.rate.next(f.q, f.pull.G, f.prec)
	case f.cfg.Rate == "robbins-monro":
		rate = math.Pow(float64(t)+f.cfg.Delay, -f.cfg.Power)
	default:
		rate = f.cfg.Value
	}
	f.q.step(rate, f.pull.G, f.prec)
	return f.q.refresh()
}

// warmUp starts the averages of the adaptive rate from the first minibatches,
// at the starting q.
func (f *fit) warmUp() {
	for s := 1; s <= f.cfg.Warm; s++ {
		f.load(s)
		f.locals()
		f.targets()
		f.rate.add(1/float64(s), f.q, f.pull.G, f.prec)
	}
}

// follow takes down how much the global parameters changed.
func (f *fit) follow(t int) {
	f.q.globals(f.now, f.prior.L)
	if t > 1 {
		if len(f.past) == window {
			f.past = append(f.past[:0], f.past[1:]...)
		}
		f.past = append(f.past, change(f.now, f.last))
	}
	f.now, f.last = f.last, f.now
}

// converged says whether the mean of the last ten changes is below tolerance.
func (f *fit) converged() bool {
	if len(f.past) < window {
		return false
	}
	var sum float64
	for _, c := range f.past {
		sum += c
	}
	return sum/window < f.cfg.Tolerance
}

// bound returns the objective at the rows of the present batch, with the best
// c: of a full batch the bound, else its estimate.
func (f *fit) bound() float64 {
	f.prior.Project(f.pr)
	f.locals()
	var sum float64
	for i, mu := range f.mean {
		c := math.Sqrt(f.vars[i] + mu*mu)
		// log(2 cosh(c/2)) = c/2 + log(1 + exp(-c))
		sum += 0.5*f.y[i]*mu - 0.5*c - math.Log1p(math.Exp(-c))
	}
	f.q.invert()
	return f.scale*sum - sparse.Divergence(f.q.mean, f.q.factor)
}

// trace offers the state after iteration t to the recorder.
func (f *fit) trace(t int) error {
	return f.rec.Trace(t, f.bound, f.predictor)
}

// predictor returns the model as it stands.
func (f *fit) predictor() (method.Predictor, error) {
	if f.corrected {
		mean, factor, err := f.correction()
		if err != nil {
			return nil, err
		}
		return sparse.NewClassifier(f.prior, mean, factor, "logit")
	}
	f.q.invert()
	return sparse.NewClassifier(f.prior, f.q.mean, f.q.factor, "logit")
}
