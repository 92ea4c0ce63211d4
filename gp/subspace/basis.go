package subspace

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inputs"
)

// Basis is a truncated singular value decomposition of the training inputs X, N x D:
// the right singular vectors of the R largest singular values. The left ones are
// X V diag(1/S), and are never kept.
type Basis struct {
	V           *mat.Dense // D x R, orthonormal columns; X~ is its transpose
	S           []float64  // singular values, descending, all positive
	Residuals   []float64  // |X'u - s v| / s of each, where u = X v / s
	SquaredNorm float64    // |X|_F^2, the sum of all squared singular values
}

// Project writes X V to dst, n x R, for rows X of D inputs. Of the training rows it is
// U S. The cost is that of X.Mul.
func (b *Basis) Project(dst *mat.Dense, x inputs.Rows) { x.Mul(dst, b.V) }

// Share returns the fraction of |X|_F^2 that the basis holds, from 0 to
// 1.
func (b *Basis) Share() float64 {
	if b.SquaredNorm == 0 {
		return 1
	}
	var sum float64
	for _, s := range b.S {
		sum += s * s
	}
	return min(sum/b.SquaredNorm, 1)
}

// MaxResidual returns the largest of the residuals.
func (b *Basis) MaxResidual() float64 {
	return slices.Max(b.Residuals)
}

// MedianResidual returns the median of the residuals, the upper one of two.
func (b *Basis) MedianResidual() float64 {
	sorted := slices.Sorted(slices.Values(b.Residuals))
	return sorted[len(sorted)/2]
}

// fixSigns turns vectors, the columns of v, so that the first element of each that is
// nearly the largest in size is positive. "Nearly", because elements of equal size
// differ by rounding.
func fixSigns(v *mat.Dense) {
	d, r := v.Dims()
	largest, sign := make([]float64, r), make([]float64, r)
	for i := range d {
		for j, x := range v.RawRowView(i) {
			largest[j] = math.Max(largest[j], math.Abs(x))
		}
	}
	for i := range d {
		for j, x := range v.RawRowView(i) {
			if sign[j] == 0 && math.Abs(x) >= 0.99*largest[j] {
				sign[j] = math.Copysign(1, x)
			}
		}
	}
	for i := range d {
		for j, s := range sign {
			v.RawRowView(i)[j] *= s
		}
	}
}
