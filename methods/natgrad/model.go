package natgrad

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/collapsed"
	"gpcbench/methods/method"
)

// Likelihood is p(y_i | f_i) of C latent functions with the auxiliary variables
// that make it Gaussian in them: under the best q of these variables its expected
// logarithm is, up to a constant,
//
//	sum_k [shift_ik f_ik - 1/2 precision_ik f_ik^2].
//
// Expected makes one of a likelihood that is not augmented.
type Likelihood interface {
	// Local is the local step: it writes shift and precision, by function and row,
	// for rows of the given classes and q(f_ik) = N(mean, variance), by function
	// and row. The previous content of shift and precision does not matter.
	Local(shift, precision [][]float64, class []int, mean, variance [][]float64)
	// Bound returns the rows' part of the bound at the best q of the auxiliary
	// variables: the bound is its sum over all rows less sum_k KL.
	Bound(class []int, mean, variance [][]float64) float64
}

// LocalDrawn estimates the local step of some of as many functions as there are classes:
// it writes shift and precision of the functions whose numbers are in drawn. Mean and
// variance are known of these, and of function class[i] at row i.
type LocalDrawn func(drawn []int, shift, precision [][]float64, class []int, mean, variance [][]float64)

// Method is what distinguishes a method.
type Method struct {
	Name       string // for errors
	Functions  int    // C
	Sharing    method.Sharing
	Likelihood Likelihood
	// Draw is how many functions, drawn for each minibatch, an iteration updates; 0, or at
	// least their number, is all. With fewer, LocalDrawn is the local step.
	Draw       int
	LocalDrawn LocalDrawn
	// Moments says that a step averages mean and covariance of q(v), not its natural
	// parameters.
	Moments bool
	// Freeze is the number of iterations that kernel and inducing inputs wait, at least.
	Freeze int
	// Holdout is a rule that may end the fit before its last iteration.
	Holdout method.Holdout
	// Tilted is log E p(y | f) of the likelihood of one latent function whose kernel moves up EP's
	// energy; nil: it moves up the bound.
	Tilted Tilted
	// Outer are the expectations of the bound that a search with the optimal q maximises; nil: those
	// of Likelihood.
	Outer collapsed.Expectations
	// Implicit is that of collapsed.Settings.
	Implicit bool
	// SweepTolerance is that of collapsed.Settings.
	SweepTolerance float64
	// SeveralOptima says that the bound has several optima by q. A fit of all rows then starts at the
	// higher of two where the prior is wide.
	SeveralOptima bool
	// Predictor returns the model of the state that a fit is in.
	Predictor func(*Posterior) (method.Predictor, error)
}

// Posterior is the state of a fit that predictions are made from. It changes with
// the next iteration.
type Posterior struct {
	Prior []*sparse.Prior    // by function; those that share all have the same pointer
	Q     []*sparse.Gaussian // q(v_k), by function
	Train *data.Examples
	Rec   method.Recorder
}

// Model returns a model of the present state that predicts by a likelihood.
func (p *Posterior) Model(l likelihood.Likelihood) (*sparse.Model, error) {
	var mean [][]float64
	var factor []*mat.Dense
	for _, q := range p.Q {
		f := mat.NewDense(len(q.Mean), len(q.Mean), nil)
		q.UpperFactor(f)
		mean, factor = append(mean, q.Mean), append(factor, f)
	}
	return sparse.NewModel(p.Prior, mean, factor, l)
}

// group is a prior with the functions that have it.
type group struct {
	index       int           // among the groups
	prior, next *sparse.Prior // next: space for the prior after a step
	pr          *sparse.Projection
	functions   []*function
	active      []*function // those that the present iteration updates
}

// function is a latent function: q, its view of the rows of the batch, and
// their local step.
type function struct {
	*group
	number   int              // among the functions
	q, nextQ *sparse.Gaussian // nextQ: space for q after a step of the kernel
	rate     *adaptive

	mean, variance   []float64 // of f_i
	shift, precision []float64
	g, h             []float64  // derivatives of the bound by mean and variance
	curvature        *mat.Dense // A' diag(h) A
}

// newModel returns the groups and functions of the priors, with space for batches
// of b rows. Only what is to move gets space to move to.
func newModel(priors []*sparse.Prior, b int, learns bool) (groups []*group, functions []*function) {
	m, d := priors[0].Z.Dims()
	known := map[*sparse.Prior]*group{}
	for _, prior := range priors {
		g := known[prior]
		if g == nil {
			g = &group{index: len(groups), prior: prior, pr: sparse.NewProjection(b, m, d)}
			if learns {
				g.next = &sparse.Prior{Z: mat.NewDense(m, d, nil), Gram: mat.NewDense(m, m, nil), L: mat.NewDense(m, m, nil), Own: prior.Own}
			}
			if len(groups) > 0 {
				g.pr.X = groups[0].pr.X // the rows are the same
			}
			known[prior] = g
			groups = append(groups, g)
		}
		f := &function{group: g, number: len(functions), q: sparse.NewGaussian(m), rate: newAdaptive(m), curvature: mat.NewDense(m, m, nil)}
		if learns {
			f.nextQ = sparse.NewGaussian(m)
		}
		for _, s := range []*[]float64{&f.mean, &f.variance, &f.shift, &f.precision, &f.g, &f.h} {
			*s = make([]float64, b)
		}
		g.functions = append(g.functions, f)
		functions = append(functions, f)
	}
	return groups, functions
}
