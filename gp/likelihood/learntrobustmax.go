package likelihood

import (
	"sync/atomic"

	"gonum.org/v1/gonum/mat"
)

// The least and the largest epsilon that is learnt. Below the first a single row could raise the
// sum without limit. At epsilon = 1 labels say nothing about f, and a fit that begins at the
// prior, where all classes are equally probable, would never leave it.
const (
	leastEpsilon   = 1e-3
	largestEpsilon = 0.9
)

// LearntRobustMax is RobustMax with the epsilon at which sum_i E[log p(y_i | f_i)] of the rows
// is largest: with P_i the probability that f_y is the largest, the fraction of wrong labels is
//
//	epsilon (C - 1)/C = 1 - mean P_i,
//
// within 0.001 <= epsilon <= 0.9. The sum has no slope in epsilon there, or epsilon is at an end,
// so that its derivatives by means and variances are those at fixed epsilon.
//
// Fixed is used to predict, and is saved.
type LearntRobustMax struct {
	RobustMax
	present *atomic.Pointer[RobustMax] // of the last sum
}

// NewLearntRobustMax returns the likelihood of that many classes, at least 2.
func NewLearntRobustMax(classes int) (LearntRobustMax, error) {
	r, err := NewRobustMax(classes, largestEpsilon)
	l := LearntRobustMax{RobustMax: r, present: new(atomic.Pointer[RobustMax])}
	l.present.Store(&r)
	return l, err
}

// Fixed returns the likelihood with the epsilon of the last Expectations.
func (l LearntRobustMax) Fixed() Likelihood { return *l.present.Load() }

// Expectations is that of RobustMax at the epsilon of the rows, which Fixed has from then on.
func (l LearntRobustMax) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	space := l.spaces.Get().(*robustSpace)
	defer l.spaces.Put(space)
	space.derivatives(dMean, dVariance, y, mean, variance)
	wrong := 0.0
	for _, p := range space.largest {
		wrong += 1 - p
	}
	others := float64(l.classes-1) / float64(l.classes)
	epsilon := min(max(wrong/float64(len(y))/others, leastEpsilon), largestEpsilon)
	r := l.with(epsilon)
	l.present.Store(&r)
	return r.sum(space.largest, dMean, dVariance, scale)
}
