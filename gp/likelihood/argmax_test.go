package likelihood

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// With two classes (68) is Phi((m1 - m2) / sqrt(v1 + v2)), derivatives included.
func TestArgmaxOfTwo(t *testing.T) {
	a := NewArgmax(2)
	p, dm, dv := make([]float64, 1), mat.NewDense(1, 2, nil), mat.NewDense(1, 2, nil)
	both := mat.NewDense(1, 2, nil)
	for _, gap := range []float64{0, 0.3, -2, 5, -12, -30, -36} {
		for _, v := range [][2]float64{{1, 1}, {0.01, 3}, {70, 0.5}, {1e-6, 2}, {5, 1e-8}, {1e8, 1}} {
			sd := math.Sqrt(v[0] + v[1])
			mean := mat.NewDense(1, 2, []float64{40 + gap*sd, 40})
			variance := mat.NewDense(1, 2, v[:])
			z := (mean.At(0, 0) - 40) / sd
			log, slope, _ := Probit{}.LogProb(z)
			want := math.Exp(log)
			a.Probabilities(both, mean, variance)
			relative(t, "P", both.At(0, 0), want, 1e-10)
			a.Derivatives(p, dm, dv, []int{0}, mean, variance)
			relative(t, "p", p[0], want, 1e-10)
			density := slope * want
			relative(t, "dm", dm.At(0, 0), density/sd, 1e-10)
			relative(t, "dm", dm.At(0, 1), -density/sd, 1e-10)
			for k := range 2 {
				if got, want := dv.At(0, k), -0.5*density*z/(sd*sd); !(math.Abs(got-want) <= 1e-9*density*(1+math.Abs(z))/(sd*sd)) {
					t.Errorf("gap %v, variances %v: dP/dv_%d = %v, want %v", gap, v, k, got, want)
				}
			}
		}
	}
}
