package likelihood

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Deviating is a Likelihood that knows how far the class probabilities vary with f.
type Deviating interface {
	Likelihood
	// Deviations writes the standard deviations of the quantities whose expectations
	// Predict writes.
	Deviations(dst, mean, variance *mat.Dense)
}

// Deviations writes the standard deviation of p(y | f) under f, for every class, to the rows of
// dst, n x C, by the method chosen for predictions: (E p^2 - (E p)^2)^1/2 by quadrature, good to
// 1e-5, or over the draws; by the expansion of A.4; and 0 for "plug-in". Cost that of Predict,
// twice with quadrature.
func (l Softmax) Deviations(dst, mean, variance *mat.Dense) {
	r := l.fine.Get().(*laplace)
	defer l.fine.Put(r)
	way := predictions[numberOf(l.predict.Name)]
	n, _ := dst.Dims()
	for i := range n {
		sd := dst.RawRowView(i)
		way.variance(l, r, sd, mean.RawRowView(i), variance.RawRowView(i))
		for k, q := range sd {
			sd[k] = math.Sqrt(max(q, 0))
		}
	}
}

// averageVariance writes the variance of p(y | f) over the draws.
func (l Softmax) averageVariance(q, mean, variance []float64) {
	n, c := l.draws.Dims()
	s, p := make([]float64, c), make([]float64, c)
	shift := l.rate.shift(mean)
	l.average(p, mean, variance)
	clear(q)
	for i := range n {
		total := l.drawn(s, i, mean, variance, shift)
		for k := range q {
			d := s[k]/total - p[k]
			q[k] += d * d / float64(n)
		}
	}
}

// expandVariance writes the variance of p(y | f) to second order (galyfajou2018, A.4): with the
// first and second derivatives g_i and g_ij at the means,
//
//	sum_i g_i^2 v_i + 1/2 sum_ij g_ij^2 v_i v_j,
//
// which is that of the second-order expansion itself. The paper prints
// sum_i g_i^2 v_i - 1/4 sum_i g_ii^2 v_i^2 with its g_ii, which "taylor-paper" has and which may
// be negative. With a_i = s_i'^2 v_i, and i, j other than y,
//
//	g_y  = s_y' (S - s_y) / S^2             g_i  = -s_y s_i' / S^2
//	g_yi = s_y' s_i' (2 s_y - S) / S^3      g_ij = 2 s_y s_i' s_j' / S^3
//
// and g_yy, g_ii are those of expand.
func (l Softmax) expandVariance(q, mean, variance []float64, of expansion) {
	s, first, second, total := l.atMeans(mean)
	_, across, diagonal := of(total)
	n := len(q)
	a, own := make([]float64, n), make([]float64, n) // s_i'^2 v_i, and (g_ii / s_y)^2 v_i^2
	sum, squares, others := 0.0, 0.0, 0.0
	for i, v := range variance {
		a[i] = first[i] * first[i] * v
		curve := (2*first[i]*first[i]/total - second[i]) / (total * total) * v
		own[i] = curve * curve
		sum, squares, others = sum+a[i], squares+a[i]*a[i], others+own[i]
	}
	s2, s3 := total*total, total*total*total
	for y, sy := range s {
		rest, left := sum-a[y], total-sy
		curve := variance[y] * left * (second[y] - 2*first[y]*first[y]/total) / s2
		q[y] = (a[y]*left*left + sy*sy*rest) / (s2 * s2)
		q[y] += diagonal * (curve*curve + sy*sy*(others-own[y]))
		mixed := 2*a[y]*rest*(2*sy-total)*(2*sy-total) + 4*sy*sy*(rest*rest-(squares-a[y]*a[y]))
		q[y] += across * mixed / (s3 * s3)
	}
}
