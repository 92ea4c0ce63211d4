package likelihood

import (
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// RobustMax is the likelihood of one of C classes given a latent value each: the
// class is that of the largest value, but with probability epsilon it was drawn at
// random from all C (villacampa2017 (13)),
//
//	p(y | f) = (1 - epsilon) [f_y is the largest] + epsilon/C.
//
// It has two values. With P the probability that f_y is the largest, which argmax
// works out with its derivatives,
//
//	E log p(y | f) = P log(1 - epsilon + epsilon/C) + (1 - P) log(epsilon/C)
//	E p(y | f)     = (1 - epsilon) P + epsilon/C.
//
// With epsilon = 0 it can only predict, because log p then has no expectation to
// train on.
type RobustMax struct {
	classes int
	epsilon float64
	right   float64 // log p(y | f) where f_y is the largest
	wrong   float64 // and where it is not
	spaces  *sync.Pool
}

// NewRobustMax returns the likelihood of that many classes, at least 2; epsilon is in
// [0, 1).
func NewRobustMax(classes int, epsilon float64) (RobustMax, error) {
	if classes < 2 {
		return RobustMax{}, fmt.Errorf("the largest of %d functions tells no classes apart", classes)
	}
	if !(epsilon >= 0 && epsilon < 1) {
		return RobustMax{}, fmt.Errorf("a part of %v of the labels cannot be noise", epsilon)
	}
	r := RobustMax{
		classes: classes,
		spaces:  &sync.Pool{New: func() any { return &robustSpace{argmax: newArgmax(classes)} }},
	}
	return r.with(epsilon), nil
}

// with returns the likelihood with another epsilon.
func (r RobustMax) with(epsilon float64) RobustMax {
	noise := epsilon / float64(r.classes)
	r.epsilon, r.right, r.wrong = epsilon, math.Log(1-epsilon+noise), math.Log(noise)
	return r
}

// robustSpace is what one call works in.
type robustSpace struct {
	argmax  *argmax
	largest []float64 // by row: the probability that f_y is the largest
}

// robustMax is the kind "robust-max".
var robustMax = kind{name: "robust-max", classes: mislabelled, of: func(s State) (Likelihood, error) {
	if len(s.Parameters) != 1 {
		return nil, misfit(s)
	}
	return NewRobustMax(s.Outputs, s.Parameters[0])
}}

// Smooth returns the softmax of as many functions, see Smoothed.
func (r RobustMax) Smooth() Likelihood {
	l, err := NewMulticlass(NameSoftmax, r.classes, 0)
	if err != nil {
		panic("likelihood: " + err.Error()) // there are at least two classes
	}
	return l
}

// mislabelled returns the likelihood whose class is not that of the largest value with
// probability noise. A RobustMax draws noisy labels from all C classes, including the right
// one. For the same p(y | f) more of its labels are therefore noise, all of them at 1 -
// 1/C.
func mislabelled(classes int, noise float64) (Likelihood, error) {
	if most := 1 - 1/float64(classes); noise >= most {
		return nil, fmt.Errorf("must be less than %.4g with %d classes, got %v: a class drawn at random from all is wrong as often", most, classes, noise)
	}
	return NewRobustMax(classes, noise*float64(classes)/float64(classes-1))
}

// State returns the state from which New makes the likelihood again; its parameter
// is epsilon.
func (r RobustMax) State() State {
	return State{Name: "robust-max", Outputs: r.classes, Parameters: []float64{r.epsilon}}
}

// Functions returns C.
func (r RobustMax) Functions() int { return r.classes }

// Outputs returns C.
func (r RobustMax) Outputs() int { return r.classes }

// LogProb returns log p(y | f).
func (r RobustMax) LogProb(y int, f []float64) float64 {
	for k, v := range f {
		if k != y && v > f[y] {
			return r.wrong
		}
	}
	return r.right
}

// Expectations returns sum_i E[log p(y_i | f_i)] and writes the derivatives of scale
// times that: see Likelihood. Cost as argmax.Derivatives.
func (r RobustMax) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	space := r.spaces.Get().(*robustSpace)
	defer r.spaces.Put(space)
	space.derivatives(dMean, dVariance, y, mean, variance)
	return r.sum(space.largest, dMean, dVariance, scale)
}

// derivatives works out largest, and its derivatives.
func (s *robustSpace) derivatives(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense) {
	s.largest = room(s.largest, len(y))
	s.argmax.Derivatives(s.largest, dMean, dVariance, y, mean, variance)
}

// sum returns the sum of E[log p(y_i | f_i)] given by row the probability that f_y is the largest,
// and makes its derivatives those of scale times the sum.
func (r RobustMax) sum(largest []float64, dMean, dVariance *mat.Dense, scale float64) float64 {
	sum := 0.0
	for _, p := range largest {
		sum += p*r.right + (1-p)*r.wrong
	}
	slope := scale * (r.right - r.wrong)
	dMean.Scale(slope, dMean)
	dVariance.Scale(slope, dVariance)
	return sum
}

// Predict writes (1 - epsilon) P_k + epsilon/C of every class to the rows of dst,
// n x C, which are not normalised. Cost as argmax.Probabilities.
func (r RobustMax) Predict(dst, mean, variance *mat.Dense) {
	space := r.spaces.Get().(*robustSpace)
	defer r.spaces.Put(space)
	space.argmax.Probabilities(dst, mean, variance)
	if r.epsilon == 0 {
		return
	}
	n, _ := dst.Dims()
	for i := range n {
		row := dst.RawRowView(i)
		for k, p := range row {
			row[k] = (1-r.epsilon)*p + r.epsilon/float64(r.classes)
		}
	}
}

// ExpectedLog returns E log p(y | f) of a row for which Predict gives p.
func (r RobustMax) ExpectedLog(p []float64, y int) float64 {
	largest := (p[y] - r.epsilon/float64(r.classes)) / (1 - r.epsilon)
	return largest*r.right + (1-largest)*r.wrong
}
