package likelihood

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Averages over many draws are the integrals but for some standard errors, which are at most
// those of the spread of log S, and of numbers between 0 and 1.
func TestSampledAgainstQuadrature(t *testing.T) {
	const n, draws = 4, 100_000
	for name := range rates {
		exact, err := NewSoftmax(name, 3, Prediction{Name: "quadrature"})
		if err != nil {
			t.Fatal(err)
		}
		mean, variance := marginals(n, 3)
		y := []int{0, 1, 2, 0}
		expectations := func(l Likelihood) (float64, *mat.Dense, *mat.Dense) {
			dMean, dVariance := mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil)
			return l.Expectations(dMean, dVariance, y, mean, variance, 1), dMean, dVariance
		}
		want, wantMean, wantVariance := expectations(exact)
		got, dMean, dVariance := expectations(exact.Sampled(draws, 7))
		if again, _, _ := expectations(exact.Sampled(draws, 7)); again != got {
			t.Errorf("%s: the same draws give %v and %v", name, got, again)
		}
		spread := 0.0
		for _, v := range variance.RawMatrix().Data {
			spread += v
		}
		if math.Abs(got-want) > 5*math.Sqrt(n*spread/draws) {
			t.Errorf("%s: %v by draws, %v by quadrature", name, got, want)
		}
		for i := range n {
			for k := range 3 {
				for part, d := range map[string][2]*mat.Dense{"mean": {dMean, wantMean}, "variance": {dVariance, wantVariance}} {
					if a, b := d[0].At(i, k), d[1].At(i, k); math.Abs(a-b) > 5*0.5/math.Sqrt(draws) {
						t.Errorf("%s: by %s %d of row %d %v by draws, %v by quadrature", name, part, k, i, a, b)
					}
				}
			}
		}
	}
}
