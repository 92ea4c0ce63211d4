package inducing

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inputs"
)

// KMeansSparse is KMeans for sparse rows, with the same rules. It returns the centres
// as columns, D x m, as inputs.Rows takes inducing inputs.
//
// Cost O(m) a nonzero value for seeding and for each sweep, and O(m D) a sweep. Memory
// is twice that of the centres.
func KMeansSparse(ctx context.Context, x inputs.Sparse, m, sweeps int, rng *rand.Rand) (*mat.Dense, error) {
	if m < 1 || m > x.Len() {
		panic("inducing: KMeansSparse: number of centres")
	}
	z, err := seedSparse(ctx, x, m, rng)
	if err != nil {
		return nil, err
	}
	return z, lloydSparse(ctx, z, x, sweeps)
}

// seedSparse is seed for sparse rows.
func seedSparse(ctx context.Context, x inputs.Sparse, m int, rng *rand.Rand) (*mat.Dense, error) {
	n, d := x.Dims()
	z := mat.NewDense(d, m, nil)
	norms, nearest := make([]float64, n), make([]float64, n)
	x.SquaredNorms(norms)
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	centre := make([]float64, d)
	for j := range m {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pick := rng.IntN(n)
		if j > 0 {
			pick = draw(nearest, pick, rng)
		}
		cols, values := x.Row(pick)
		for k, c := range cols {
			centre[c] = values[k]
			z.Set(int(c), j, values[k])
		}
		for i := range nearest {
			nearest[i] = math.Min(nearest[i], squaredDistanceSparse(x, i, centre, norms[pick]))
		}
		for _, c := range cols {
			centre[c] = 0
		}
	}
	return z, nil
}

// squaredDistanceSparse returns |x_i - z|^2, given z and |z|^2: |z|^2 without the
// columns of x_i, plus the squared differences in these columns. It is 0 if x_i is z.
func squaredDistanceSparse(x inputs.Sparse, i int, z []float64, norm float64) float64 {
	cols, values := x.Row(i)
	var inside, differences float64
	for k, c := range cols {
		inside += z[c] * z[c]
		differences += (values[k] - z[c]) * (values[k] - z[c])
	}
	return differences + math.Max(norm-inside, 0)
}

// lloydSparse is lloyd for sparse rows.
func lloydSparse(ctx context.Context, z *mat.Dense, x inputs.Sparse, sweeps int) error {
	n, d := x.Dims()
	_, m := z.Dims()
	sum := mat.NewDense(d, m, nil)
	return sweep(n, m, sweeps, func(owner []int) (bool, error) { return assignSparse(ctx, owner, z, x) }, func(owner []int, count []float64) {
		sum.Zero()
		for i, j := range owner {
			cols, values := x.Row(i)
			for k, c := range cols {
				sum.RawRowView(int(c))[j] += values[k]
			}
		}
		for i := range d {
			to, s := z.RawRowView(i), sum.RawRowView(i)
			for j, c := range count {
				if c > 0 {
					to[j] = s[j] / c
				}
			}
		}
	})
}

// assignSparse is assign for sparse rows.
func assignSparse(ctx context.Context, owner []int, z *mat.Dense, x inputs.Sparse) (changed bool, err error) {
	d, m := z.Dims()
	half := make([]float64, m)
	for i := range d {
		for j, v := range z.RawRowView(i) {
			half[j] += 0.5 * v * v
		}
	}
	return assignBlocks(ctx, owner, half, func(p *mat.Dense, from, to int) { x.Slice(from, to).Mul(p, z) })
}
