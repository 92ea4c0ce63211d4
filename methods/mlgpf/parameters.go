package mlgpf

import (
	"gonum.org/v1/gonum/mat"
)

// parameters holds everything that is learnt, or the derivatives by it.
type parameters struct {
	mu       *mat.Dense // M x P
	xi       *mat.Dense // P x M, log(Sigma - 1e-6)
	phi      *mat.Dense // K x P
	b        []float64  // K
	kernel   []float64  // logarithms of its parameters
	inducing *mat.Dense // A', R x M, or Z', D x M
}

// newParameters returns zeros. The inducing inputs have d rows.
func newParameters(m, latents, labels, kernel, d int) *parameters {
	return &parameters{
		mu: mat.NewDense(m, latents, nil), xi: mat.NewDense(latents, m, nil),
		phi: mat.NewDense(labels, latents, nil), b: make([]float64, labels),
		kernel: make([]float64, kernel), inducing: mat.NewDense(d, m, nil),
	}
}

// like returns zeros of the same shapes.
func (p *parameters) like() *parameters {
	m, latents := p.mu.Dims()
	d, _ := p.inducing.Dims()
	return newParameters(m, latents, len(p.b), len(p.kernel), d)
}

// copyFrom takes over all of q.
func (p *parameters) copyFrom(q *parameters) {
	for i := range numParts {
		copy(p.part(i), q.part(i))
	}
}

// The parts of parameters, each with a state of Adam of its own.
const (
	partMu = iota
	partXi
	partPhi
	partB
	partKernel
	partInducing
	numParts
)

// part returns the numbers of a part.
func (p *parameters) part(i int) []float64 {
	switch i {
	case partMu:
		return p.mu.RawMatrix().Data
	case partXi:
		return p.xi.RawMatrix().Data
	case partPhi:
		return p.phi.RawMatrix().Data
	case partB:
		return p.b
	case partKernel:
		return p.kernel
	}
	return p.inducing.RawMatrix().Data
}

// clear sets all to zero.
func (p *parameters) clear() {
	for i := range numParts {
		clear(p.part(i))
	}
}
