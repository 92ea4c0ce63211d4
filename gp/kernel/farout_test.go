package kernel

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Inputs far out leave the covariances of all others, and of each other, as they are.
func TestInputsFarOut(t *testing.T) {
	for _, name := range []string{"se", "matern32-ard"} {
		k, err := New(name, 2, Start{Lengthscale: 1, Variance: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, far := range []float64{1e5, 1e8, 1e12} {
			x := mat.NewDense(5, 2, []float64{0.1, 0.2, 0.5, -0.4, -1, 0.3, far, far, far, far + 1})
			gram := mat.NewDense(5, 5, nil)
			k.Gram(gram, x)
			cov := mat.NewDense(5, 5, nil)
			k.Cov(cov, x, x)
			for i := range 5 {
				for j := range 5 {
					s := math.Pow(x.At(i, 0)-x.At(j, 0), 2) + math.Pow(x.At(i, 1)-x.At(j, 1), 2)
					want := 2 * math.Exp(-s/2)
					if name == "matern32-ard" {
						want = 2 * (1 + math.Sqrt(3*s)) * math.Exp(-math.Sqrt(3*s))
					}
					if far < 1e6 && i > 2 && j > 2 {
						continue // below farOut products are good to the square of the distance
					}
					for _, got := range []float64{gram.At(i, j), cov.At(i, j)} {
						if math.Abs(got-want) > 1e-5 {
							t.Errorf("%s, %v: covariance %d, %d is %v, want %v", name, far, i, j, got, want)
						}
					}
				}
			}
		}
	}
}
