package natgrad

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/sparse"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
)

// Fit is a training run.
type Fit struct {
	options     *Options
	method      Method
	rec         method.Recorder
	train       *data.Examples
	minibatches *data.Minibatches

	groups    []*group
	functions []*function
	hyper     *hyperStep // nil if kernel and inducing inputs stand still
	stop      stopping
	energy    *energy         // nil if the kernel moves up the bound
	held      *method.HeldOut // nil unless rows are held out
	outputs   int             // probabilities of a row

	sample       *sample     // nil if every iteration updates all functions
	active       []*function // those that the present iteration updates
	activeGroups []*group    // and their groups
	every        []int       // the numbers of all functions

	positions []int
	class     []int
	scale     float64 // N / b
	read      bool    // class and the groups' rows are those of the full batch
	fresh     bool    // the projections are those of the full batch and the present priors

	// Of all functions, as the likelihood takes them.
	mean, variance, shift, precision [][]float64

	work      []*work // by worker of threads.Do over functions or groups
	iteration int     // the present one, counted from 1
	rising    float64 // the rising rate
}

// work is space for what one function or group needs at a time.
type work struct {
	half   *mat.Dense       // b x M
	square *mat.Dense       // M x M
	change *mat.Dense       // M x M, from the coordinates of one prior to those of the next
	target *sparse.Gaussian // by its natural parameters
	before *sparse.Natural  // q(v_k) before a step that may fail
	pull   *sparse.Pullback
}

// newWork returns space for batches of b rows and m inducing inputs.
func newWork(b, m int) *work {
	return &work{
		half: mat.NewDense(b, m, nil), square: mat.NewDense(m, m, nil), change: mat.NewDense(m, m, nil),
		target: sparse.NewGaussian(m), before: sparse.NewNatural(m), pull: sparse.NewPullback(b, m),
	}
}

// Start returns the run of a method before its first iteration. The errors are those of
// method.StartPriors, and one of a draw of classes where every iteration has all rows.
func Start(ctx context.Context, o *Options, m Method, task method.Task, rec method.Recorder) (*Fit, error) {
	priors, err := method.StartPriors(ctx, task, o.Sparse, o.Prior, o.Learning, m.Sharing, m.Functions, rec)
	if err != nil {
		return nil, err
	}
	train, held := m.Holdout.Split(task)
	if held != nil {
		for _, prior := range priors {
			prior.Own = false // not every inducing input is a row to train on
		}
	}
	n, size := train.Len(), priors[0].M()
	b := o.Batching.Size(n)
	drawn := m.Draw > 0 && m.Draw < m.Functions
	if drawn && b == n {
		return nil, fmt.Errorf("%s: classes are drawn for minibatches, but every iteration uses all %d rows; set batch to less, or class_batch = 0", m.Name, n)
	}
	f := &Fit{
		options: o, method: m, rec: rec, train: train, held: held, outputs: task.Classes,
		minibatches: data.NewMinibatches(n, b, task.Stream("minibatch")),
		stop:        newStopping(m.Functions, size),
		positions:   make([]int, b), class: make([]int, b), scale: float64(n) / float64(b), rising: min(risingFrom, o.Value),
	}
	for range threads.Workers(m.Functions) {
		f.work = append(f.work, newWork(b, size))
	}
	f.groups, f.functions = newModel(priors, b, len(o.Learn) > 0)
	for k, fn := range f.functions {
		fn.rate.Tau = float64(o.Warm)
		f.every = append(f.every, k)
		f.mean, f.variance = append(f.mean, fn.mean), append(f.variance, fn.variance)
		f.shift, f.precision = append(f.shift, fn.shift), append(f.precision, fn.precision)
	}
	if drawn {
		f.sample = newSample(m.Functions, m.Draw, b, size, task.Train.Dim(), task.Stream("functions"))
	}
	if m.Tilted != nil {
		f.energy = newEnergy(m.Tilted, b, size)
	}
	if len(o.Learn) > 0 {
		f.hyper = newHyperStep(o, m.Sharing, f.groups)
	}
	f.activate(f.every)
	return f, nil
}

