package scmgpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Precisions and shifts change as Linearise says where means and variances do.
func TestLinearise(t *testing.T) {
	const n, classes, step = 30, 4, 1e-5
	rng := rand.New(rand.NewPCG(5, 6))
	mean, variance := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
	var dMean, dVariance, lambda, nu [][]float64
	for range classes {
		for _, v := range []*[][]float64{&dMean, &dVariance, &lambda, &nu} {
			*v = append(*v, make([]float64, n))
		}
	}
	y := make([]int, n)
	for i := range n {
		y[i] = rng.IntN(classes)
		for c := range classes {
			mean.Set(i, c, 2*rng.NormFloat64())
			variance.Set(i, c, math.Exp(2*rng.NormFloat64()))
			dMean[c][i], dVariance[c][i] = rng.NormFloat64(), variance.At(i, c)*rng.NormFloat64()
		}
	}
	mean.Set(0, 1, 1e-3) // b near 0, where tanh has its series
	variance.Set(0, 1, 1e-4)
	a := newAugmented(classes, "joint", 0)
	side := func(by float64) (lambda, nu *mat.Dense) {
		m, v := mat.DenseCopyOf(mean), mat.DenseCopyOf(variance)
		for i := range n {
			for c := range classes {
				m.Set(i, c, m.At(i, c)+by*dMean[c][i])
				v.Set(i, c, v.At(i, c)+by*dVariance[c][i])
			}
		}
		g, h := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
		a.Expectations(g, h, y, m, v, 1)
		lambda, nu = mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
		lambda.Scale(-2, h)
		nu.MulElem(lambda, m)
		nu.Add(g, nu)
		return lambda, nu
	}
	highLambda, highNu := side(step)
	lowLambda, lowNu := side(-step)
	a.Linearise(y, mean, variance)(lambda, nu, dMean, dVariance)
	for i := range n {
		for c := range classes {
			for name, v := range map[string][2]float64{
				"lambda": {lambda[c][i], (highLambda.At(i, c) - lowLambda.At(i, c)) / (2 * step)},
				"nu":     {nu[c][i], (highNu.At(i, c) - lowNu.At(i, c)) / (2 * step)},
			} {
				if math.Abs(v[0]-v[1]) > 1e-7*(1+math.Abs(v[1])) {
					t.Errorf("row %d, class %d: %s changes by %v, by differences %v", i, c, name, v[0], v[1])
				}
			}
		}
	}
}

// The two forms of theta' meet where one takes over from the other.
func TestBend(t *testing.T) {
	for _, b := range []float64{0.04, 0.0499, 0.0501, 0.06, 1, 5} {
		theta := func(square float64) float64 { b := math.Sqrt(square); return math.Tanh(b/2) / (2 * b) }
		step := 1e-4 * b * b
		if want := (theta(b*b+step) - theta(b*b-step)) / (2 * step); math.Abs(bend(b)-want) > 1e-8 {
			t.Errorf("theta' at b = %v is %v, by differences %v", b, bend(b), want)
		}
	}
	if below, above := bend(math.Nextafter(0.05, 0)), bend(0.05); math.Abs(below-above) > 1e-12 {
		t.Errorf("theta' jumps from %v to %v", below, above)
	}
	if got := bend(0); got != -1./48 {
		t.Errorf("theta' at 0 is %v", got)
	}
}
