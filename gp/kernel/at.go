package kernel

import (
	"sync"

	"gonum.org/v1/gonum/mat"
)

// At is a kernel at inputs Z, m x D, for several matrices and pullbacks: what depends
// on Z alone, the inputs scaled by lengthscales and their squared norms, is computed
// once. Neither the kernel nor Z may change in between.
type At struct {
	kernel Kernel
	sum    *sum // nil if the kernel is not of this package
	z      *mat.Dense
	parts  []prepared // the inputs for each part of the sum
}

// prepared holds inputs with what a part of a kernel computes from them
// alone.
type prepared struct {
	inputs    *mat.Dense // n x D
	units     *loan      // centre and reciprocals of the lengthscales, of a stationary part
	scaled    *loan      // n x D: in those units, or times weights
	halfNorms *loan      // half the squared norms of what is scaled, of a stationary part
}

var unused = sync.Pool{New: func() any { return new(At) }}

// NewAt returns k at inputs z, which it keeps. Cost O(m D).
func NewAt(k Kernel, z *mat.Dense) *At {
	a := unused.Get().(*At)
	a.kernel, a.z = k, z
	a.sum, _ = k.(*sum)
	if a.sum != nil {
		if _, d := z.Dims(); d != a.sum.dim {
			panic("kernel: NewAt: shapes do not match")
		}
		for _, p := range a.sum.parts {
			a.parts = append(a.parts, p.prepare(z))
		}
	}
	return a
}

// Release ends the use of a, whose space is then reused. It does nothing if a is nil.
func (a *At) Release() {
	if a == nil {
		return
	}
	for _, s := range a.parts {
		giveBack(s.units)
		giveBack(s.scaled)
		giveBack(s.halfNorms)
	}
	*a = At{parts: a.parts[:0]}
	unused.Put(a)
}

// Gram is Gram of Z.
func (a *At) Gram(dst *mat.Dense) {
	if a.sum == nil {
		a.kernel.Gram(dst, a.z)
		return
	}
	a.sum.gram(dst, a.parts)
}

// Cov is Cov of x and Z.
func (a *At) Cov(dst, x *mat.Dense) {
	if a.sum == nil {
		a.kernel.Cov(dst, x, a.z)
		return
	}
	a.sum.cov(dst, x, a.parts)
}

// CovBack is CovBack of x and Z for w = dL/dCov, without dL/dx; k is what Cov gave.
func (a *At) CovBack(dTheta []float64, dZ, x, k, w *mat.Dense) {
	if a.sum == nil {
		a.kernel.CovBack(dTheta, nil, dZ, x, a.z, k, w)
		return
	}
	a.sum.covBack(dTheta, nil, dZ, x, a.parts, k, w)
}

// GramBack is GramBack of Z for w = dL/dGram; k is what Gram gave.
func (a *At) GramBack(dTheta []float64, dZ, k, w *mat.Dense) {
	if a.sum == nil {
		a.kernel.GramBack(dTheta, dZ, a.z, k, w)
		return
	}
	a.sum.gramBack(dTheta, dZ, a.parts, k, w)
}
