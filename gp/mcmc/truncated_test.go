package mcmc_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/mcmc"
)

// Draws of a truncated normal variable have its mean and variance, far out too.
func TestTruncatedNormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	const draws = 200000
	for _, above := range []float64{-9, -1, 0, 0.3, 2, 40} {
		var sum, squares float64
		_, rho, _ := likelihood.Probit{}.LogProb(1, -above)
		for range draws {
			x := mcmc.NormalAbove(rng, above)
			if !(x > above) {
				t.Fatalf("%v is not above %v", x, above)
			}
			sum += x - rho
			squares += (x - rho) * (x - rho)
		}
		mean, variance := sum/draws, squares/draws
		want := 1 - rho*(rho-above)
		if math.Abs(mean) > 5*math.Sqrt(want/draws) || math.Abs(variance-want) > 15*want/math.Sqrt(draws) {
			t.Errorf("above %v: mean %v too large, variance %v, want %v", above, mean, variance, want)
		}
	}
}