// Run iterates to the end and returns the model.
func (f *Fit) Run(ctx context.Context) (method.Predictor, error) {
	t, err := f.resume()
	if err != nil {
		return nil, err
	}
	switch {
	case t > 0:
		f.load(t) // for the trace, where nothing is left to do
	case f.method.SeveralOptima && f.coordinate():
		if err := f.startQ(); err != nil {
			return nil, err
		}
	}
	var followed func() float64
	if f.full() {
		followed = f.Bound
	}
	if err := f.options.Run(ctx, f.rec, t, method.Loop{
		Iterate:   f.Iterate,
		Converged: func(int) bool { return f.stop.converged(f.options.Tolerance) || f.held.Converged() },
		Trace:     func(t int) error { return f.rec.Trace(t, f.Bound, f.predictor) },
		Objective: followed, Rows: f.train.Len(),
		Save: f.save,
	}); err != nil {
		return nil, err
	}
	return f.predictor()
}

// fixed is what is held fixed while the kernel moves: the sites, if it climbs EP's
// energy.
func (f *Fit) fixed() sparse.Fixed {
	if f.energy != nil {
		return sparse.Sites
	}
	return f.options.fixed()
}

// full says whether every iteration sees all rows.
func (f *Fit) full() bool { return f.scale == 1 }

// augmented says whether the likelihood has auxiliary variables.
func (f *Fit) augmented() bool {
	_, expected := f.method.Likelihood.(*Expected)
	return !expected
}

// Iterate does iteration t, counted from 1.
func (f *Fit) Iterate(t int) error {
	f.iteration = t
	if t == 1 && !f.coordinate() && f.options.Rate == RateRanganath {
		f.warmUp()
	}
	f.draw(t)
	f.load(t)
	f.local()
	learns := f.learns(t)
	if learns && !f.augmented() {
		f.kernelStep()
	}
	if err := f.naturalStep(t); err != nil {
		return err
	}
	if learns {
		if f.augmented() {
			f.kernelStep()
		}
		f.kernelUpdate()
	}
	if f.options.Tolerance > 0 {
		f.stop.follow(t, f.active, f.work[0].square)
	}
	return f.check(t)
}

// check evaluates the held-out rows after iteration t, if a check is due. None is due while
// only q moves: q converges, and the fit would end before it has learnt a kernel.
func (f *Fit) check(t int) error {
	if f.hyper != nil && t <= f.method.Freeze {
		return nil
	}
	return f.held.Check(f.rec, t, f.outputs, f.predictor)
}

// load reads the rows of iteration t and projects them.
func (f *Fit) load(t int) {
	if f.fresh {
		return
	}
	if !f.full() || !f.read {
		f.minibatches.At(f.positions, t-1)
		f.train.Read(f.groups[0].pr.X, f.class, f.positions)
		f.read = true
	}
	f.project()
	f.fresh = f.full()
}

// project works out the projections of the rows at the present priors of the active
// functions.
func (f *Fit) project() {
	threads.Do(len(f.activeGroups), func(_, i int) {
		g := f.activeGroups[i]
		g.prior.ProjectTraining(g.pr, f.positions)
	})
}

// warmUp starts the averages of the adaptive rates from the first minibatches,
// at the starting q.
func (f *Fit) warmUp() {
	for s := 1; s <= f.options.Warm; s++ {
		f.draw(s)
		f.load(s)
		f.local()
		for _, fn := range f.active {
			f.setTarget(fn, f.work[0])
			fn.rate.start(&fn.q.Natural, &f.work[0].target.Natural)
		}
	}
}

// Bound returns the objective at the rows of the present batch: of a full batch
// the bound, else its estimate. It takes all functions, drawn or not.
func (f *Fit) Bound() float64 {
	f.activate(f.every)
	f.project()
	f.marginals()
	bound := f.scale * f.method.Likelihood.Bound(f.class, f.mean, f.variance)
	for _, fn := range f.functions {
		square := f.work[0].square
		fn.q.UpperFactor(square)
		bound -= sparse.Divergence(fn.q.Mean, square)
	}
	return bound
}

// Posterior returns the present state.
func (f *Fit) Posterior() *Posterior {
	p := &Posterior{Train: f.train, Rec: f.rec}
	for _, fn := range f.functions {
		p.Prior, p.Q = append(p.Prior, fn.prior), append(p.Q, fn.q)
	}
	return p
}

// predictor returns the model as it stands.
func (f *Fit) predictor() (method.Predictor, error) { return f.method.Predictor(f.Posterior()) }
