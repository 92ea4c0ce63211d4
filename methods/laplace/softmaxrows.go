package laplace

import (
	"math"

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

// moveMode makes x, which holds p_c u_c, the s of (13) and then, with solve and work as long as x, the b of (8), with which
// the mode moves.
func (s *softmaxRows) moveMode(x, work []float64, solve func(dst, x []float64)) {
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
	solve(work, x)
	copy(x, work)
}
