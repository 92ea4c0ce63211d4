package inducing

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// spent is the fraction of the largest variance below which a conditional variance is
// rounding.
const spent = 1e-12

// Greedy returns m of N rows, in the order in which they are chosen: each is the row whose latent value
// has the largest variance given those at the rows before it, the first of equals (Burt, Rasmussen and
// van der Wilk, Convergence of sparse variational inference in Gaussian processes regression, JMLR 21,
// 2020, section 7.1; Chen, Zhang and Zhou, Fast greedy MAP inference for determinantal point process,
// NeurIPS 2018). That is the pivoted Cholesky decomposition of K, stopped after m columns: with j_t the
// row that step t chooses and d the conditional variances,
//
//	c_t = (k(X, x_{j_t}) - sum_{s < t} c_s c_{s, j_t}) / sqrt(d_{j_t}),   d <- d - c_t o c_t,
//
// and the sum of d is the trace of K - K_fu K_uu^-1 K_uf, noise on the diagonals of K and K_uu, which
// bounds how far the sparse posterior is from the exact one. If few of many rows are chosen, the first
// are the outermost ones, and the trace falls faster with random rows. variance has the N variances,
// with the noise that u has, and is overwritten; column writes k(X, x_j), without noise. If the rank is
// below m, the remaining rows are the first ones not chosen. The error is that of ctx. It panics unless
// 1 <= m <= N.
//
// Cost O(N m^2) and N m numbers, beside m columns.
func Greedy(ctx context.Context, variance []float64, column func(dst []float64, j int), m int) ([]int, error) {
	n := len(variance)
	if m < 1 || m > n {
		panic("inducing: Greedy: number of rows")
	}
	least := spent * slices.Max(variance)
	factor := mat.NewDense(m, n, nil) // row t is c_t
	at := make([]float64, m)          // c_{s, j_t} of all s < t
	taken := make([]bool, n)
	rows := make([]int, 0, m)
	for t := range m {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		j := largest(variance, taken)
		if !(variance[j] > least) {
			break
		}
		rows, taken[j] = append(rows, j), true
		c := factor.RawRowView(t)
		column(c, j)
		if t > 0 {
			mat.Col(at[:t], j, factor.Slice(0, t, 0, n))
			linalg.MulVec(c, true, -1, factor.Slice(0, t, 0, n).(*mat.Dense), at[:t], 1)
		}
		root := math.Sqrt(variance[j])
		for i, v := range c {
			v /= root
			c[i] = v
			variance[i] -= v * v
		}
	}
	for j := 0; len(rows) < m; j++ {
		if !taken[j] {
			rows = append(rows, j)
		}
	}
	return rows, nil
}

// largest returns the index of the largest value among those not taken,
// the first in a tie.
func largest(values []float64, taken []bool) int {
	best := slices.Index(taken, false)
	for i, v := range values {
		if v > values[best] && !taken[i] {
			best = i
		}
	}
	return best
}
