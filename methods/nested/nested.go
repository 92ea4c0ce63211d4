package nested

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
)

// Inner is the inner loop of a method. It works on the groups of a fit.
type Inner interface {
	// Converge runs the inner loop for the present priors and projections of the groups,
	// starting from State. ErrFar says that it ended far from convergence; any other error
	// says that there is no solution.
	Converge() error
	// Value returns the objective where Converge ended.
	Value() float64
	// Gradient adds the derivatives of the objective there by kernel and inducing inputs of
	// a group. Groups are worked out side by side; those of one worker of threads.Do over
	// them come one after the other.
	Gradient(to sparse.Gradient, g *Group, worker int)
	// State is where Converge starts and ends. The fit writes to it.
	State() []float64
	// Predictor returns the model where Converge ended.
	Predictor() (method.Predictor, error)
}

// Coarse is an inner loop that may end at some distance from its solution while a search is far from its end.
type Coarse interface {
	Inner
	// Resolve makes later ends as near to the solution as a gain of the objective asks for, the nearest if it is 0. It
	// returns false if they are as near already.
	Resolve(gain float64) (finer bool)
}

// ErrFar is an inner loop that ended far from convergence. The objective then means
// nothing, and a search avoids the point.
var ErrFar = errors.New("the inner loop found no fixed point")

// errTooFar is the ErrFar of a step that is too long: the next iteration may go on there.
var errTooFar = fmt.Errorf("%w: %w", ErrFar, optim.ErrFar)

// Group is a prior with the projection of all training rows on it.
type Group struct {
	Prior      *sparse.Prior
	Projection *sparse.Projection

	like kernel.Kernel // as it started
}

// Settings are what the fit has of a method's options.
type Settings struct {
	method.Learning
	method.Schedule
	method.Sharing
	method.Tracing
	// HyperPrior is a prior whose log density the objective has, but for a constant.
	method.HyperPrior
	method.LBFGS
	// Ending has no effect on a level where the search began.
	method.Ending
	Optimiser string // optim.LBFGS or optim.SCG
	// LongestStep is the largest change of the logarithm of a lengthscale in an iteration, 0 without a
	// limit. If lengthscales are so short that no row is correlated with another, the objective has no
	// slope, and one step that is too long ends there.
	LongestStep float64
}

// SettingsOf are those of a search by L-BFGS without a limit of steps, whose functions share nothing.
func SettingsOf(l method.Learning, s method.Schedule, t method.Tracing, h method.HyperPrior) Settings {
	return Settings{Learning: l, Schedule: s, Tracing: t, HyperPrior: h, Optimiser: optim.LBFGS}
}

// Fit is a training run.
type Fit struct {
	Groups []*Group
	Layout sparse.Layout // of the parameters
	Inner  Inner         // to be set before anything is worked out

	settings Settings
	rec      method.Recorder
	rows     []int // all of them
	calls    method.Calls

	prior   []float64 // where parameters start
	priorSD []float64 // of those of the kernels about there, 0 for none

	lengthscales []int // among the parameters

	x     []float64 // where we are
	begin []float64 // where the inner loop starts at other points

	at    []float64 // where the following was worked out
	value float64
	grad  []float64
	err   error // ErrFar, or nil

	cut bool // the budget was spent before the search had ended

	stuck func() bool // whether the search began on a level, and is still there

	done  int     // iterations of the searches before
	ended bool    // the last iteration of a search gained too little
	top   float64 // the objective at the present point, for the search
	shift float64 // objective for the search minus the value: it does not jump where the inner loop becomes finer
}

