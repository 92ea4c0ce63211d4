// Package inducing chooses where inducing inputs start, and the lengthscale
// that goes with the data's spread.
package inducing

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// lloydSweeps bounds Lloyd's iterations unless the caller says otherwise. The centres only start an
// optimisation, and the sum of squares hardly falls after the first few sweeps.
const lloydSweeps = 20

// KMeans returns m centres of the rows of x, m x D: k-means++ seeding (Arthur &
// Vassilvitskii, k-means++: the advantages of careful seeding, 2007), then Lloyd's
// algorithm until no row changes its centre or the given number of sweeps is done, 20 for
// 0. A centre that loses all its rows stays where it was. With fewer than m distinct rows
// some centres coincide. Its error is that of ctx. It panics unless 1 <= m <= N.
//
// Cost O(N m D) for seeding and for each sweep.
func KMeans(ctx context.Context, x *mat.Dense, m, sweeps int, rng *rand.Rand) (*mat.Dense, error) {
	n, _ := x.Dims()
	if m < 1 || m > n {
		panic("inducing: KMeans: number of centres")
	}
	z, err := seed(ctx, x, m, rng)
	if err != nil {
		return nil, err
	}
	return z, lloyd(ctx, z, x, sweeps)
}

// seed draws m rows: the first uniformly, each later one with
// probability proportional to its squared distance from the nearest row
// drawn so far.
func seed(ctx context.Context, x *mat.Dense, m int, rng *rand.Rand) (*mat.Dense, error) {
	n, d := x.Dims()
	z := mat.NewDense(m, d, nil)
	nearest, distances := make([]float64, n), make([]float64, n)
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	for j := range m {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pick := rng.IntN(n)
		if j > 0 {
			pick = draw(nearest, pick, rng)
		}
		c := z.RawRowView(j)
		copy(c, x.RawRowView(pick))
		squaredDistances(distances, x, c)
		for i, v := range distances {
			nearest[i] = math.Min(nearest[i], v)
		}
	}
	return z, nil
}

// draw returns an index with probability proportional to weights, or the
// value instead if all weights are 0.
func draw(weights []float64, instead int, rng *rand.Rand) int {
	var sum float64
	for _, w := range weights {
		sum += w
	}
	left := rng.Float64() * sum
	if sum == 0 {
		return instead
	}
	last := instead
	for i, w := range weights {
		if w == 0 {
			continue
		}
		last = i
		if left -= w; left < 0 {
			break
		}
	}
	return last
}

// lloyd moves the centres z to the means of the rows nearest to them.
func lloyd(ctx context.Context, z, x *mat.Dense, sweeps int) error {
	n, d := x.Dims()
	m, _ := z.Dims()
	sum := mat.NewDense(m, d, nil)
	return sweep(n, m, sweeps, func(owner []int) (bool, error) { return assign(ctx, owner, z, x) }, func(owner []int, count []float64) {
		sum.Zero()
		for i, j := range owner {
			add(sum.RawRowView(j), x.RawRowView(i))
		}
		for j, c := range count {
			if c == 0 {
				continue
			}
			to, s := z.RawRowView(j), sum.RawRowView(j)
			for k := range to {
				to[k] = s[k] / c
			}
		}
	})
}

// sweep is Lloyd's algorithm on n rows and m centres, independent of their layout. assign gives
// each row its nearest centre and says whether any row changed; move moves the centres to the means
// of their rows, whose numbers are count.
func sweep(n, m, sweeps int, assign func(owner []int) (bool, error), move func(owner []int, count []float64)) error {
	owner, count := make([]int, n), make([]float64, m)
	for i := range owner {
		owner[i] = -1
	}
	for range cmp.Or(sweeps, lloydSweeps) {
		changed, err := assign(owner)
		if err != nil || !changed {
			return err
		}
		clear(count)
		for _, j := range owner {
			count[j]++
		}
		move(owner, count)
	}
	return nil
}

// assignBlock is the number of rows whose distances to all centres are worked
// out at once.
const assignBlock = 512

// assign gives each row its nearest centre, the first of equals, and says
// whether any row changed. The nearest centre has the least |z|^2 / 2 - x'z.
func assign(ctx context.Context, owner []int, z, x *mat.Dense) (changed bool, err error) {
	_, d := x.Dims()
	m, _ := z.Dims()
	half := make([]float64, m)
	for j := range half {
		row := z.RawRowView(j)
		half[j] = 0.5 * dot(row, row)
	}
	return assignBlocks(ctx, owner, half, func(p *mat.Dense, from, to int) {
		linalg.Mul(p, false, true, 1, x.Slice(from, to, 0, d).(*mat.Dense), z, 0)
	})
}

// assignBlocks is assign a block of rows at a time, given |z|^2 / 2 and a function that
// writes x'z of the rows from, ..., to-1.
func assignBlocks(ctx context.Context, owner []int, half []float64, inner func(p *mat.Dense, from, to int)) (changed bool, err error) {
	n, m := len(owner), len(half)
	products := mat.NewDense(min(assignBlock, n), m, nil)
	for from := 0; from < n; from += assignBlock {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		to := min(from+assignBlock, n)
		p := products.Slice(0, to-from, 0, m).(*mat.Dense)
		inner(p, from, to)
		changed = nearest(owner[from:to], p, half) || changed
	}
	return changed, nil
}

// nearest writes the nearest centre of each row to owner, given x'z, rows x m, and
// |z|^2 / 2, and says whether any changed.
func nearest(owner []int, products *mat.Dense, half []float64) bool {
	changed := false
	for i, before := range owner {
		best, least := 0, math.Inf(1)
		for j, v := range products.RawRowView(i) {
			if distance := half[j] - v; distance < least {
				best, least = j, distance
			}
		}
		changed = changed || before != best
		owner[i] = best
	}
	return changed
}

// dot returns a'b.
func dot(a, b []float64) float64 {
	var s float64
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// squaredDistances sets dst_i = |x_i - c|^2 for the rows x_i of x. Four rows side by side
// hide the latency of their sums.
func squaredDistances(dst []float64, x *mat.Dense, c []float64) {
	i := 0
	for ; i+4 <= len(dst); i += 4 {
		x0, x1, x2, x3 := x.RawRowView(i)[:len(c)], x.RawRowView(i + 1)[:len(c)], x.RawRowView(i + 2)[:len(c)], x.RawRowView(i + 3)[:len(c)]
		var s0, s1, s2, s3 float64
		for k, v := range c {
			s0 += (x0[k] - v) * (x0[k] - v)
			s1 += (x1[k] - v) * (x1[k] - v)
			s2 += (x2[k] - v) * (x2[k] - v)
			s3 += (x3[k] - v) * (x3[k] - v)
		}
		dst[i], dst[i+1], dst[i+2], dst[i+3] = s0, s1, s2, s3
	}
	for ; i < len(dst); i++ {
		dst[i] = squaredDistance(x.RawRowView(i), c)
	}
}

// squaredDistance returns |a - b|^2.
func squaredDistance(a, b []float64) float64 {
	var s float64
	for i, v := range a {
		s += (v - b[i]) * (v - b[i])
	}
	return s
}

// add adds b to a.
func add(a, b []float64) {
	for i, v := range b {
		a[i] += v
	}
}
