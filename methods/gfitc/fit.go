package gfitc

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// Fit trains GFITC on a binary or multi-class task.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, err := c.start(task, rec)
	if err != nil {
		return nil, err
	}
	return f.run(ctx)
}

// start returns the run of GFITC before its first value.
func (c *Config) start(task method.Task, rec method.Recorder) (*fit, error) {
	if err := method.CheckMulticlass(task); err != nil {
		return nil, err
	}
	priors, err := method.StartPriors(task, c.Sparse, c.Prior, c.Learning, c.Sharing, task.Classes, rec)
	if err != nil {
		return nil, err
	}
	x, y := task.Train.ReadAll()
	f := newFit(x, newArgmax(y, task.Classes), priors, c.Sharing, c.Inference, rec)
	f.learning, f.schedule = c.Learning, c.Schedule
	f.model = func(mean [][]float64, factor []*mat.Dense) (method.Predictor, error) {
		return sparse.NewMulticlass(priors, mean, factor)
	}
	return f, nil
}

// Fit trains EPFitc on a binary task.
func (c *Binary) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	f, err := c.start(task, rec)
	if err != nil {
		return nil, err
	}
	return f.run(ctx)
}

// start returns the run of EPFitc before its first value.
func (c *Binary) start(task method.Task, rec method.Recorder) (*fit, error) {
	if err := method.CheckBinary(task); err != nil {
		return nil, err
	}
	prior, err := method.StartPrior(task, c.Sparse, c.Prior, c.Learning, rec)
	if err != nil {
		return nil, err
	}
	x, y := task.Train.ReadAll()
	f := newFit(x, newProbit(y), []*sparse.Prior{prior}, method.Sharing{}, c.Inference, rec)
	f.learning, f.schedule = c.Learning, c.Schedule
	f.model = func(mean [][]float64, factor []*mat.Dense) (method.Predictor, error) {
		return sparse.NewClassifier(prior, mean[0], factor[0], likelihood.Probit{})
	}
	return f, nil
}

// fit is a training run.
type fit struct {
	learning method.Learning
	schedule method.Schedule
	rec      method.Recorder
	model    func(mean [][]float64, factor []*mat.Dense) (method.Predictor, error)

	lay    sparse.Layout
	rows   []int // all of them
	groups []*group
	ep     *ep
	back   *gradient

	x     []float64 // where we are
	begin []float64 // the sites there: where EP starts at other points

	at    []float64 // where the following was worked out
	value float64   // log Z_EP
	grad  []float64 // its derivatives
	err   error     // errDiverged, or nil
}

// group is a prior and the latent functions that have it.
type group struct {
	prior *sparse.Prior
	like  kernel.Kernel // as it started
	pr    *sparse.Projection
	fs    []*function
}

// newFit returns the run on inputs x before its first value. Latent functions
// that share everything have the same pointer in priors.
func newFit(x *mat.Dense, lik factors, priors []*sparse.Prior, share method.Sharing, inf Inference, rec method.Recorder) *fit {
	n, d := x.Dims()
	m := priors[0].M()
	f := &fit{rec: rec, rows: make([]int, n)}
	for i := range f.rows {
		f.rows[i] = i
	}
	scratch := mat.NewDense(n, m, nil)
	var distinct []*sparse.Prior
	var fs []*function
	for _, p := range priors {
		i := slices.Index(distinct, p)
		if i < 0 {
			i = len(distinct)
			distinct = append(distinct, p)
			pr := sparse.NewProjection(n, m, d)
			pr.X.Copy(x)
			f.groups = append(f.groups, &group{prior: p, like: p.Kernel, pr: pr})
		}
		g := f.groups[i]
		g.fs = append(g.fs, newFunction(p, g.pr, scratch))
		fs = append(fs, g.fs[len(g.fs)-1])
	}
	f.lay = sparse.NewLayout(distinct, share.Shares("kernel"), share.Shares("inducing"))
	f.ep = newEP(fs, lik, n)
	f.ep.tolerance, f.ep.sweeps, f.ep.damping, f.ep.event = inf.EPTolerance, inf.Sweeps, inf.Damping, rec.Event
	f.back = newGradient(n, m, scratch)
	f.x, f.at, f.grad = make([]float64, f.lay.Size()), make([]float64, f.lay.Size()), make([]float64, f.lay.Size())
	f.begin = make([]float64, len(f.ep.sites))
	f.lay.Pack(f.x, distinct)
	f.nowhere()
	return f
}

