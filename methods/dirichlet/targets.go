package dirichlet

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// targets are what the regressions see of the classes: (2) and (5).
type targets struct {
	rows   []int   // positions of the training rows, class by class
	first  []int   // where the rows of a class begin in rows, and the end of the last: C + 1
	y      []value // of each class: t - o of rows of the class and of others
	offset []float64
	s0, s1 float64 // variance of the target of a row of another class, and of the class
}

// value is the target of a class for rows of the class and for others.
type value struct{ own, other float64 }

// newTargets returns the targets of the classes y of all training rows, of C.
func newTargets(y []int, classes int, alpha float64) *targets {
	t := &targets{first: make([]int, classes+1), y: make([]value, classes), offset: make([]float64, classes)}
	for c := range classes {
		for i, class := range y {
			if class == c {
				t.rows = append(t.rows, i)
			}
		}
		t.first[c+1] = len(t.rows)
	}
	var own, other float64
	own, t.s1 = target(alpha + 1)
	other, t.s0 = target(alpha)
	n, mean := float64(len(y)), 0.0
	for c := range classes {
		share := float64(t.count(c)) / n
		t.offset[c] = math.Log(alpha + share)
		mean += (share*own + (1-share)*other - t.offset[c]) / float64(classes)
	}
	for c := range classes {
		t.offset[c] += mean
		t.y[c] = value{own - t.offset[c], other - t.offset[c]}
	}
	return t
}

// target returns mean and variance of the logarithm of the log-normal of mean and variance alpha.
func target(alpha float64) (mean, variance float64) {
	variance = math.Log1p(1 / alpha)
	return math.Log(alpha) - variance/2, variance
}

// count returns the rows of a class.
func (t *targets) count(c int) int { return t.first[c+1] - t.first[c] }

// of returns the positions of the rows of a class.
func (t *targets) of(c int) []int { return t.rows[t.first[c]:t.first[c+1]] }

// column writes the targets of class c, of all rows in the order of t.rows, to dst.
func (t *targets) column(dst []float64, c int) {
	for i := range dst {
		dst[i] = t.y[c].other
	}
	for i := t.first[c]; i < t.first[c+1]; i++ {
		dst[i] = t.y[c].own
	}
}

// weights writes the reciprocals of the variances of the targets of class c to dst, in the order
// of t.rows.
func (t *targets) weights(dst []float64, c int) {
	for i := range dst {
		dst[i] = 1 / t.s0
	}
	for i := t.first[c]; i < t.first[c+1]; i++ {
		dst[i] = 1 / t.s1
	}
}

// sorted writes the rows of a to dst in the order of t.rows.
func (t *targets) sorted(dst, a *mat.Dense) { gather(dst, a, t.rows) }
