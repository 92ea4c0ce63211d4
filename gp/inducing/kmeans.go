// Package inducing chooses where inducing inputs start, and the lengthscale
// that goes with the data's spread.
package inducing

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// lloydSweeps bounds Lloyd's iterations. The centres only start an
// optimisation, and the sum of squares hardly falls after the first few sweeps.
const lloydSweeps = 20

// KMeans returns m centres of the rows of x, m x D: k-means++ seeding (Arthur &
// Vassilvitskii, k-means++: the advantages of careful seeding, 2007), then
// Lloyd's algorithm until no row changes its centre or 20 sweeps are over. A
// centre that loses all its rows stays where it was. With fewer than m distinct
// rows some centres coincide. It panics unless 1 <= m <= N.
//
// Cost O(N m D) for seeding and for each sweep.
func KMeans(x *mat.Dense, m int, rng *rand.Rand) *mat.Dense {
	n, _ := x.Dims()
	if m < 1 || m > n {
		panic("inducing: KMeans: number of centres")
	}
	z := seed(x, m, rng)
	lloyd(z, x)
	return z
}

// seed draws m rows: the first uniformly, each next with probability in
// proportion to its squared distance from the nearest row drawn so far.
func seed(x *mat.Dense, m int, rng *rand.Rand) *mat.Dense {
	n, d := x.Dims()
	z := mat.NewDense(m, d, nil)
	nearest := make([]float64, n)
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	for j := range m {
		pick := rng.IntN(n)
		if j > 0 {
			pick = draw(nearest, pick, rng)
		}
		c := z.RawRowView(j)
		copy(c, x.RawRowView(pick))
		for i := range nearest {
			nearest[i] = math.Min(nearest[i], squaredDistance(x.RawRowView(i), c))
		}
	}
	return z
}

// draw returns an index with probability in proportion to weights, or instead
// if all weights are 0.
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
func lloyd(z, x *mat.Dense) {
	n, d := x.Dims()
	m, _ := z.Dims()
	owner := make([]int, n)
	for i := range owner {
		owner[i] = -1
	}
	sum := mat.NewDense(m, d, nil)
	count := make([]float64, m)
	for range lloydSweeps {
		if !assign(owner, z, x) {
			return
		}
		sum.Zero()
		clear(count)
		for i, j := range owner {
			count[j]++
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
	}
}

// assignBlock is the number of rows whose distances to all centres are worked
// out at once.
const assignBlock = 512

// assign gives each row its nearest centre, the first of equals, and says
// whether any row changed. The nearest centre has the least |z|^2 / 2 - x'z.
func assign(owner []int, z, x *mat.Dense) bool {
	n, d := x.Dims()
	m, _ := z.Dims()
	half := make([]float64, m)
	for j := range half {
		row := z.RawRowView(j)
		half[j] = 0.5 * dot(row, row)
	}
	products := mat.NewDense(min(assignBlock, n), m, nil)
	changed := false
	for from := 0; from < n; from += assignBlock {
		rows := min(assignBlock, n-from)
		p := products.Slice(0, rows, 0, m).(*mat.Dense)
		linalg.Mul(p, false, true, 1, x.Slice(from, from+rows, 0, d).(*mat.Dense), z, 0)
		changed = nearest(owner[from:from+rows], p, half) || changed
	}
	return changed
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