// nowhere says that nothing is worked out.
func (f *fit) nowhere() { f.at[0] = math.NaN() }

// run maximises log Z_EP and returns the model.
func (f *fit) run(ctx context.Context) (method.Predictor, error) {
	search := &optim.LBFGS{
		Objective: func(x, grad []float64) (float64, error) {
			if err := f.moveTo(x); err != nil {
				return 0, err
			}
			copy(grad, f.grad)
			return f.value, nil
		},
		Iterations: f.schedule.Iterations,
		Tolerance:  f.schedule.Tolerance * float64(len(f.groups[0].pr.Residual)),
		Accepted: func(t int, x []float64, _ float64) (bool, error) {
			if err := f.accept(x); err != nil {
				return true, err
			}
			var err error
			if f.rec.Due(t) {
				err = f.trace(t)
			}
			return f.schedule.Expired(f.rec.Elapsed()), err
		},
	}
	if err := f.accept(f.x); err != nil {
		return nil, err
	}
	result, err := search.Maximise(ctx, slices.Clone(f.x))
	if err != nil {
		return nil, err
	}
	if err := f.accept(f.x); err != nil {
		return nil, err
	}
	if err := f.trace(max(1, result.Iterations)); err != nil { // with nothing to learn EP is the one iteration
		return nil, err
	}
	return f.predictor()
}

// accept makes x the point where we are. EP starts from its sites until the
// next is accepted, so that in a line search log Z_EP is a function of x alone.
// EP that is nowhere near a fixed point is no error: it only happens where the fit
// begins, for a line search keeps away from such points, and is counted.
func (f *fit) accept(x []float64) error {
	if err := f.moveTo(x); err != nil && !errors.Is(err, errDiverged) {
		return err
	}
	f.err = nil
	copy(f.x, x)
	copy(f.begin, f.ep.sites)
	return nil
}

// moveTo works out posterior, log Z_EP and its derivatives at x. The error is that of
// ep.converge, or of the decomposition of Kuu.
func (f *fit) moveTo(x []float64) error {
	if slices.Equal(x, f.at) {
		return f.err
	}
	f.nowhere()
	for k, g := range f.groups {
		growths, err := f.lay.Unpack(g.prior, g.like, x, k)
		method.Jitter(f.rec, growths)
		if err != nil {
			return err
		}
		g.prior.ProjectTraining(g.pr, f.rows)
	}
	copy(f.ep.sites, f.begin)
	f.err = f.ep.converge()
	if f.err != nil && !errors.Is(f.err, errDiverged) {
		return f.err
	}
	f.value = f.ep.logZ()
	f.gradient()
	copy(f.at, x)
	return f.err
}

// gradient works out the derivatives of what is learnt.
func (f *fit) gradient() {
	clear(f.grad)
	if len(f.learning.Learn) == 0 {
		return
	}
	for k, g := range f.groups {
		var to sparse.Gradient
		if f.learning.Has("kernel") {
			to.Theta = f.lay.Theta(f.grad, k)
		}
		if f.learning.Has("inducing") {
			to.Z = f.lay.Z(f.grad, k)
		}
		f.back.of(to, g)
	}
}

// trace offers the state after iteration t to the recorder.
func (f *fit) trace(t int) error {
	return f.rec.Trace(t, func() float64 { return f.value }, f.predictor)
}

// predictor returns the model where we are, after accept.
func (f *fit) predictor() (method.Predictor, error) {
	var mean [][]float64
	var factor []*mat.Dense
	for _, fn := range f.ep.fs {
		c := mat.NewDense(fn.prior.M(), fn.prior.M(), nil)
		if err := fn.post.LowerFactor(c); err != nil {
			return nil, err
		}
		mean, factor = append(mean, fn.post.Mean), append(factor, c)
	}
	return f.model(mean, factor)
}
