package exact

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// frameKind says how the coordinates of latent functions are laid.
type frameKind int

const (
	smoothedFrame frameKind = iota // by the slope and the curvature of the smoothed likelihood
	matchedFrame                   // by the moments that expectation propagation finds
	priorFrame                     // by the kernel alone: v is eta
)

// kernelMove says how z is moved.
type kernelMove int

const (
	kernelBySlice     kernelMove = iota // by elliptical slices
	kernelBySurrogate                   // by elliptical slices given surrogate data
	kernelByEstimates                   // by random steps and estimates of p(y)
)

// posterior is the distribution that is sampled, with the space that a chain works in.
type posterior struct {
	likelihood likelihood.Observation
	guide      likelihood.Likelihood // what frames are computed from: the likelihood, or a smooth one if the likelihood has steps
	x          *mat.Dense            // N x D
	y          []int
	prior      hyperprior
	scale      float64 // that latent functions are multiplied by: 1, or less on the way to the evidence

	k, b, scaled *mat.Dense // N x N
	f, g, w      *mat.Dense // N x F: latent values, slope and curvature of the smoothed likelihood
	smoothing    *mat.Dense // N x F: the variances that the guide is smoothed by

	// Smoothed frames are laid by the curvature W_i = diag(d_i) - u_i u_i' of each row i.
	frames  frameKind
	adapted bool            // of smoothed frames: smoothing has the variances of the frame's own Gaussian, not 1
	coupled bool            // of smoothed frames: W ties the functions together; else d is w, and u and ties are nil
	d, u    *mat.Dense      // N x F
	ties    likelihood.Tied // the guide
	sites   *sites          // of matched frames, else nil

	curvature float64 // the share of W that frames have

	kernelMove kernelMove
	estimates  int                  // draws of an estimate of p(y), of kernelByEstimates
	ellipse    *ellipse             // the Gaussian that moves of z use as its prior; nil: the prior itself
	leapfrogs  int                  // steps of a move of eta by Hamiltonian Monte Carlo; 0: eta moves by elliptical slices
	noise      likelihood.Augmented // of f, where eta moves as a truncated Gaussian, else nil
	batched    bool                 // the directions of these slices are drawn and multiplied together

	row         []float64 // N
	step, tried [][]float64
}

func newPosterior(l likelihood.Observation, x *mat.Dense, y []int, prior hyperprior) *posterior {
	n, functions := len(y), l.Functions()
	square := func() *mat.Dense { return mat.NewDense(n, n, nil) }
	rows := func() *mat.Dense { return mat.NewDense(n, functions, nil) }
	p := &posterior{
		likelihood: l, x: x, y: y, prior: prior,
		k: square(), b: square(), scaled: square(),
		f: rows(), g: rows(), w: rows(), smoothing: rows(),
		row: make([]float64, n), step: vectors(functions, n), tried: vectors(functions, n), batched: true, scale: 1, curvature: 1,
	}
	p.d = p.w
	p.smoothBy(smoothing)
	if steps, ok := l.(likelihood.Smoothed); ok {
		p.guide = steps.Smooth()
	} else {
		p.guide = l.(likelihood.Likelihood)
	}
	return p
}

// gram writes the kernel matrix of the latent functions at their scale.
func (p *posterior) gram(to *mat.Dense, k kernel.Kernel) {
	k.Gram(to, p.x)
	if p.scale != 1 {
		to.Scale(p.scale*p.scale, to)
	}
}

// smoothBy smooths every row by the same variance.
func (p *posterior) smoothBy(variance float64) {
	p.smoothing.Apply(func(_, _ int, _ float64) float64 { return variance }, p.smoothing)
}

// vectors returns the given number of vectors of n zeros.
func vectors(count, n int) [][]float64 {
	out := make([][]float64, count)
	for i := range out {
		out[i] = make([]float64, n)
	}
	return out
}

// logLikelihood returns sum_i log p(y_i | f_i).
func (p *posterior) logLikelihood(f *mat.Dense) (sum float64) {
	if p.batched {
		sum = likelihood.SumLogProb(p.likelihood, p.y, f)
	} else {
		for i, y := range p.y {
			sum += p.likelihood.LogProb(y, f.RawRowView(i))
		}
	}
	if sum < -lost {
		return p.fromAfar(f)
	}
	return sum
}

// lost is a log-likelihood so low that it need not have its digits.
const lost = 1e200

// fromAfar is logLikelihood where it may overflow, as that of -1 by a cloglog does for f > 709: no row is below -lost (1 + |f|), which
// is finite and falls with |f|. A chain that finds all points equal would move as under the prior.
func (p *posterior) fromAfar(f *mat.Dense) (sum float64) {
	for i, y := range p.y {
		row := f.RawRowView(i)
		sum += max(p.likelihood.LogProb(y, row), -lost*(1+floats.Norm(row, 1)))
	}
	return sum
}

// latent writes f = L v.
func (p *posterior) latent(f, l *mat.Dense, v [][]float64) {
	for c, values := range v {
		linalg.MulVec(p.row, false, 1, l, values, 0)
		f.SetCol(c, p.row)
	}
}