// New returns the run on inputs x before its first value. Latent functions that share
// everything have the same pointer in priors, and one group.
func New(x *mat.Dense, priors []*sparse.Prior, settings Settings, rec method.Recorder) *Fit {
	n, _ := x.Dims()
	f := &Fit{settings: settings, rec: rec, calls: method.Calls{Tracing: settings.Tracing, Rec: rec}, rows: make([]int, n)}
	for i := range f.rows {
		f.rows[i] = i
	}
	var distinct []*sparse.Prior
	for _, p := range priors {
		if slices.Contains(distinct, p) {
			continue
		}
		distinct = append(distinct, p)
		f.Groups = append(f.Groups, &Group{Prior: p, Projection: p.Training(x), like: p.Kernel})
	}
	f.Layout = sparse.NewLayout(distinct, settings.SharesKernel(), settings.SharesInducing())
	f.x, f.at, f.grad = make([]float64, f.Layout.Size()), make([]float64, f.Layout.Size()), make([]float64, f.Layout.Size())
	f.Layout.Pack(f.x, distinct)
	f.prior = slices.Clone(f.x)
	for range f.Layout.KernelSize() / f.Layout.P {
		for _, name := range distinct[0].Kernel.Names() {
			f.priorSD = append(f.priorSD, settings.SD(name))
		}
	}
	f.lengthscales = f.Layout.Lengthscales(distinct[0].Kernel)
	f.nowhere()
	return f
}

// nowhere says that nothing has been computed yet.
func (f *Fit) nowhere() { f.at[0] = math.NaN() }

// X returns the parameters where the fit is.
func (f *Fit) X() []float64 { return slices.Clone(f.x) }

// Group returns the group of a prior.
func (f *Fit) Group(p *sparse.Prior) *Group {
	return f.Groups[slices.IndexFunc(f.Groups, func(g *Group) bool { return g.Prior == p })]
}

// Objective returns the objective at x and writes the derivatives by what is learnt; the
// others are 0. The error is that of Converge, of the decomposition of Kuu, or ErrFar of a step that is too
// long, and of all new points once the budget is spent: the search then ends where it is.
func (f *Fit) Objective(x, grad []float64) (float64, error) {
	if f.tooFar(x) {
		return 0, errTooFar
	}
	if !slices.Equal(x, f.at) && f.Over() {
		f.cut = true
		return 0, ErrFar
	}
	if err := f.moveTo(x); err != nil {
		return 0, err
	}
	copy(grad, f.grad)
	f.calls.At(func() float64 { return f.value }, f.Inner.Predictor)
	return f.value + f.shift, nil
}

// tooFar says whether a lengthscale at x is farther than the longest step from where the fit is.
func (f *Fit) tooFar(x []float64) bool {
	return f.settings.LongestStep > 0 && slices.ContainsFunc(f.lengthscales, func(i int) bool { return math.Abs(x[i]-f.x[i]) > f.settings.LongestStep })
}

// Over says whether the budget is spent. An inner loop that takes long ends then.
func (f *Fit) Over() bool { return f.settings.Expired(f.rec.Elapsed()) }

// Run maximises the objective and returns the model.
func (f *Fit) Run(ctx context.Context) (method.Predictor, error) {
	if err := f.accept(f.x); err != nil {
		return nil, err
	}
	f.stuck = f.settings.Stuck(f.Groups[0].Projection.X, f.kernels)
	result, err := f.search(ctx)
	if err != nil {
		return nil, err
	}
	if err := f.calls.Err(); err != nil {
		return nil, err
	}
	if err := f.accept(f.x); err != nil { // a rejected point may have been looked at last
		return nil, err
	}
	if !result.Converged || f.cut || f.stuck() {
		f.rec.Event(method.EventSearchNotConverged, 1)
	}
	if err := f.trace(f.calls.Done(result.Iterations)); err != nil {
		return nil, err
	}
	return f.Inner.Predictor()
}

