package laplace

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
)

// softmaxRows is the softmax at the training rows. Latent values and what belongs to them stand class by class.
type softmaxRows struct {
	y       []int
	p       [][]float64 // of each class: its probabilities at f, the diagonal of D
	choose  bool        // has predictions at the mode where rows that are left out say so
	predict method.ByClocks
}

// newSoftmaxRows returns that of rows of classes y.
func newSoftmaxRows(y []int, classes int, choose bool, predict method.ByClocks) softmaxRows {
	s := softmaxRows{y: y, choose: choose, predict: predict}
	for range classes {
		s.p = append(s.p, make([]float64, len(y)))
	}
	return s
}

// ofClass returns the part of x that is of class c.
func (s *softmaxRows) ofClass(x []float64, c int) []float64 { return x[c*len(s.y):][:len(s.y)] }

// logLikelihood is sum_i (f_iy - log sum_k exp f_ik), its gradient 1[y = c] - p_c.
func (s *softmaxRows) logLikelihood(gradient, f []float64) (sum float64) {
	n := len(s.y)
	for i, y := range s.y {
		top, total := math.Inf(-1), 0.0
		for c := range s.p {
			top = max(top, f[c*n+i])
		}
		for c := range s.p {
			e := math.Exp(f[c*n+i] - top)
			gradient[c*n+i] = -e
			total += e
		}
		for c := range s.p {
			gradient[c*n+i] /= total
		}
		gradient[y*n+i]++
		sum += f[y*n+i] - top - math.Log(total)
	}
	return sum
}

// leastRoot is the square root of a probability that is far below rounding, and above 0.
const leastRoot = 0x1p-100

// moveTo sets the probabilities to those at f. work is as long as f.
func (s *softmaxRows) moveTo(f, work []float64) {
	s.logLikelihood(work, f)
	for i, y := range s.y {
		s.ofClass(work, y)[i]--
	}
	for c, p := range s.p {
		for i, minus := range s.ofClass(work, c) {
			p[i] = max(-minus, leastRoot*leastRoot)
		}
	}
}

// slopes makes x, which holds p_c u_c, the s of (13).
func (s *softmaxRows) slopes(x []float64) {
	for i := range s.y {
		sum := 0.0
		for c := range s.p {
			sum += s.ofClass(x, c)[i]
		}
		for c, p := range s.p {
			at := &s.ofClass(x, c)[i]
			*at = -0.5 * (*at - p[i]*sum)
		}
	}
}

// betterAtMode says whether the softmax at the means of (18) predicts training rows better than its
// expectation does, by more than two standard errors of the difference of their logarithms, for the mode f.
// covariances calls do with each row, in their order, and S_i.
func (s *softmaxRows) betterAtMode(f []float64, covariances func(do func(row int, covariance *mat.Dense))) (bool, error) {
	expected, err := s.expectations()
	if err != nil {
		return false, err
	}
	classes := len(s.p)
	l, of := newLeft(classes), newContrasts(classes)
	at, p := make([]float64, classes), make([]float64, classes)
	var differences difference
	covariances(func(i int, covariance *mat.Dense) {
		y := s.y[i]
		for c := range s.p {
			at[c], p[c] = s.ofClass(f, c)[i], s.p[c][i]
		}
		l.s.Copy(covariance)
		l.leaveOut(y, at, p)
		of.cov.Copy(l.cov)
		differences.add(l.mean[y] - floats.LogSumExp(l.mean) - math.Log(expected(of, l.mean, y)))
	})
	return differences.surelyPositive(), nil
}

// expectations returns a function of contrasts and means, which gives the expectation of the softmax for class y. A model
// that predicts by clocks has them here too. Otherwise they are by slopes, and where these have few digits by the
// quadrature of the model.
func (s *softmaxRows) expectations() (func(of *contrasts, mean []float64, y int) float64, error) {
	exact, err := predicting(len(s.p), s.predict, false)
	if err != nil {
		return nil, err
	}
	p := make([]float64, len(s.p))
	if s.predict.Clocks {
		return func(of *contrasts, mean []float64, y int) float64 {
			of.predict(p, mean, exact)
			return p[y]
		}, nil
	}
	quick := newSlopes(exact)
	return func(of *contrasts, mean []float64, y int) float64 {
		if of.predict(p, mean, quick); !(p[y] > small) {
			of.predict(p, mean, exact)
		}
		return p[y]
	}, nil
}
