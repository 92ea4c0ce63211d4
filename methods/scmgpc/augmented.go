package scmgpc

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// augmented is the logistic softmax with its auxiliary variables, in the form that
// package natgrad needs. It holds space.
type augmented struct {
	all    []int     // the classes
	update string    // "derived", "paper" or "joint"
	h      []float64 // h_c of a row; not of "joint"
	b      []float64 // b_c of a row
	gamma  []float64
	curves []curve // by row and class, of Linearise

	rounds    int         // of (6) and (7); 0: to their fixed point
	overflows func(n int) // is told of rows at which (6) as printed overflows
}

// eventOverflow counts rows of local steps by (6) as printed at which Gamma(alpha) overflows.
const eventOverflow = "(6) overflows"

// largestAlpha is from where Gamma(alpha) is above the largest number of double precision.
const largestAlpha = 171.6243769563027

// newAugmented returns the likelihood of that many classes with an update.
func newAugmented(classes int, update string) *augmented {
	a := &augmented{update: update, h: make([]float64, classes), b: make([]float64, classes), gamma: make([]float64, classes), overflows: func(int) {}}
	for c := range classes {
		a.all = append(a.all, c)
	}
	return a
}

// Local writes shift and precision of every f_ic.
func (a *augmented) Local(shift, precision [][]float64, class []int, mean, variance [][]float64) {
	over := 0
	for i, y := range class {
		if alpha := a.row(i, mean, variance); a.update == "paper" && alpha > largestAlpha {
			over++
		}
		a.sites(shift, precision, i, y, a.all)
	}
	if over > 0 {
		a.overflows(over)
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
		shift[c][i], precision[c][i] = a.site(c, y)
	}
}

// site returns shift and precision of class c in a row of class y.
func (a *augmented) site(c, y int) (shift, precision float64) {
	gamma, each := a.gamma[c], likelihood.PolyaGammaMean(a.b[c])
	if c == y {
		return -0.5*gamma + 0.5, float64(gamma*each) + each // not fused, for the same bits everywhere
	}
	return -0.5 * gamma, gamma * each
}

// Expectations is that of package collapsed, of "joint": what [augmented.Local] and [augmented.Bound] say, by one
// look at each row.
func (a *augmented) Expectations(dMean, dVariance *mat.Dense, class []int, mean, variance *mat.Dense, scale float64) float64 {
	var sum float64
	for i, y := range class {
		m := mean.RawRowView(i)
		rate := a.of(m, variance.RawRowView(i))
		slope, curvature := dMean.RawRowView(i), dVariance.RawRowView(i)
		for c := range m {
			shift, precision := a.site(c, y)
			slope[c] = scale * (shift - precision*m[c])
			curvature[c] = -0.5 * scale * precision
		}
		sum += a.jointBound(m[y], y, rate)
	}
	return sum
}

// of is row, of means and variances that lie side by side.
func (a *augmented) of(mean, variance []float64) float64 {
	terms := 0.0
	for c, m := range mean {
		terms += a.moments(c, m, variance[c])
	}
	return a.rates(terms, a.all)
}

// jointBound is F of "joint" in a row of class y, where m is the mean of f_y.
func (a *augmented) jointBound(m float64, y int, rate float64) float64 {
	return 0.5*(m-a.b[y]) - math.Log1p(math.Exp(-a.b[y])) - math.Log(rate)
}

// Bound returns the sum of F over the rows.
func (a *augmented) Bound(class []int, mean, variance [][]float64) float64 {
	var sum float64
	logC := math.Log(float64(len(a.all)))
	for i, y := range class {
		alpha := a.row(i, mean, variance)
		if a.update == "joint" {
			sum += a.jointBound(mean[y][i], y, alpha)
			continue
		}
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

// row works out b, h and gamma of row i, and returns alpha; of "joint" the rate of lambda.
func (a *augmented) row(i int, mean, variance [][]float64) float64 {
	sum := 0.0
	for _, c := range a.all {
		sum += a.moments(c, mean[c][i], variance[c][i])
	}
	return a.rates(sum, a.all)
}

// estimate works out b and h of row i of class y for the drawn classes, and returns an estimate
// of the sum of terms over all classes.
func (a *augmented) estimate(i, y int, drawn []int, mean, variance [][]float64) float64 {
	own, sum, n := 0.0, 0.0, 0
	printed := a.update == "paper"
	if !printed {
		own = a.moments(y, mean[y][i], variance[y][i])
	}
	for _, c := range drawn {
		if c == y && !printed {
			continue
		}
		sum += a.moments(c, mean[c][i], variance[c][i])
		n++
	}
	others := len(a.all)
	if !printed {
		others--
	}
	return own + sum*float64(others)/float64(n)
}

// moments works out b and h of class c and returns its term of the sum that rates works
// with: e^h, or 1 - e^h of "joint", which has e^h in the place of gamma until then.
func (a *augmented) moments(c int, m, v float64) float64 {
	b := math.Sqrt(v + m*m)
	if a.update == "joint" {
		// e^h = exp(-(m+b)/2) / (1 + exp(-b))
		e, less := math.Exp(-b), math.Expm1(-0.5*(m+b))
		a.b[c], a.gamma[c] = b, (1+less)/(1+e)
		return (e - less) / (1 + e)
	}
	// log(2 cosh(b/2)) = b/2 + log(1 + exp(-b))
	a.b[c], a.h[c] = b, -0.5*(m+b)-math.Log1p(math.Exp(-b))
	return math.Exp(a.h[c])
}

// slowest is the least rate of lambda, far below those of latent values that a fit comes to.
const slowest = 1e-300

// rates works out gamma of the given classes, and returns alpha, of "joint" the rate of
// lambda, for the sum of terms over all classes.
func (a *augmented) rates(sum float64, classes []int) float64 {
	if a.update == "joint" {
		rate := max(sum, slowest)
		for _, k := range classes {
			a.gamma[k] /= rate
		}
		return rate
	}
	alpha, level := a.solve(sum)
	for _, k := range classes {
		a.gamma[k] = math.Exp(a.h[k] + level)
	}
	return alpha
}

// solve returns alpha and the level of (6) and (7) for the sum of e^h.
func (a *augmented) solve(sum float64) (alpha, level float64) {
	c := float64(len(a.all))
	switch {
	case a.rounds > 0:
		return a.alternate(sum)
	case a.update == "paper":
		alpha = 1 + math.Exp(printed(math.Log(c*sum)))
	default:
		alpha = 1 + math.Exp(derived(math.Log(sum/c)))
	}
	return alpha, a.level(alpha)
}

// level returns log gamma_c - h_c of all classes at an alpha.
func (a *augmented) level(alpha float64) float64 {
	c := float64(len(a.all))
	psi, _ := polygamma(alpha)
	if a.update == "paper" {
		return math.Log(c) - logGamma(alpha) - alpha - (1-alpha)*psi
	}
	return psi - math.Log(c)
}

// alternate does the rounds of (7) and (6) for the sum of e^h, and returns alpha and the level of
// the last. They begin at gamma from [0, 1], random numbers that are a function of the sum, so that
// a fit that is resumed has the same.
func (a *augmented) alternate(sum float64) (alpha, level float64) {
	rng := rand.New(rand.NewPCG(math.Float64bits(sum), uint64(len(a.all))))
	alpha = 1
	for range a.all {
		alpha += rng.Float64()
	}
	for range a.rounds {
		level = a.level(alpha)
		alpha = 1 + math.Exp(level)*sum
	}
	return alpha, level
}
