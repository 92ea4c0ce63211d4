package laplace

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// contrasts computes the expectation of a softmax of C dependent values. Only their differences
// matter, with variances d_ij = var(f_i - f_j). Independent values of variances v that have nearly
// these, the least squares of v_i + v_j - d_ij, have an expectation by quadrature; what is left is
// the mean of a difference over points, which come from the two Gaussians by the same normal
// numbers. Where that leaves nothing above 0 the mean over the points is taken alone. Largest
// errors, against 200,000 draws:
//
//	classes  values of sd 1  sd 4   sd 10
//	   8         .0007       .0049  .0100
//	  13         .0009       .0039  .0125
//	  26         .0008       .0063  .0100
//	  41         .0010       .0048  .0092
//	 100         .0006       .0060  .0070
//
// With three classes or less nothing is left unless a v is negative, and is set to 0.
type contrasts struct {
	cov           *mat.Dense // C x C
	v             []float64
	one, other    *mat.Dense // factors of the covariance of f_c - f_C: of all, of independent values
	points        *mat.Dense // rows of C - 1 normal numbers
	p, all        []float64  // sums over points: of the differences, of the softmax of all
	q, f          []float64  // softmax and values at a point
	means, spread *mat.Dense // 1 x C, for the quadrature
}

// newContrasts returns contrasts for C classes.
func newContrasts(classes int) *contrasts {
	j := &contrasts{
		cov: mat.NewDense(classes, classes, nil), v: make([]float64, classes),
		one: mat.NewDense(classes-1, classes-1, nil), other: mat.NewDense(classes-1, classes-1, nil),
		points: lattice(classes - 1),
		p:      make([]float64, classes), all: make([]float64, classes), q: make([]float64, classes), f: make([]float64, classes),
		means: mat.NewDense(1, classes, nil), spread: mat.NewDense(1, classes, nil),
	}
	return j
}

// points are those of a lattice, {i g / n}. In up to korobovDims dimensions it is one of Korobov's, g = (1, a, a^2, ...), of
// which a is the best of 200 that were drawn by the error of periodic functions in 2 to 12 dimensions (P_2, the
// weight of dimension j being 1/j). With more, dimensions 20 apart would lie on three lines, since a^20 is -3: there a is
// the best of all by its worst pair of dimensions. For two values of sd 4 and correlation -0.99 in such dimensions
// probabilities were off by 0.064; now no pair of 26 classes is by more than 0.005, nor of 200 by more than 0.015. Each
// point is taken with its opposite too.
const numPoints, multiplier, korobovDims = 1021, 182, 20

// lattice returns the points in d dimensions as standard normal numbers. Folding, u to 1 - |2u - 1|,
// makes a function periodic.
func lattice(d int) *mat.Dense {
	out := mat.NewDense(numPoints, d, nil)
	for j, g := range generators(d) {
		for i := range numPoints {
			_, u := math.Modf((float64(i*g%numPoints)+0.5)/numPoints + 0.25)
			out.Set(i, j, math.Sqrt2*math.Erfinv(1-2*math.Abs(2*u-1)))
		}
	}
	return out
}

// generators returns g.
func generators(d int) []int {
	a := multiplier
	if d > korobovDims {
		a = bestMultiplier(d)
	}
	g := make([]int, d)
	for j, at := 0, 1; j < d; j++ {
		g[j], at = at, at*a%numPoints
	}
	return g
}

// bestMultiplier returns the a of d dimensions whose worst pair of dimensions has the least P_2. The P_2 of the
// pair j, k depends on a^(k-j) alone. Cost n d.
func bestMultiplier(d int) (best int) {
	pair, least := pairErrors(), math.Inf(1)
	for a := 2; a < numPoints; a++ {
		worst := 0.0
		for j, power := 1, a; j < d; j++ {
			worst = max(worst, pair[power])
			power = power * a % numPoints
		}
		if worst < least {
			best, least = a, worst
		}
	}
	return best
}

// pairErrors returns P_2 of two dimensions by the ratio of their generators. It is computed once, at a cost of n^2,
// because every prediction makes its points anew.
var pairErrors = sync.OnceValue(func() []float64 {
	kernel, pair := make([]float64, numPoints), make([]float64, numPoints)
	for i := range kernel {
		x := float64(i) / numPoints
		kernel[i] = 2 * math.Pi * math.Pi * (x*x - x + 1.0/6)
	}
	for ratio := range pair {
		for i, v := range kernel {
			pair[ratio] += (1 + v) * (1 + kernel[i*ratio%numPoints])
		}
	}
	return pair
})

