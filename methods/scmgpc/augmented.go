package scmgpc

import (
	"math"

	"gpcbench/gp/likelihood"
)

// augmented is the logistic softmax with its auxiliary variables: the likelihood as
// package natgrad wants it. It holds space.
type augmented struct {
	all   []int     // the classes
	paper bool      // (6) and (12) as printed
	h     []float64 // h_c of a row
	b     []float64 // b_c of a row
	gamma []float64
}

// newAugmented returns the likelihood of that many classes with an update.
func newAugmented(classes int, update string) *augmented {
	a := &augmented{paper: update == "paper", h: make([]float64, classes), b: make([]float64, classes), gamma: make([]float64, classes)}
	for c := range classes {
		a.all = append(a.all, c)
	}
	return a
}

// Local writes shift and precision of every f_ic.
func (a *augmented) Local(shift, precision [][]float64, class []int, mean, variance [][]float64) {
	for i, y := range class {
		a.row(i, mean, variance)
		a.sites(shift, precision, i, y, a.all)
	}
}

// LocalDrawn estimates shift and precision of f_ic of the drawn classes.
func (a *augmented) LocalDrawn(drawn []int, shift, precision [][]float64, class []int, mean, variance [][]float64) {
	for i, y := range class {
		a.rates(a.estimate(i, y, drawn, mean, variance), drawn)
		a.sites(shift, precision, i, y, drawn)
	}
}

// sites writes shift and precision of row i of class y, for the given classes.
func (a *augmented) sites(shift, precision [][]float64, i, y int, classes []int) {
	for _, c := range classes {
		gamma, each := a.gamma[c], likelihood.PolyaGammaMean(a.b[c])
		shift[c][i], precision[c][i] = -0.5*gamma, gamma*each
		if c == y {
			shift[c][i] += 0.5
			precision[c][i] += each
		}
	}
}

// Bound returns the sum of F over the rows.
func (a *augmented) Bound(class []int, mean, variance [][]float64) float64 {
	var sum float64
	logC := math.Log(float64(len(a.all)))
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
	for _, c := range a.all {
		sum += a.moments(c, mean[c][i], variance[c][i])
	}
	return a.rates(sum, a.all)
}

// estimate works out b and h of row i of class y for the drawn classes, and returns an estimate
// of the sum of e^h over all classes.
func (a *augmented) estimate(i, y int, drawn []int, mean, variance [][]float64) float64 {
	own, sum, n := 0.0, 0.0, 0
	if !a.paper {
		own = a.moments(y, mean[y][i], variance[y][i])
	}
	for _, c := range drawn {
		if c == y && !a.paper {
			continue
		}
		sum += a.moments(c, mean[c][i], variance[c][i])
		n++
	}
	others := len(a.all)
	if !a.paper {
		others--
	}
	return own + sum*float64(others)/float64(n)
}

// moments works out b and h of class c and returns e^h.
func (a *augmented) moments(c int, m, v float64) float64 {
	b := math.Sqrt(v + m*m)
	// log(2 cosh(b/2)) = b/2 + log(1 + exp(-b))
	a.b[c], a.h[c] = b, -0.5*(m+b)-math.Log1p(math.Exp(-b))
	return math.Exp(a.h[c])
}

// rates works out gamma of the given classes, and returns alpha, for the sum of e^h over all
// classes.
func (a *augmented) rates(sum float64, classes []int) float64 {
	c := float64(len(a.all))
	var alpha, level float64
	if a.paper {
		alpha = 1 + math.Exp(printed(math.Log(c*sum)))
		psi, _ := polygamma(alpha)
		level = math.Log(c) - logGamma(alpha) - alpha - (1-alpha)*psi
	} else {
		alpha = 1 + math.Exp(derived(math.Log(sum/c)))
		psi, _ := polygamma(alpha)
		level = psi - math.Log(c)
	}
	for _, k := range classes {
		a.gamma[k] = math.Exp(a.h[k] + level)
	}
	return alpha
}
