package polyagamma

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"gpcbench/gp/likelihood"
)

// oneByOne is the largest n for which PG(n, c) is drawn as n draws of PG(1, c).
const oneByOne = 16

// DrawSum returns a draw of PG(n, c), the sum of n draws of PG(1, c), for a whole number
// n >= 0. c must be finite. Cost O(n) up to n = 16, and beyond O(24 + 3 |c|).
//
// Up to n = 16 the draw is that sum, exactly. Beyond, it is one of
//
//	PG(n, c) = sum_k w_k Ga(n, 1),   w_k = 1 / (2 pi^2 (k - 1/2)^2 + c^2 / 2),
//
// (Polson, Scott & Windle, 2013, (2.1)) of which the terms after the first 24 + 3 |c| are one
// gamma variable with their mean and variance. Both distributions then have nearly the
// same third cumulant: the density, in units of the standard deviation, differs by less
// than 1e-9.
func DrawSum(rng *rand.Rand, n, c float64) float64 {
	if n <= oneByOne {
		sum := 0.0
		for range int(n) {
			sum += Draw(rng, c)
		}
		return sum
	}
	sum := 0.0
	mean, variance := rest(c, func(w float64) { sum += w * distuv.Gamma{Alpha: n, Beta: 1, Src: rng}.Rand() })
	return sum + distuv.Gamma{Alpha: n * mean * mean / variance, Beta: mean / variance, Src: rng}.Rand()
}

// rest calls each with the first weights, and returns what the terms after them add to mean
// and variance of PG(1, c).
func rest(c float64, each func(w float64)) (mean, variance float64) {
	mean, variance = likelihood.PolyaGammaMean(c), likelihood.PolyaGammaVariance(c)
	for k := range 24 + int(3*math.Abs(c)) {
		h := math.Pi * (float64(k) + 0.5)
		w := 1 / (2*h*h + 0.5*c*c)
		each(w)
		mean -= w
		variance -= w * w
	}
	return mean, variance
}
