package kernel

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/linalg/engine"
)

// farOut is half the squared norm of scaled inputs above which rounding of the products would
// change distances to other inputs by hundredths of a lengthscale: 1.4 million lengthscales from
// the centre.
const farOut = 1e12

// medians writes the median of each column of x to centre.
func medians(centre []float64, x *mat.Dense) {
	n, _ := x.Dims()
	column := make([]float64, n)
	for d := range centre {
		mat.Col(column, d, x)
		slices.Sort(column)
		centre[d] = column[n/2]
	}
}

// scaled returns (x - centre) / l, in the units u, and writes half the squared norms of
// its rows to halfNorms, which may be nil.
func scaled(x *mat.Dense, u, halfNorms *loan) *loan {
	n, dim := x.Dims()
	out := borrow(n, dim)
	centre, inverse := u.RawRowView(0), u.RawRowView(1)
	for i := range n {
		to := out.RawRowView(i)
		engine.Standardise(to, x.RawRowView(i), centre, inverse)
		if halfNorms != nil {
			halfNorms.row()[i] = 0.5 * linalg.Dot(to, to)
		}
	}
	return out
}

// exponents sets dst_ij = -|x_i - z_j|^2 / 2, never positive, for scaled x and half their
// squared norms.
func exponents(dst *mat.Dense, x, halfNorms *loan, z prepared) {
	linalg.Mul(dst, false, true, 1, x.Dense, z.scaled.Dense, 0)
	for i, a := range halfNorms.row() {
		engine.Exponents(dst.RawRowView(i), a, z.halfNorms.row())
		if a > farOut {
			byDifferences(dst.RawRowView(i), x.RawRowView(i), a, z)
		}
	}
}

// leastExponent is low enough for a covariance of 0, and six times it is a number.
const leastExponent = -math.MaxFloat64 / 8

// byDifferences sets dst_j to -|x - z_j|^2 / 2 for every z_j that is far out. If half of |x|^2, a, is beyond float64's
// range, products with the others are no numbers, and their exponents are as low as can be.
func byDifferences(dst, x []float64, a float64, z prepared) {
	for j, b := range z.halfNorms.row()[:len(dst)] {
		switch {
		case b > farOut:
			dst[j] = max(leastExponent, -0.5*squaredDistance(x, z.scaled.RawRowView(j)))
		case math.IsInf(a, 1):
			dst[j] = leastExponent
		}
	}
}

// squaredDistance returns |a - b|^2.
func squaredDistance(a, b []float64) float64 {
	var sum float64
	for i, v := range a {
		sum += (v - b[i]) * (v - b[i])
	}
	return sum
}

// exponentsGram fills the lower triangle of dst with -|x_i - x_j|^2 / 2; its
// diagonal is exactly 0.
func exponentsGram(dst *mat.Dense, x prepared) {
	linalg.MulLower(dst, false, true, 1, x.scaled.Dense, x.scaled.Dense, 0)
	for i, a := range x.halfNorms.row() {
		row := dst.RawRowView(i)[:i+1]
		engine.Exponents(row, a, x.halfNorms.row()[:i+1])
		if a > farOut {
			byDifferences(row, x.scaled.RawRowView(i), a, x)
		}
		row[i] = 0
	}
}
