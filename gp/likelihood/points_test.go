package likelihood

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Expectations at points against those of the integral where variances are small, and the derivatives by means against
// differences where they are not.
func TestAtPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 40
	for _, name := range []string{NameSoftmax, NameLogisticSoftmax} {
		for _, classes := range []int{2, 3, 7} {
			whole, err := NewSoftmax(name, classes, Prediction{Name: "quadrature"})
			if err != nil {
				t.Fatal(err)
			}
			l := whole.AtPoints()
			rows := func() *mat.Dense { return mat.NewDense(n, classes, nil) }
			mean, variance, y := rows(), rows(), make([]int, n)
			mean.Apply(func(int, int, float64) float64 { return 3 * rng.NormFloat64() }, mean)
			for i := range y {
				y[i] = rng.IntN(classes)
			}
			var got, want [3]*mat.Dense
			for k := range got {
				got[k], want[k] = rows(), rows()
			}
			variance.Apply(func(int, int, float64) float64 { return 0.01 * rng.Float64() }, variance)
			a := l.Expectations(got[0], got[1], y, mean, variance, 1)
			b := whole.Expectations(want[0], want[1], y, mean, variance, 1)
			for k, v := range map[string]float64{"value": (a - b) / n, "slope": off(got[0], want[0]), "curvature": off(got[1], want[1])} {
				if math.Abs(v) > 1e-3 {
					t.Errorf("%s of %d, small variances: %s off by %g", name, classes, k, v)
				}
			}
			variance.Apply(func(int, int, float64) float64 { return 3 * rng.Float64() }, variance)
			a = l.Expectations(got[0], got[1], y, mean, variance, 1)
			b = whole.Expectations(want[0], want[1], y, mean, variance, 1)
			if v := math.Abs(a-b) / n; v > 0.1 {
				t.Errorf("%s of %d, wide: value off by %g", name, classes, v)
			}
			const step = 1e-5
			for i := range 3 {
				for c := range classes {
					at := mean.At(i, c)
					mean.Set(i, c, at+step)
					above := l.Expectations(want[0], want[1], y, mean, variance, 1)
					mean.Set(i, c, at-step)
					below := l.Expectations(want[0], want[1], y, mean, variance, 1)
					mean.Set(i, c, at)
					if d := (above - below) / (2 * step); math.Abs(d-got[0].At(i, c)) > 1e-5 {
						t.Errorf("%s of %d: slope %g, by differences %g", name, classes, got[0].At(i, c), d)
					}
				}
			}
		}
	}
}

// off is the largest difference of two matrices.
func off(a, b *mat.Dense) (largest float64) {
	for i, v := range a.RawMatrix().Data {
		largest = max(largest, math.Abs(v-b.RawMatrix().Data[i]))
	}
	return largest
}
