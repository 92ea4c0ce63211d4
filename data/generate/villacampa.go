package generate

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

func overlapping(x []float64, rng *rand.Rand) (class int) {
	class = rng.IntN(2)
	x[0] = rng.NormFloat64() + float64(2*class-1)
	return class
}

// gpArgmax draws n points uniformly on [-2.5, 2.5]^2. The class of each is that of the largest of
// three latent functions, drawn from a GP with covariance exp(-|x - x'|^2 / 2).
func gpArgmax(n int, rng *rand.Rand) (*mat.Dense, []int) {
	const half, classes = 2.5, 3
	x, y := mat.NewDense(n, 2, nil), make([]int, n)
	for i := range n {
		x.Set(i, 0, half*(2*rng.Float64()-1))
		x.Set(i, 1, half*(2*rng.Float64()-1))
	}
	factor := pivotedCholesky(n, func(i, j int) float64 {
		d0, d1 := x.At(i, 0)-x.At(j, 0), x.At(i, 1)-x.At(j, 1)
		return math.Exp(-(d0*d0 + d1*d1) / 2)
	})
	best := make([]float64, n)
	for c := range classes {
		z := make([]float64, len(factor))
		for k := range z {
			z[k] = rng.NormFloat64()
		}
		for i := range n {
			f := 0.0
			for k, column := range factor {
				f += column[i] * z[k]
			}
			if c == 0 || f > best[i] {
				best[i], y[i] = f, c
			}
		}
	}
	return x, y
}

// pivotedCholesky returns the columns of a factor L of a covariance matrix, K = L L' with an error
// below 1e-12 in every element. The covariance of a smooth kernel has far fewer columns than rows,
// and no jitter is needed. Cost O(n r^2), r the number of columns. (Harbrecht, Peters & Schneider,
// On the low-rank approximation by the pivoted Cholesky decomposition, 2012.)
func pivotedCholesky(n int, k func(i, j int) float64) [][]float64 {
	const tolerance = 1e-12
	left := make([]float64, n) // variance not yet explained
	for i := range left {
		left[i] = k(i, i)
	}
	var factor [][]float64
	for {
		pivot := 0
		for i, v := range left {
			if v > left[pivot] {
				pivot = i
			}
		}
		if left[pivot] < tolerance {
			return factor
		}
		column := make([]float64, n)
		root := math.Sqrt(left[pivot])
		for i := range column {
			v := k(i, pivot)
			for _, c := range factor {
				v -= c[i] * c[pivot]
			}
			column[i] = v / root
			left[i] -= column[i] * column[i]
		}
		left[pivot] = 0
		factor = append(factor, column)
	}
}
