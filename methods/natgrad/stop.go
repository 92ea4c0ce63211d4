package natgrad

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// window is the number of iterations that the change of the global parameters
// is averaged over (the authors' code of wenzel2019).
const window = 10

// stopping follows the change of the global parameters, mu and the diagonal of
// Sigma of every function.
type stopping struct {
	last    []float64 // the parameters of every function when it was last updated
	now     []float64 // those of one function
	changes []float64 // the last ten
}

// newStopping returns that of functions with m inducing inputs each.
func newStopping(functions, m int) stopping {
	return stopping{last: make([]float64, 2*m*functions), now: make([]float64, 2*m)}
}

// follow takes down how much the global parameters of the functions that iteration t
// updated changed. square is M x M.
func (s *stopping) follow(t int, functions []*function, square *mat.Dense) {
	var sum float64
	for _, fn := range functions {
		last := s.last[fn.number*len(s.now):][:len(s.now)]
		globals(s.now, fn.q, fn.prior.L, square)
		sum += change(s.now, last)
		copy(last, s.now)
	}
	if t == 1 {
		return
	}
	if len(s.changes) == window {
		s.changes = append(s.changes[:0], s.changes[1:]...)
	}
	s.changes = append(s.changes, sum/float64(len(functions)))
}

// converged says whether the mean of the last ten changes is below tolerance.
func (s *stopping) converged(tolerance float64) bool {
	if len(s.changes) < window {
		return false
	}
	var sum float64
	for _, c := range s.changes {
		sum += c
	}
	return sum/window < tolerance
}

// globals writes mu and the diagonal of Sigma, of q(u) with u = L v, to dst,
// length 2M. square is M x M.
func globals(dst []float64, q *sparse.Gaussian, l, square *mat.Dense) {
	m := len(q.Mean)
	for i := range m {
		var mu float64
		for j, e := range l.RawRowView(i)[:i+1] {
			mu += e * q.Mean[j]
		}
		dst[i] = mu
		for j := range m {
			square.Set(j, i, l.At(i, j))
		}
	}
	linalg.SolveLeft(q.Chol, square)
	clear(dst[m:])
	for i := range m {
		for j, v := range square.RawRowView(i) {
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
