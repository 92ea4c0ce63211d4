package likelihood

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The sum of log p(y_i | f_i) against LogProb of each row, near 0 and far out.
func TestSumLogProb(t *testing.T) {
	const n = 301
	rng := rand.New(rand.NewPCG(1, 2))
	for _, scale := range []float64{1e-3, 1, 30, 1000} {
		for _, name := range append(append(Links(), Multiclass()...), Noisy()...) {
			l, err := byName(name)
			if err != nil {
				t.Fatal(err)
			}
			f, y, want := mat.NewDense(n, l.Functions(), nil), make([]int, n), 0.0
			f.Apply(func(int, int, float64) float64 { return scale * rng.NormFloat64() }, f)
			for i := range y {
				y[i] = rng.IntN(l.Outputs())
				want += l.LogProb(y[i], f.RawRowView(i))
			}
			if got := SumLogProb(l, y, f); math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
				t.Errorf("%s, values of %g: %v, want %v", name, scale, got, want)
			}
		}
	}
}

// byName returns a likelihood by its name, of four classes if not of two.
func byName(name string) (Observation, error) {
	if l, err := New(State{Name: name, Outputs: 2}); err == nil {
		return l, nil
	}
	if l, err := NewMulticlass(name, 4, 0.1); err == nil {
		return l, nil
	}
	return NewNoisy(name, 4, 0.5)
}
