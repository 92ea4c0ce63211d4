package exact

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// posterior is the distribution that is sampled, with the space that a chain works in.
type posterior struct {
	likelihood likelihood.Observation
	guide      likelihood.Likelihood // that frames are laid by: the likelihood, unless it does not say where to go
	x          *mat.Dense            // N x D
	y          []int
	prior      hyperprior

	k, b, scaled *mat.Dense      // N x N
	f, g, w      *mat.Dense      // N x F: latent values, slope and curvature of the smoothed likelihood
	d            *mat.Dense      // N x F: D of a frame's curvature, w unless coupled
	u            *mat.Dense      // N x F: U of a coupled one
	ties         likelihood.Tied // of coupled frames: the guide
	smoothing    *mat.Dense      // N x F: the variances that smooth it
	adapted      bool            // they are those of the frame's own Gaussian, not 1
	coupled      bool            // frames tie the functions together
	sites        *sites          // of matched frames, else nil
	plain        bool            // there is no frame: v is eta
	surrogates   bool            // z is moved by surrogate data
	leapfrogs    int             // steps of a move of eta by Hamiltonian Monte Carlo, 0: by slices
	estimates    int             // draws of an estimate of p(y) that z is moved by, 0: by slices
	ellipse      *ellipse        // that z is moved by, nil: of its prior
	row          []float64       // N
	step, tried  [][]float64
}

func newPosterior(l likelihood.Observation, x *mat.Dense, y []int, prior hyperprior) *posterior {
	n, functions := len(y), l.Functions()
	square := func() *mat.Dense { return mat.NewDense(n, n, nil) }
	rows := func() *mat.Dense { return mat.NewDense(n, functions, nil) }
	p := &posterior{
		likelihood: l, x: x, y: y, prior: prior,
		k: square(), b: square(), scaled: square(),
		f: rows(), g: rows(), w: rows(), smoothing: rows(),
		row: make([]float64, n), step: vectors(functions, n), tried: vectors(functions, n),
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

// smoothBy has every row smoothed by one variance.
func (p *posterior) smoothBy(variance float64) {
	p.smoothing.Apply(func(_, _ int, _ float64) float64 { return variance }, p.smoothing)
}

// vectors returns so many of n zeros.
func vectors(count, n int) [][]float64 {
	out := make([][]float64, count)
	for i := range out {
		out[i] = make([]float64, n)
	}
	return out
}

// logLikelihood returns sum_i log p(y_i | f_i).
func (p *posterior) logLikelihood(f *mat.Dense) float64 {
	sum := 0.0
	for i, y := range p.y {
		sum += p.likelihood.LogProb(y, f.RawRowView(i))
	}
	return sum
}

// latent writes f = L v.
func (p *posterior) latent(f, l *mat.Dense, v [][]float64) {
	for c, of := range v {
		linalg.MulVec(p.row, false, 1, l, of, 0)
		f.SetCol(c, p.row)
	}
}
