// Package polyagamma draws Polya-Gamma variables PG(1, c), exactly, and sums of them.
//
// # Distribution
//
// PG(1, 0) has the Laplace transform E[exp(-t omega)] = 1 / cosh(sqrt(t / 2)),
// and PG(1, c) is its exponential tilting, of density proportional to
// exp(-c^2 omega / 2) PG(omega | 1, 0) (Polson, Scott & Windle, Bayesian
// inference for logistic models using Polya-Gamma latent variables, 2013), so
//
//	E[exp(-t omega)] = cosh(c / 2) / cosh(sqrt(c^2 / 4 + t / 2)).
//
// Mean and variance are PolyaGammaMean and PolyaGammaVariance of package
// likelihood. PG(1, c) and PG(1, -c) are the same.
//
// # Method
//
// omega = X / 4, X of the tilted Jacobi distribution J*(1, z), z = |c| / 2, whose
// density is the alternating series
//
//	cosh(z) exp(-z^2 x / 2) sum_n (-1)^n a_n(x)
//
//	a_n(x) = pi (n + 1/2) (2 / (pi x))^(3/2) exp(-2 (n + 1/2)^2 / x)   x <= t
//	a_n(x) = pi (n + 1/2) exp(-(n + 1/2)^2 pi^2 x / 2)                 x > t
//
// for any t > 0 (Devroye, On exact simulation algorithms for some distributions
// related to Jacobi theta functions, 2009). With t = 0.64 the a_n(x) fall in n at
// every x, so that the partial sums bound the density from above and below
// in turn. A draw is proposed from the tilted first term, which is an inverse
// Gaussian up to t and an exponential beyond, and is accepted if a uniform
// times a_0 lies below the sum; that is known after a few terms. At least 0.9991
// of the proposals are accepted whatever c is, and no constant is truncated:
// the draws are exact to rounding.
package polyagamma

import (
	"math"
	"math/rand/v2"
)

// border is t, where the proposal changes.
const border = 0.64

// onlyLeft is a z from which on the part beyond the border has a
// probability below the resolution 2^-53 of a uniform draw.
const onlyLeft = 15

// Draw returns a draw of PG(1, c). c must be finite. Cost O(1).
func Draw(rng *rand.Rand, c float64) float64 {
	if math.IsNaN(c) || math.IsInf(c, 0) {
		panic("polyagamma: Draw: c is not finite")
	}
	z := 0.5 * math.Abs(c)
	rate := math.Pi*math.Pi/8 + 0.5*z*z
	right := rightShare(z, rate)
	for {
		var x float64
		if rng.Float64() < right {
			x = border + rng.ExpFloat64()/rate
		} else {
			x = leftProposal(rng, z)
		}
		if accept(rng, x) {
			return 0.25 * x
		}
	}
}

// rightShare returns the share of the proposal's mass that lies beyond the
// border: p / (p + q) with
//
//	p = pi / (2 rate) exp(-rate t)
//	q = 2 exp(-z) P(IG(1/z, 1) < t)
//	  = 2 [exp(-z) Phi((t z - 1) / sqrt t) + exp(z) Phi(-(t z + 1) / sqrt t)].
func rightShare(z, rate float64) float64 {
	if z > onlyLeft {
		return 0
	}
	root := math.Sqrt(2 * border)
	phi1 := 0.5 * math.Erfc((1-border*z)/root)
	phi2 := 0.5 * math.Erfc((1+border*z)/root)
	ratio := 4 * rate / math.Pi * (math.Exp(rate*border-z)*phi1 + math.Exp(rate*border+z)*phi2)
	return 1 / (1 + ratio)
}

// leftProposal draws from the inverse Gaussian distribution of mean 1/z and
// shape 1, held below the border.
func leftProposal(rng *rand.Rand, z float64) float64 {
	if z*border < 1 {
		return tiltedLevy(rng, z)
	}
	for {
		if x := inverseGaussian(rng, 1/z); x < border {
			return x
		}
	}
}

// tiltedLevy draws from 1/chi^2 held below the border, accepted with
// probability exp(-z^2 x / 2). The square of a normal variable held above 1/t
// comes from two exponentials (Devroye, 2009, page 9).
func tiltedLevy(rng *rand.Rand, z float64) float64 {
	for {
		e := rng.ExpFloat64()
		for e*e > 2*rng.ExpFloat64()/border {
			e = rng.ExpFloat64()
		}
		x := border / ((1 + border*e) * (1 + border*e))
		if z == 0 || rng.Float64() <= math.Exp(-0.5*z*z*x) {
			return x
		}
	}
}

// inverseGaussian draws from the inverse Gaussian distribution of the given
// mean and shape 1 (Michael, Schucany & Haas, Generating random variates using
// transformations with multiple roots, 1976). The smaller root is written
// without cancellation: 1 + a/2 and sqrt(a + a^2/4) have product 1 as sum times
// difference.
func inverseGaussian(rng *rand.Rand, mean float64) float64 {
	n := rng.NormFloat64()
	a := mean * n * n
	ratio := 1 / (1 + 0.5*a + math.Sqrt(a+0.25*a*a)) // of the smaller root to the mean
	if rng.Float64()*(1+ratio) <= 1 {
		return mean * ratio
	}
	return mean / ratio
}

// accept says whether a uniform times a_0(x) lies below the alternating sum.
// Terms are relative to a_0: a_n / a_0 = (2n + 1) exp(-2 n (n + 1) / x) up to the
// border and (2n + 1) exp(-n (n + 1) pi^2 x / 2) beyond, which neither overflow nor
// underflow where it matters.
func accept(rng *rand.Rand, x float64) bool {
	decay := 0.5 * math.Pi * math.Pi * x
	if x <= border {
		decay = 2 / x
	}
	u := rng.Float64()
	sum := 1.0
	for n := 1.0; ; n += 2 {
		sum -= (2*n + 1) * math.Exp(-n*(n+1)*decay)
		if u <= sum {
			return true
		}
		m := n + 1
		sum += (2*m + 1) * math.Exp(-m*(m+1)*decay)
		if u > sum {
			return false
		}
	}
}
