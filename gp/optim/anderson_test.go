package optim

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Of a linear map in as many dimensions as it looks back, acceleration finds the
// fixed point in one step more.
func TestAndersonSolvesLinearMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	m, c := mat.NewDense(andersonDepth, andersonDepth, nil), make([]float64, andersonDepth)
	for i := range andersonDepth {
		c[i] = rng.NormFloat64()
		for j := range andersonDepth {
			m.Set(i, j, rng.NormFloat64()) // not a contraction
		}
	}
	residual := func(x []float64) []float64 {
		f := make([]float64, andersonDepth)
		for i := range f {
			f[i] = c[i] - x[i]
			for j, v := range x {
				f[i] += m.At(i, j) * v
			}
		}
		return f
	}
	unit := []float64{1, 2, 0.5, 1, 3}
	a, x := NewAnderson(andersonDepth), make([]float64, andersonDepth)
	for range andersonDepth + 1 {
		a.Step(x, residual(x), unit, 0.7)
	}
	for i, f := range residual(x) {
		if math.Abs(f) > 1e-6 {
			t.Errorf("element %d: residual %g", i, f)
		}
	}
}