// search maximises the objective. Where it ends with a coarse inner loop, it begins anew with a fine one.
func (f *Fit) search(ctx context.Context) (optim.Result, error) {
	for {
		f.top = f.value + f.shift
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
	f.nowhere()
	coarse := f.value
	err := f.accept(x)
	f.shift += coarse - f.value
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
	gain := value - f.top
	little := gain < f.settings.LeastGain*float64(len(f.rows))
	if little {
		gain = 0
	}
	finer, err := f.finer(x, gain)
	if err != nil {
		return true, err
	}
	f.ended = little && !finer && !f.Over() && !f.stuck()
	f.top = value
	if f.rec.Iterated(t) && !f.calls.TraceCalls {
		err = f.trace(t)
	}
	return f.Over() || f.ended, err
}

// accept makes x the present point, and the end of its inner loop the start elsewhere.
// An inner loop that ends far from convergence is not an error: it only happens where
// the fit begins, because a line search avoids such points.
func (f *Fit) accept(x []float64) error {
	if err := f.moveTo(x); errors.Is(err, ErrFar) {
		f.cut = f.cut || f.Over() // before there was a slope that the search could tell from none
	} else if err != nil {
		return err
	}
	f.err = nil
	copy(f.x, x)
	copy(f.begin, f.Inner.State())
	return nil
}

// moveTo works out objective and derivatives at x. The error is that of Converge, or of
// the decomposition of Kuu.
func (f *Fit) moveTo(x []float64) error {
	if slices.Equal(x, f.at) {
		return f.err
	}
	f.nowhere()
	if err := f.movePriors(x); err != nil {
		return err
	}
	if f.begin == nil {
		f.begin = slices.Clone(f.Inner.State())
	}
	copy(f.Inner.State(), f.begin)
	f.err = f.Inner.Converge()
	if f.err != nil && !errors.Is(f.err, ErrFar) {
		return f.err
	}
	f.value = f.Inner.Value()
	f.gradient()
	f.addPrior(x)
	copy(f.at, x)
	return f.err
}

// addPrior adds the log density of the kernels' parameters and its derivatives, if they have a prior and are
// learnt.
func (f *Fit) addPrior(x []float64) {
	if !f.settings.Any() || !f.settings.LearnsKernel() {
		return
	}
	for i, sd := range f.priorSD {
		if sd > 0 {
			z := (x[i] - f.prior[i]) / sd
			f.value -= 0.5 * z * z
			f.grad[i] -= z / sd
		}
	}
}

// movePriors sets the priors to x and projects the training rows on them. The error is of
// the first prior without a decomposition.
func (f *Fit) movePriors(x []float64) error {
	growths, errs := make([]int, len(f.Groups)), make([]error, len(f.Groups))
	threads.Do(len(f.Groups), func(_, k int) {
		g := f.Groups[k]
		if growths[k], errs[k] = f.Layout.Unpack(g.Prior, g.like, x, k); errs[k] == nil {
			g.Prior.ProjectTraining(g.Projection, f.rows)
		}
	})
	for k, n := range growths {
		method.Jitter(f.rec, n)
		if errs[k] != nil {
			return errs[k]
		}
	}
	return nil
}

// gradient works out the derivatives by what is learnt.
func (f *Fit) gradient() {
	clear(f.grad)
	if len(f.settings.Learn) == 0 {
		return
	}
	group := func(worker, k int) {
		var to sparse.Gradient
		if f.settings.LearnsKernel() {
			to.Theta = f.Layout.Theta(f.grad, k)
		}
		if f.settings.LearnsInducing() {
			to.Z = f.Layout.Z(f.grad, k)
		}
		f.Inner.Gradient(to, f.Groups[k], worker)
	}
	if n := len(f.Groups); f.Layout.Kernels == n && f.Layout.Inputs == n {
		threads.Do(n, group)
	} else {
		for k := range n { // one after the other: they add to the same
			group(0, k)
		}
	}
}

// trace offers the state after iteration t to the recorder.
func (f *Fit) trace(t int) error {
	return f.rec.Trace(t, func() float64 { return f.value }, f.Inner.Predictor)
}

// kernels returns those of all groups.
func (f *Fit) kernels() (out []kernel.Kernel) {
	for _, g := range f.Groups {
		out = append(out, g.Prior.Kernel)
	}
	return out
}
