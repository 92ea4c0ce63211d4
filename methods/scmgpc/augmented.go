package scmgpc

import (
	"math"

	"gpcbench/gp/likelihood"
)

// augmented is the logistic softmax with its auxiliary variables: the likelihood as
// package natgrad wants it. It holds space.
type augmented struct {
	classes int
	paper   bool      // (6) as printed
	h       []float64 // h_c of a row
	b       []float64 // b_c of a row
	gamma   []float64
}

// newAugmented returns the likelihood of that many classes with an update.
func newAugmented(classes int, update string) *augmented {
	return &augmented{classes: classes, paper: update == "paper", h: make([]float64, classes), b: make([]float64, classes), gamma: make([]float64, classes)}
}

// Local writes shift and precision of every f_ic.
func (a *augmented) Local(shift, precision [][]float64, class []int, mean, variance [][]float64) {
	for i, y := range class {
		a.row(i, mean, variance)
		for c, gamma := range a.gamma {
			each := likelihood.PolyaGammaMean(a.b[c])
			shift[c][i], precision[c][i] = -0.5*gamma, gamma*each
			if c == y {
				shift[c][i] += 0.5
				precision[c][i] += each
			}
		}
	}
}

// Bound returns the sum of F over the rows.
func (a *augmented) Bound(class []int, mean, variance [][]float64) float64 {
	var sum float64
	logC := math.Log(float64(a.classes))
	for i, y := range class {
		alpha := a.row(i, mean, variance)
		psi, _ := polygamma(alpha)
		// h_y holds -m_y/2 where F has m_y/2; C E lambda = alpha is the first part of H.
		sum += mean[y][i] + a.h[y] - logC + logGamma(alpha) + (1-alpha)*psi
		for c, gamma := range a.gamma {
			if gamma > 0 {
				sum += gamma * (a.h[c] + psi - logC + 1 - math.Log(gamma))
			}
		}
	}
	return sum
}

// row works out b, h and gamma of row i, and returns alpha.
func (a *augmented) row(i int, mean, variance [][]float64) float64 {
	sum := 0.0
	for c := range a.h {
		m := mean[c][i]
		b := math.Sqrt(variance[c][i] + m*m)
		// log(2 cosh(b/2)) = b/2 + log(1 + exp(-b))
		a.b[c], a.h[c] = b, -0.5*(m+b)-math.Log1p(math.Exp(-b))
		sum += math.Exp(a.h[c])
	}
	classes := float64(a.classes)
	var alpha, level float64
	if a.paper {
		alpha = 1 + math.Exp(printed(math.Log(classes*sum)))
		psi, _ := polygamma(alpha)
		level = math.Log(classes) - logGamma(alpha) - alpha - (1-alpha)*psi
	} else {
		alpha = 1 + math.Exp(derived(math.Log(sum/classes)))
		psi, _ := polygamma(alpha)
		level = psi - math.Log(classes)
	}
	for c, h := range a.h {
		a.gamma[c] = math.Exp(h + level)
	}
	return alpha
}