// covariance sets the covariance of the latent values of a row: a diagonal, and the inner products
// of what they have in common.
func (j *contrasts) covariance(diagonal []float64, common []*mat.Dense, row int) {
	for c, g := range common {
		for k := range c + 1 {
			v := linalg.Dot(g.RawRowView(row), common[k].RawRowView(row))
			if c == k {
				v += diagonal[c]
			}
			j.cov.Set(c, k, v)
			j.cov.Set(k, c, v)
		}
	}
}

// ofIndependent writes the expectation of the softmax of independent values to dst, a row each.
type ofIndependent interface {
	Predict(dst, mean, variance *mat.Dense)
}

// predict writes the expectation for values of these means to dst.
func (j *contrasts) predict(dst, mean []float64, softmax ofIndependent) {
	exact := j.independent()
	copy(j.means.RawRowView(0), mean)
	copy(j.spread.RawRowView(0), j.v)
	softmax.Predict(mat.NewDense(1, len(dst), dst), j.means, j.spread)
	if exact {
		return
	}
	j.factor(j.one, func(c, k int) float64 { return j.cov.At(c, k) })
	j.factor(j.other, func(c, k int) float64 {
		if c == k {
			return j.v[c]
		}
		return 0
	})
	clear(j.p)
	clear(j.all)
	n, _ := j.points.Dims()
	for i := range n {
		z := j.points.RawRowView(i)
		for _, sign := range []float64{1, -1} {
			j.softmax(mean, j.one, z, sign)
			for c, q := range j.q {
				j.p[c] += q
				j.all[c] += q
			}
			j.softmax(mean, j.other, z, sign)
			for c, q := range j.q {
				j.p[c] -= q
			}
		}
	}
	sum := 0.0
	for c, v := range j.p {
		if dst[c] += v / float64(2*n); dst[c] <= 0 {
			dst[c] = j.all[c] / float64(2*n) // less exact, and above 0 as the expectation is
		}
		sum += dst[c]
	}
	for c := range dst {
		dst[c] /= sum
	}
}

// independent works out v, and says whether it has the variances of all differences.
func (j *contrasts) independent() (exact bool) {
	n := len(j.v)
	d := func(i, k int) float64 { return j.cov.At(i, i) + j.cov.At(k, k) - 2*j.cov.At(i, k) }
	if n == 2 {
		j.v[0], j.v[1] = max(0, d(0, 1))/2, max(0, d(0, 1))/2
		return true
	}
	total, size := 0.0, 0.0
	for i := range j.v {
		j.v[i] = 0
		for k := range n {
			j.v[i] += d(i, k)
		}
		total += j.v[i]
		size = max(size, j.v[i])
	}
	total /= float64(2*n - 2)
	for i := range j.v {
		j.v[i] = max(0, (j.v[i]-total)/float64(n-2))
	}
	for i := range j.v {
		for k := range i {
			if math.Abs(j.v[i]+j.v[k]-d(i, k)) > 1e-9*size {
				return false
			}
		}
	}
	return true
}

// factor writes the lower factor of the covariance of f_c - f_C, c < C, to dst, for that of f. Where
// rounding leaves nothing it is 0.
func (j *contrasts) factor(dst *mat.Dense, cov func(c, k int) float64) {
	last := len(j.v) - 1
	for c := range last {
		for k := range c + 1 {
			v := cov(c, k) - cov(c, last) - cov(last, k) + cov(last, last)
			for l := range k {
				v -= dst.At(c, l) * dst.At(k, l)
			}
			switch {
			case c == k:
				v = math.Sqrt(max(0, v))
			case dst.At(k, k) > 0:
				v /= dst.At(k, k)
			default:
				v = 0
			}
			dst.Set(c, k, v)
		}
	}
}

// softmax writes the softmax at mean + sign (factor z, 0) to q.
func (j *contrasts) softmax(mean []float64, factor *mat.Dense, z []float64, sign float64) {
	last := len(mean) - 1
	top, sum := mean[last], 0.0
	for c := range last {
		v := 0.0
		for k, f := range factor.RawRowView(c)[:c+1] {
			v += f * z[k]
		}
		j.f[c] = mean[c] + sign*v
		top = max(top, j.f[c])
	}
	j.f[last] = mean[last]
	for c, f := range j.f {
		j.q[c] = math.Exp(f - top)
		sum += j.q[c]
	}
	for c := range j.q {
		j.q[c] /= sum
	}
}
