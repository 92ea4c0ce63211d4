package nested

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// Fit is a training run.
type Fit struct {
	Groups []*Group
	Layout sparse.Layout // of the parameters
	Inner  Inner         // to be set before anything is worked out

	settings Settings
	rec      method.Recorder
	rows     []int // all of them
	calls    method.Calls

	prior        []float64 // where parameters start
	priorSD      []float64 // of those of the kernels about there, 0 for none
	lengthscales []int     // among the parameters

	x          []float64 // the last accepted point
	innerStart []float64 // where the inner loop starts elsewhere: its end at x

	evaluated []float64 // the point of the following; NaN: none
	value     float64
	grad      []float64
	err       error // ErrFar, or nil

	spent bool        // the budget was spent before the search had ended
	stuck func() bool // whether the search began on a level, and is still there

	// Of a search in parts, each with a finer inner loop.
	done   int     // iterations of the parts before
	ended  bool    // the last iteration gained too little
	before float64 // the objective at x, for the search
	offset float64 // objective for the search minus the value: it does not jump where the inner loop becomes finer
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
		f.Groups = append(f.Groups, &Group{Prior: p, Projection: p.Training(x), initial: p.Kernel})
	}
	f.Layout = sparse.NewLayout(distinct, settings.SharesKernel(), settings.SharesInducing())
	f.x, f.evaluated, f.grad = make([]float64, f.Layout.Size()), make([]float64, f.Layout.Size()), make([]float64, f.Layout.Size())
	f.Layout.Pack(f.x, distinct)
	f.prior = slices.Clone(f.x)
	for range f.Layout.KernelSize() / f.Layout.P {
		for _, name := range distinct[0].Kernel.Names() {
			f.priorSD = append(f.priorSD, settings.SD(name))
		}
	}
	f.lengthscales = f.Layout.Lengthscales(distinct[0].Kernel)
	f.forget()
	return f
}

// forget says that nothing has been evaluated.
func (f *Fit) forget() { f.evaluated[0] = math.NaN() }

// X returns the parameters where the fit is.
func (f *Fit) X() []float64 { return slices.Clone(f.x) }

// Group returns the group of a prior.
func (f *Fit) Group(p *sparse.Prior) *Group {
	return f.Groups[slices.IndexFunc(f.Groups, func(g *Group) bool { return g.Prior == p })]
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
	if !result.Converged || f.spent || f.stuck() {
		f.rec.Event(method.EventSearchNotConverged, 1)
	}
	if err := f.trace(f.calls.Done(result.Iterations)); err != nil {
		return nil, err
	}
	return f.Inner.Predictor()
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
