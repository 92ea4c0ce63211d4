package exact

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// ellipse is the Gaussian N(mean, A A') of z that moves of the kernel use as its prior, z = mean +
// A zeta. Nil is the prior itself.
type ellipse struct {
	Mean   []float64
	Factor []float64 // A, P x P by rows, lower triangular
}

// wider is the ratio of the standard deviations of a fitted ellipse to those of the draws: moves
// from a Gaussian narrower than the posterior get stuck in its tails.
const wider = 1.4

// fitEllipse returns the ellipse of draws of z, one after the other, with p parameters, and nil if
// the draws do not span one.
func fitEllipse(z []float64, p int) *ellipse {
	n := len(z) / p
	if n <= p {
		return nil
	}
	e := &ellipse{Mean: make([]float64, p)}
	for i, v := range z {
		e.Mean[i%p] += v / float64(n)
	}
	cov := mat.NewDense(p, p, nil)
	for s := range n {
		for i := range p {
			for j := range i + 1 {
				add := (z[s*p+i] - e.Mean[i]) * (z[s*p+j] - e.Mean[j])
				cov.Set(i, j, cov.At(i, j)+wider*wider*add/float64(n-1))
			}
		}
	}
	if linalg.Cholesky(cov, cov) != nil {
		return nil
	}
	for i := range p {
		for j := i + 1; j < p; j++ {
			cov.Set(i, j, 0)
		}
	}
	e.Factor = cov.RawMatrix().Data
	return e
}

// from writes the z of a zeta. They may be the same slice.
func (e *ellipse) from(z, zeta []float64) {
	p := len(zeta)
	for i := p - 1; i >= 0; i-- {
		sum := e.Mean[i]
		for j := range i + 1 {
			sum += e.Factor[i*p+j] * zeta[j]
		}
		z[i] = sum
	}
}

// to writes the zeta of a z.
func (e *ellipse) to(zeta, z []float64) {
	p := len(z)
	for i := range p {
		sum := z[i] - e.Mean[i]
		for j := range i {
			sum -= e.Factor[i*p+j] * zeta[j]
		}
		zeta[i] = sum / e.Factor[i*p+i]
	}
}

// weight returns log N(z | 0, I) - log N(z | mean, A A').
func (e *ellipse) weight(z []float64) float64 {
	if e == nil {
		return 0
	}
	zeta, log := make([]float64, len(z)), 0.0
	e.to(zeta, z)
	for i, v := range z {
		log += (zeta[i]*zeta[i]-v*v)/2 + math.Log(e.Factor[i*len(z)+i])
	}
	return log
}

// fits says whether the ellipse, which was read from a file, has p parameters.
func (e *ellipse) fits(p int) bool {
	if len(e.Mean) != p || len(e.Factor) != p*p {
		return false
	}
	for i := range p {
		if !(e.Factor[i*p+i] > 0) {
			return false
		}
	}
	return !slices.ContainsFunc(slices.Concat(e.Mean, e.Factor), func(v float64) bool { return !(math.Abs(v) <= farthest) })
}
