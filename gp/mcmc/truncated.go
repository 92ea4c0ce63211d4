package mcmc

import (
	"math"
	"math/rand/v2"
)

// NormalAbove returns a draw of a standard normal variable that is above t (Robert,
// Simulation of truncated normal variables, 1995): of the normal distribution until one is,
// or, for t > 0, of the exponential distribution beyond t that is accepted most often. No
// t takes more than two trials on average.
func NormalAbove(rng *rand.Rand, t float64) float64 {
	if t <= 0 {
		for {
			if x := rng.NormFloat64(); x > t {
				return x
			}
		}
	}
	rate := 0.5 * (t + math.Sqrt(t*t+4))
	for {
		x := t + rng.ExpFloat64()/rate
		if d := x - rate; rng.Float64() < math.Exp(-0.5*d*d) {
			return x
		}
	}
}
