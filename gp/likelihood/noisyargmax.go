package likelihood

import (
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// Argmax is the likelihood of the largest of C latent values with noise of variance s^2 on each, the multinomial
// probit (Girolami & Rogers, Variational Bayesian multinomial probit regression with Gaussian process priors, 2006,
// equation 5),
//
//	p(y | f) = integral phi(e) prod_{k != y} Phi(e + (f_y - f_k)/s) de.
//
// It is the model of villacampa2017 (1), whose f contains the noise, with the noise integrated out.
// E log p(y | f) is not an integral over one variable, so it is only an Observation.
type Argmax struct {
	classes int
	noise   float64 // s^2
	spaces  *sync.Pool
}

// NewArgmax returns the likelihood of that many classes, at least 2, with noise of a variance above 0.
func NewArgmax(classes int, noise float64) (Argmax, error) {
	if classes < 2 {
		return Argmax{}, fmt.Errorf("the largest of %d functions tells no classes apart", classes)
	}
	if !(noise > 0) || math.IsInf(noise, 1) {
		return Argmax{}, fmt.Errorf("the largest of several functions needs noise of a variance above 0 to have a probability, got %v", noise)
	}
	return Argmax{classes, noise, &sync.Pool{New: func() any { return newArgmaxSpace(classes) }}}, nil
}

// argmaxSpace is what one call works in.
type argmaxSpace struct {
	step          float64 // of the rule
	argmax        *argmax
	variance      *mat.Dense
	z, log, slope []float64 // of every node and other class
	apart         []float64 // (f_y - f_k)/s of the others
}

func newArgmaxSpace(classes int) *argmaxSpace {
	others, nodes := classes-1, argmaxNodes
	if classes > manyClasses {
		nodes = 2*nodes - 1
	}
	step := 2 * argmaxReach / float64(nodes-1)
	nodes *= others
	return &argmaxSpace{
		step:   step,
		argmax: newArgmax(classes), variance: &mat.Dense{},
		z: make([]float64, nodes), log: make([]float64, nodes), slope: make([]float64, nodes), apart: make([]float64, others),
	}
}

const (
	// argmaxNodes are those of the trapezoidal rule over e, argmaxReach the largest distance from the top of the
	// integrand. Its logarithm is more curved than -e^2/2 everywhere: beyond is less than 1e-11 of it. Of many classes
	// the top is narrower, and nodes are twice as close.
	argmaxNodes = 41
	argmaxReach = 7
	manyClasses = 10
	// topSteps of Newton's method find the top about as well as the rule needs.
	topSteps = 20
	nearTop  = 0.05
)

// argmaxKind is the kind "argmax".
var argmaxKind = kind{
	name: "argmax",
	noisy: func(classes int, noise float64) (Observation, error) {
		return NewArgmax(classes, noise)
	},
	observed: func(s State) (Observation, error) {
		if len(s.Parameters) != 1 {
			return nil, misfit(s)
		}
		return NewArgmax(s.Outputs, s.Parameters[0])
	},
}

// State returns the state from which NewObservation makes the likelihood again; its parameter is
// the variance of the noise.
func (l Argmax) State() State {
	return State{Name: argmaxKind.name, Outputs: l.classes, Parameters: []float64{l.noise}}
}

// Functions returns C.
func (l Argmax) Functions() int { return l.classes }

// Outputs returns C.
func (l Argmax) Outputs() int { return l.classes }

// Smooth returns the softmax of f times pi/(6^1/2 s), whose noise, of Gumbel's distribution, has the variance of ours.
func (l Argmax) Smooth() Likelihood {
	softmax, err := NewSoftmax(NameSoftmax, l.classes, Prediction{Name: "quadrature"})
	if err != nil {
		panic("likelihood: " + err.Error()) // there are at least two classes
	}
	return sharpened{softmax, math.Pi / math.Sqrt(6*l.noise)}
}

// LogProb returns log p(y | f), good to 1e-12 where p is not small. With f_y far below the others the integrand is
// as narrow as 1/C^1/2 and the spacing is not: 30 standard deviations below, the error is 6e-8 of 10 classes,
// 5e-7 of 100 and 3e-5 of 300. The logarithm of the integrand is
// concave, and the trapezoidal rule is laid about its top, which Newton's method climbs to. Cost some 50 (C - 1)
// normal distribution functions.
func (l Argmax) LogProb(y int, f []float64) float64 {
	s := l.spaces.Get().(*argmaxSpace)
	defer l.spaces.Put(s)
	others := s.apart[:0]
	for k, v := range f {
		if k != y {
			others = append(others, (f[y]-v)/math.Sqrt(l.noise))
		}
	}
	top := s.top()
	n := len(others)
	for j := range len(s.z) / n {
		e := top + s.step*float64(j) - argmaxReach
		for k, apart := range others {
			s.z[j*n+k] = e + apart
		}
	}
	engine.NormalLogCDF(s.log, nil, s.z)
	logs, most := s.slope[:len(s.z)/n], math.Inf(-1)
	for j := range logs {
		e := top + s.step*float64(j) - argmaxReach
		sum := -e * e / 2
		for _, v := range s.log[j*n : (j+1)*n] {
			sum += v
		}
		logs[j] = sum
		most = max(most, sum)
	}
	total := 0.0
	for _, v := range logs {
		total += math.Exp(v - most)
	}
	return most + math.Log(total*s.step) - logSqrt2Pi
}

// top returns about where -e^2/2 + sum_k log Phi(e + apart_k) is largest. Its slope is convex and falls: Newton's
// method rises from 0, where the slope is positive, and never beyond the top.
func (s *argmaxSpace) top() (e float64) {
	n := len(s.apart)
	z, log, ratio := s.z[:n], s.log[:n], s.slope[:n]
	for range topSteps {
		for k, apart := range s.apart {
			z[k] = e + apart
		}
		engine.NormalLogCDF(log, ratio, z)
		slope, curvature := -e, 1.0
		for k, r := range ratio {
			slope += r
			curvature += r * (z[k] + r)
		}
		e += slope / curvature
		if slope < nearTop*curvature {
			break
		}
	}
	return e
}

// Predict writes the probability of every class to be the largest to the rows of dst, n x C. Cost as
// argmax.Probabilities.
func (l Argmax) Predict(dst, mean, variance *mat.Dense) {
	s := l.spaces.Get().(*argmaxSpace)
	defer l.spaces.Put(s)
	s.variance.Reset()
	s.variance.CloneFrom(variance)
	s.variance.Apply(func(_, _ int, v float64) float64 { return v + l.noise }, s.variance)
	s.argmax.Probabilities(dst, mean, s.variance)
}

// sharpened is the softmax of f times a number.
type sharpened struct {
	Softmax
	by float64
}

// Expectations is that of Likelihood.
func (l sharpened) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	var m, v mat.Dense
	m.Scale(l.by, mean)
	v.Scale(l.by*l.by, variance)
	value := l.Softmax.Expectations(dMean, dVariance, y, &m, &v, scale)
	dMean.Scale(l.by, dMean)
	dVariance.Scale(l.by*l.by, dVariance)
	return value
}

// Pull is that of Tied.
func (l sharpened) Pull(u []float64, y int, slope, _, _ []float64) {
	for k, g := range slope {
		u[k] = max(0, -g)
	}
	u[y] = max(0, l.by-slope[y])
}

// Total is that of Tied.
func (l sharpened) Total() float64 { return l.by }
