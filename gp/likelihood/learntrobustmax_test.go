package likelihood

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// No epsilon has a larger sum than the one that is learnt, and the derivatives are those of the sum
// with epsilon learnt anew at each point.
func TestLearntEpsilon(t *testing.T) {
	for _, scale := range []float64{0.01, 0.5, 2, 50} {
		for _, classes := range []int{2, 4} {
			l, err := NewLearntRobustMax(classes)
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(3, uint64(classes)))
			const n = 9
			mean, variance, y := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil), make([]int, n)
			for i := range n {
				y[i] = rng.IntN(classes)
				for k := range classes {
					mean.Set(i, k, scale*rng.NormFloat64())
					variance.Set(i, k, 0.2+rng.Float64())
				}
				mean.Set(i, y[i], mean.At(i, y[i])+scale)
			}
			space := func() *mat.Dense { return mat.NewDense(n, classes, nil) }
			sum := func() float64 { return l.Expectations(space(), space(), y, mean, variance, 1) }
			dMean, dVariance := space(), space()
			at := l.Expectations(dMean, dVariance, y, mean, variance, 3)
			learnt := l.Fixed().State().Parameters[0]
			for _, epsilon := range []float64{leastEpsilon, 0.7 * learnt, 0.99 * learnt, min(1.01*learnt, largestEpsilon), 0.5, largestEpsilon} {
				other, err := NewRobustMax(classes, max(epsilon, leastEpsilon))
				if err != nil {
					t.Fatal(err)
				}
				if v := other.Expectations(space(), space(), y, mean, variance, 1); v > at+1e-12 {
					t.Errorf("%d classes, scale %v: %v with epsilon %v, %v with %v", classes, scale, v, epsilon, at, learnt)
				}
			}
			for what, of := range map[string][2]*mat.Dense{"mean": {mean, dMean}, "variance": {variance, dVariance}} {
				const step = 1e-5
				x := of[0].At(2, 1)
				of[0].Set(2, 1, x+step)
				up := sum()
				of[0].Set(2, 1, x-step)
				down := sum()
				of[0].Set(2, 1, x)
				if want, got := 3*(up-down)/(2*step), of[1].At(2, 1); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("%d classes, scale %v: derivative by a %s %v, differences %v", classes, scale, what, got, want)
				}
			}
		}
	}
}
