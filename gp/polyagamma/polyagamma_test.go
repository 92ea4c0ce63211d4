package polyagamma

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpcbench/gp/likelihood"
)

// tilts are values of c: 0, both sides of the switch of the proposal at
// c = 2 / 0.64 and of the border's at c = 30, and far beyond.
var tilts = []float64{0, 1e-6, 0.3, -1, 2, 3, 3.2, 5, 10, 20, 29.9, 30.1, 100, 1e4, 1e8}

// draws returns n draws of PG(1, c).
func draws(n int, c float64) []float64 {
	rng := rand.New(rand.NewPCG(1, math.Float64bits(c)))
	out := make([]float64, n)
	for i := range out {
		out[i] = Draw(rng, c)
	}
	return out
}

// estimate returns mean of g over the draws and its standard error.
func estimate(x []float64, g func(float64) float64) (mean, se float64) {
	var s, s2 float64
	for _, v := range x {
		s += g(v)
	}
	mean = s / float64(len(x))
	for _, v := range x {
		s2 += (g(v) - mean) * (g(v) - mean)
	}
	return mean, math.Sqrt(s2) / float64(len(x))
}

// within fails unless the estimate lies within 4.5 standard errors of want.
// The seeds are fixed, so that the outcome is too.
func within(t *testing.T, what string, got, se, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 4.5*se+1e-12*math.Abs(want)) {
		t.Errorf("%s is %.8g, estimated %.8g +- %.2g", what, want, got, se)
	}
}

// Mean, variance and Laplace transform against their closed forms.
func TestMoments(t *testing.T) {
	for _, c := range tilts {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			n := 200_000
			if testing.Short() { // the bands widen with it
				n = 40_000
			}
			x := draws(n, c)
			mean, variance := likelihood.PolyaGammaMean(c), likelihood.PolyaGammaVariance(c)
			got, se := estimate(x, func(v float64) float64 { return v })
			within(t, "mean", got, se, mean)
			got, se = estimate(x, func(v float64) float64 { return (v - mean) * (v - mean) })
			within(t, "variance", got, se, variance)
			for _, scale := range []float64{0.1, 1, 10} {
				s := scale / mean
				got, se = estimate(x, func(v float64) float64 { return math.Exp(-s * v) })
				within(t, fmt.Sprintf("Laplace transform at %.3g", s), got, se, laplace(c, s))
			}
		})
	}
}

// laplace is cosh(c/2) / cosh(sqrt(c^2/4 + s/2)).
func laplace(c, s float64) float64 {
	a := 0.5 * math.Abs(c)
	b := math.Sqrt(a*a + 0.5*s)
	minus := -0.5 * s / (a + b) // a - b without cancellation
	return math.Exp(minus + math.Log1p(math.Exp(-2*a)) - math.Log1p(math.Exp(-2*b)))
}

// The distribution function against the infinite convolution
// omega = 1/(2 pi^2) sum_k Exp(1) / ((k - 1/2)^2 + c^2 / (4 pi^2)) (Polson, Scott
// & Windle, 2013, (2.1)), cut off, by the two-sample Kolmogorov-Smirnov
// statistic.
func TestDistribution(t *testing.T) {
	const n, terms = 20_000, 300
	for _, c := range []float64{0, 1, 2.9, 3.3, 12} {
		rng := rand.New(rand.NewPCG(5, math.Float64bits(c)))
		y := make([]float64, n)
		for i := range y {
			missing := likelihood.PolyaGammaMean(c)
			for k := range terms {
				h := float64(k) + 0.5
				w := 1 / (2*math.Pi*math.Pi*h*h + 0.5*c*c)
				y[i] += w * rng.ExpFloat64()
				missing -= w
			}
			y[i] += missing // the mean of the terms left out
		}
		x := draws(n, c)
		slices.Sort(x)
		slices.Sort(y)
		var d float64
		for i, j := 0, 0; i < n && j < n; {
			if x[i] <= y[j] {
				i++
			} else {
				j++
			}
			d = max(d, math.Abs(float64(i-j))/n)
		}
		if limit := 1.95 * math.Sqrt(2./n); d > limit { // the 0.1% point
			t.Errorf("c = %v: Kolmogorov-Smirnov distance %.4f, limit %.4f", c, d, limit)
		}
	}
}

func TestSameGeneratorSameDraws(t *testing.T) {
	if !slices.Equal(draws(100, 2), draws(100, 2)) {
		t.Error("two generators of one seed give different draws")
	}
	if a, b := draws(50, 1e-300), draws(50, 1e300); slices.Min(a) <= 0 || slices.Min(b) <= 0 || math.IsNaN(slices.Max(b)) {
		t.Errorf("extreme c: draws from %v and %v", slices.Min(a), slices.Min(b))
	}
}

func TestNotFinite(t *testing.T) {
	for _, c := range []float64{math.NaN(), math.Inf(1)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic at c = %v", c)
				}
			}()
			Draw(rand.New(rand.NewPCG(1, 2)), c)
		}()
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, c := range []float64{0, 1, 3, 5, 10, 30} {
		b.Run(fmt.Sprintf("c=%v", c), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				Draw(rng, c)
			}
		})
	}
}
