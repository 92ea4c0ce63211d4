package gibbs

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/mcmc"
	"gpcbench/linalg"
)

// levelMoves is the number of moves of the level in a sweep. One costs a few evaluations
// of the likelihood, little beside the draws of v.
const levelMoves = 4

// level moves what all classes have in common, g = sum_c v_c / sqrt(C), by elliptical slice
// sampling: see the package.
type level struct {
	likelihood    *logisticSoftmax
	a             *mat.Dense // as in target
	residual      []float64
	g, fresh      []float64 // M: g, and a draw of its prior
	latent, other []float64 // N: A g and A fresh
	shift         []float64 // N: what is tried, of the latent means of every class
}

func newLevel(l *logisticSoftmax, a *mat.Dense, residual []float64) *level {
	n, m := a.Dims()
	return &level{
		likelihood: l, a: a, residual: residual, g: make([]float64, m), fresh: make([]float64, m),
		latent: make([]float64, n), other: make([]float64, n), shift: make([]float64, n),
	}
}

// move moves v, and the latent means A v of all classes with it.
func (l *level) move(v []float64, latent [][]float64, rng *rand.Rand) {
	m, root := len(l.g), math.Sqrt(float64(len(latent)))
	clear(l.g)
	for i, e := range v {
		l.g[i%m] += e / root
	}
	normal(l.fresh, rng)
	linalg.MulVec(l.latent, false, 1, l.a, l.g, 0)
	linalg.MulVec(l.other, false, 1, l.a, l.fresh, 0)
	clear(l.shift)
	now := l.likelihood.log(latent, l.residual, l.shift)
	angle := mcmc.EllipticalSlice(rng, now, func(angle float64) float64 {
		sin, cos := math.Sincos(angle)
		for i, f := range l.latent {
			l.shift[i] = ((cos-1)*f + sin*l.other[i]) / root
		}
		return l.likelihood.log(latent, l.residual, l.shift)
	})
	if angle == 0 { // no other point was in the slice
		return
	}
	sin, cos := math.Sincos(angle)
	for i := range v {
		v[i] += ((cos-1)*l.g[i%m] + sin*l.fresh[i%m]) / root
	}
	for _, values := range latent {
		for i, s := range l.shift {
			values[i] += s
		}
	}
}
