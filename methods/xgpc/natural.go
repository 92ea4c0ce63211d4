package xgpc

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// natural is q(v) = N(m, S) in its natural parameters, with what follows from
// them.
type natural struct {
	eta1 []float64  // S^-1 m
	prec *mat.Dense // P = S^-1 = -2 eta2

	chol   *mat.Dense // lower Cholesky factor of P
	mean   []float64  // m
	factor *mat.Dense // C = chol'^-1, upper triangle: S = C C'
	cov    *mat.Dense // S
	space  *mat.Dense
}

// newNatural returns q(v) = N(0, I), which is q(u) = p(u).
func newNatural(m int) *natural {
	q := &natural{
		eta1: make([]float64, m), prec: mat.NewDense(m, m, nil),
		chol: mat.NewDense(m, m, nil), mean: make([]float64, m),
		factor: mat.NewDense(m, m, nil), cov: mat.NewDense(m, m, nil), space: mat.NewDense(m, m, nil),
	}
	for i := range m {
		q.prec.Set(i, i, 1)
		q.chol.Set(i, i, 1)
	}
	return q
}

// refresh works out chol and mean. The error is of the decomposition of P.
func (q *natural) refresh() error {
	if err := linalg.Cholesky(q.chol, q.prec); err != nil {
		return err
	}
	copy(q.mean, q.eta1)
	linalg.SolveVec(q.chol, q.mean)
	linalg.SolveVecT(q.chol, q.mean)
	return nil
}

// covariance works out cov from chol.
func (q *natural) covariance() { linalg.Inverse(q.cov, q.chol) }

// invert works out factor from chol.
func (q *natural) invert() {
	q.factor.Zero()
	for i := range q.mean {
		q.factor.Set(i, i, 1)
	}
	linalg.SolveLeftT(q.chol, q.factor)
}

// reexpress writes to next the parameters of the same q(u) in the coordinates
// of another prior: u = from v = to v', R = from^-1 to, P' = R'PR and
// eta1' = R' eta1.
func (q *natural) reexpress(next *natural, from, to *mat.Dense) {
	r := next.space
	r.Copy(to)
	linalg.SolveLeftLower(from, r)
	linalg.MulFactor(q.space, q.prec, r)
	linalg.MulLower(next.prec, true, false, 1, r, q.space, 0)
	linalg.MirrorLower(next.prec)
	clear(next.eta1)
	for i, e := range q.eta1 {
		for j, v := range r.RawRowView(i)[:i+1] {
			next.eta1[j] += e * v
		}
	}
}

// timesFactor replaces a, b x M, by a C.
func (q *natural) timesFactor(a *mat.Dense) { linalg.SolveRightT(a, q.chol) }

// copy gives q the parameters of from, with chol and mean.
func (q *natural) copy(from *natural) {
	copy(q.eta1, from.eta1)
	copy(q.mean, from.mean)
	q.prec.Copy(from.prec)
	q.chol.Copy(from.chol)
}

// step moves the parameters by rate towards their targets.
func (q *natural) step(rate float64, eta1 []float64, prec *mat.Dense) {
	for i := range q.eta1 {
		q.eta1[i] += rate * (eta1[i] - q.eta1[i])
		p := q.prec.RawRowView(i)
		for j, target := range prec.RawRowView(i)[:len(p)] {
			p[j] += rate * (target - p[j])
		}
	}
}

// globals writes mu and the diagonal of Sigma, of q(u) with u = L v, to dst,
// length 2M.
func (q *natural) globals(dst []float64, l *mat.Dense) {
	m := len(q.mean)
	w := q.space
	for i := range m {
		var mu float64
		for j, e := range l.RawRowView(i)[:i+1] {
			mu += e * q.mean[j]
		}
		dst[i] = mu
		for j := range m {
			w.Set(j, i, l.At(i, j))
		}
	}
	linalg.SolveLeft(q.chol, w)
	clear(dst[m:])
	for i := range m {
		for j, v := range w.RawRowView(i) {
			dst[m+j] += v * v
		}
	}
}

// change returns the mean over the elements of 2 |a - b| / (|a| + |b|).
func change(a, b []float64) float64 {
	var sum float64
	for i := range a {
		if size := math.Abs(a[i]) + math.Abs(b[i]); size > 0 {
			sum += 2 * math.Abs(a[i]-b[i]) / size
		}
	}
	return sum / float64(len(a))
}
