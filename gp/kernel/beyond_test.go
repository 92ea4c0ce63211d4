package kernel

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A row so far out that its square, or itself in lengthscales, is beyond float64's range has the covariance 0.
func TestRowsBeyondTheRangeOfNumbers(t *testing.T) {
	z := mat.NewDense(2, 2, []float64{0, 1, 1e5, -2})
	for _, name := range []string{"se", "se-ard", "matern32-ard"} {
		k, err := New(name, 2, Start{Variance: 2, Lengthscale: 1e-10})
		if err != nil {
			t.Fatal(err)
		}
		cov := mat.NewDense(4, 2, nil)
		k.Cov(cov, mat.NewDense(4, 2, []float64{1e150, 0, 1e300, 0, -1e305, 1e305, 0, math.MaxFloat64}), z)
		for i := range 4 {
			for j, v := range cov.RawRowView(i) {
				if v != 0 {
					t.Errorf("%s: covariance %d, %d is %v", name, i, j, v)
				}
			}
		}
	}
}
