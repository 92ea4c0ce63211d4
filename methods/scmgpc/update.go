package scmgpc

import (
	"math"
	"math/rand/v2"
)

// What the option update may be.
const (
	updateDerived = "derived"
	updatePaper   = "paper"
	updateJoint   = "joint"
)

// update is q(lambda, n_1 .. n_C) of a row as it follows from q(f). It holds what a row needs.
type update interface {
	// term takes in mean m and b_c of class c, and returns its part of the sum over classes that counts needs.
	term(c int, m, b float64) float64
	// counts writes gamma_c = E n_c of the given classes, for the sum of terms over all of them, and returns the
	// parameter of q(lambda): its shape alpha, of "joint" its rate R.
	counts(gamma []float64, sum float64, classes []int) (lambda float64)
	// addBound returns sum plus F of a row of class y, where m is the mean of f_y, for what counts has worked out.
	addBound(sum, m float64, y int, b, gamma []float64, lambda float64) float64
	// overflows says whether Gamma(alpha), as the update has it, is beyond the range of float64.
	overflows(lambda float64) bool
}

// newUpdate returns that of an option's value; "joint" has no rounds.
func newUpdate(name string, classes, rounds int) update {
	if name == updateJoint {
		return &joint{power: make([]float64, classes)}
	}
	c := float64(classes)
	a := &apart{equation: derivedGamma, rounds: rounds, classes: c, logC: math.Log(c), h: make([]float64, classes)}
	if name == updatePaper {
		a.equation = printedGamma
	}
	return a
}

// joint is q(lambda) prod_c q(n_c | lambda): see the package's "Lambda and the counts jointly".
type joint struct{ power []float64 } // e^h_c

// slowest is the least rate of lambda, far below those of latent values that a fit comes to.
const slowest = 1e-300

// term is 1 - e^h, e^h = exp(-(m+b)/2) / (1 + exp(-b)).
func (j *joint) term(c int, m, b float64) float64 {
	e, less := math.Exp(-b), math.Expm1(-0.5*(m+b))
	j.power[c] = (1 + less) / (1 + e)
	return (e - less) / (1 + e)
}

func (j *joint) counts(gamma []float64, sum float64, classes []int) (rate float64) {
	rate = max(sum, slowest)
	for _, c := range classes {
		gamma[c] = j.power[c] / rate
	}
	return rate
}

func (j *joint) addBound(sum, m float64, y int, b, _ []float64, rate float64) float64 {
	return sum + (0.5*(m-b[y]) - math.Log1p(math.Exp(-b[y])) - math.Log(rate))
}

func (j *joint) overflows(float64) bool { return false }

// apart is q(lambda) prod_c q(n_c): see the package's "Local step".
type apart struct {
	equation
	rounds        int // of (6) and (7); 0: to their fixed point
	classes, logC float64
	h             []float64 // h_c
}

// equation is that of gamma for given h.
type equation struct {
	// solve returns log(alpha - 1) where it agrees with (7), for the sum of e^h_c over C classes.
	solve func(sum, classes float64) float64
	// level returns log gamma_c - h_c, the same for all classes, at an alpha.
	level   func(alpha, logC float64) float64
	largest float64 // the alpha above which it overflows
}

var (
	// derivedGamma has E log lambda.
	derivedGamma = equation{
		solve: func(sum, classes float64) float64 { return derived(math.Log(sum / classes)) },
		level: func(alpha, logC float64) float64 {
			psi, _ := polygamma(alpha)
			return psi - logC
		},
		largest: math.Inf(1),
	}
	// printedGamma is (6) as printed.
	printedGamma = equation{
		solve: func(sum, classes float64) float64 { return printed(math.Log(classes * sum)) },
		level: func(alpha, logC float64) float64 {
			psi, _ := polygamma(alpha)
			return logC - logGamma(alpha) - alpha - (1-alpha)*psi
		},
		largest: largestAlpha,
	}
)

// largestAlpha is from where Gamma(alpha) is above the largest number of double precision.
const largestAlpha = 171.6243769563027

// term is e^h, with log(2 cosh(b/2)) = b/2 + log(1 + exp(-b)).
func (a *apart) term(c int, m, b float64) float64 {
	a.h[c] = -0.5*(m+b) - math.Log1p(math.Exp(-b))
	return math.Exp(a.h[c])
}

func (a *apart) counts(gamma []float64, sum float64, classes []int) (alpha float64) {
	alpha, level := a.alphaOf(sum)
	for _, c := range classes {
		gamma[c] = math.Exp(a.h[c] + level)
	}
	return alpha
}

// alphaOf returns alpha and the level of gamma for the sum of e^h.
func (a *apart) alphaOf(sum float64) (alpha, level float64) {
	if a.rounds > 0 {
		return a.alternate(sum)
	}
	alpha = 1 + math.Exp(a.solve(sum, a.classes))
	return alpha, a.level(alpha, a.logC)
}

// alternate does the rounds of (7) and (6) for the sum of e^h, and returns alpha and the level of
// the last. They begin at gamma from [0, 1], random numbers that are a function of the sum, so that
// a fit that is resumed has the same.
func (a *apart) alternate(sum float64) (alpha, level float64) {
	rng := rand.New(rand.NewPCG(math.Float64bits(sum), uint64(len(a.h))))
	alpha = 1
	for range a.h {
		alpha += rng.Float64()
	}
	for range a.rounds {
		level = a.level(alpha, a.logC)
		alpha = 1 + math.Exp(level)*sum
	}
	return alpha, level
}

func (a *apart) addBound(sum, m float64, y int, _, gamma []float64, alpha float64) float64 {
	psi, _ := polygamma(alpha)
	// h_y holds -m_y/2 where F has m_y/2; C E lambda = alpha is the first part of H.
	sum += m + a.h[y] - a.logC + logGamma(alpha) + (1-alpha)*psi
	for c, g := range gamma {
		if g > 0 {
			sum += g * (a.h[c] + psi - a.logC + 1 - math.Log(g))
		}
	}
	return sum
}

func (a *apart) overflows(alpha float64) bool { return alpha > a.largest }
