package polyagamma

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"gpcbench/gp/likelihood"
)

// The characteristic function of what DrawSum draws beyond oneByOne against that of
// PG(n, c): half its mean absolute difference over pi bounds that of the densities.
func TestSumOfTerms(t *testing.T) {
	for _, n := range []float64{oneByOne + 1, 100, 1e4} {
		for _, c := range []float64{0, 0.5, 3, 10, 40, 200} {
			var weights []float64
			mean, variance := rest(c, func(w float64) { weights = append(weights, w) })
			if !(mean > 0 && variance > 0) {
				t.Fatalf("c = %v: the rest has mean %v and variance %v", c, mean, variance)
			}
			m, sd := n*likelihood.PolyaGammaMean(c), math.Sqrt(n*likelihood.PolyaGammaVariance(c))
			difference := 0.0
			const step = 0.02
			for u := step; u < 30; u += step {
				at := complex(0, u/sd)
				ours := complex(-n*mean*mean/variance, 0)*cmplx.Log(1-at*complex(variance/mean, 0)) - at*complex(m, 0)
				for _, w := range weights {
					ours -= complex(n, 0) * cmplx.Log(1-at*complex(w, 0))
				}
				exact := complex(n, 0)*(logCosh(complex(c/2, 0))-logCosh(cmplx.Sqrt(complex(c*c/4, 0)-at/2))) - at*complex(m, 0)
				difference += step / math.Pi * cmplx.Abs(cmplx.Exp(ours)-cmplx.Exp(exact))
			}
			t.Logf("n = %v, c = %v: %.2g", n, c, difference)
			if !(difference < 1e-9) {
				t.Errorf("n = %v, c = %v: the densities may differ by %.2g", n, c, difference)
			}
		}
	}
}

// logCosh returns log cosh z for a positive real part, without a jump.
func logCosh(z complex128) complex128 {
	return z + cmplx.Log(1+cmplx.Exp(-2*z)) - math.Ln2
}

// Mean and variance of sums against their closed forms, on both sides of the change.
func TestSumMoments(t *testing.T) {
	for _, n := range []float64{0, 1, 5, oneByOne, oneByOne + 1, 1e4, 1e12, 1e200} {
		for _, c := range []float64{0, -2, 8} {
			t.Run(fmt.Sprintf("%v,%v", n, c), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(n), math.Float64bits(c)))
				sd := math.Sqrt(n * likelihood.PolyaGammaVariance(c))
				if n == 0 {
					if x := DrawSum(rng, 0, c); x != 0 {
						t.Errorf("a sum of nothing is %v", x)
					}
					return
				}
				x := make([]float64, 20_000)
				for i := range x { // in units in which the sum has mean 0 and variance 1
					x[i] = (DrawSum(rng, n, c) - n*likelihood.PolyaGammaMean(c)) / sd
				}
				if n > 1e100 { // its standard deviation is below what a number resolves
					for range 100 {
						mean := n * likelihood.PolyaGammaMean(c)
						if x := DrawSum(rng, n, c); math.Abs(x-mean) > 1e-12*mean {
							t.Fatalf("drew %v, mean %v", x, mean)
						}
					}
					return
				}
				got, se := estimate(x, func(v float64) float64 { return v })
				within(t, "mean", got, se, 0)
				got, se = estimate(x, func(v float64) float64 { return v * v })
				within(t, "variance", got, se, 1)
			})
		}
	}
}

func BenchmarkDrawSum(b *testing.B) {
	for _, n := range []float64{3, oneByOne, 1e3, 1e9} {
		b.Run(fmt.Sprintf("n=%v", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				DrawSum(rng, n, 2)
			}
		})
	}
}
