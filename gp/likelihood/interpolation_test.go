package likelihood

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// means returns rows of N(0, spread^2).
func means(n, classes int, spread float64) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(classes), math.Float64bits(spread)))
	m := mat.NewDense(n, classes, nil)
	for i := range n {
		for k := range classes {
			m.Set(i, k, spread*rng.NormFloat64())
		}
	}
	return m
}

// The interpolated probabilities against the quadrature of every row by itself.
func TestInterpolationAgainstPredict(t *testing.T) {
	for _, classes := range []int{2, 3, 8} {
		l, err := NewSoftmax("logistic-softmax", classes, Prediction{Name: "quadrature"})
		if err != nil {
			t.Fatal(err)
		}
		for _, spread := range []float64{0, 1, 4, 15} {
			for _, variance := range []float64{0, 1e-6, 0.02, 0.5, 3, 50} {
				const n = 15
				m := means(n, classes, spread)
				v := mat.NewDense(n, classes, nil)
				v.Apply(func(int, int, float64) float64 { return variance }, v)
				got, want := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
				LogisticSoftmaxEqualVariance(got, m, variance)
				l.Predict(want, m, v)
				worst := 0.0
				for i := range n {
					for k := range classes {
						worst = max(worst, math.Abs(got.At(i, k)-want.At(i, k)))
					}
				}
				if !(worst < 1e-9) {
					t.Errorf("%d classes, means of %v, variance %v: off by %.2g", classes, spread, variance, worst)
				}
			}
		}
	}
}

// Rows whose latent values are all so low that the first terms are nothing, beside others and
// by themselves.
func TestInterpolationOfLowValues(t *testing.T) {
	l, err := NewSoftmax("logistic-softmax", 3, Prediction{Name: "quadrature"})
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range [][]float64{{-17, -18, -19}, {-34, -35, -36, 0, 0, 0}, {-25, -26, -27, 0, 0, 0}, {-80, -81, -90, 30, 1, 2}} {
		n := len(rows) / 3
		m, v := mat.NewDense(n, 3, rows), mat.NewDense(n, 3, nil)
		v.Apply(func(int, int, float64) float64 { return 1 }, v)
		got, want := mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil)
		LogisticSoftmaxEqualVariance(got, m, 1)
		l.Predict(want, m, v)
		if !mat.EqualApprox(got, want, 1e-9) {
			t.Errorf("means %v: %v, want %v", rows, mat.Formatted(got), mat.Formatted(want))
		}
	}
}

// Latent values beyond what is told apart do not end in NaN, nor without end.
func TestInterpolationFarOff(t *testing.T) {
	m, p := mat.NewDense(2, 3, []float64{-1e5, -1e4, -1e3, 1e5, -1e5, 1e300}), mat.NewDense(2, 3, nil)
	LogisticSoftmaxEqualVariance(p, m, 1e6)
	for i := range 2 {
		for k := range 3 {
			if v := p.At(i, k); !(v >= 0 && v <= 1) {
				t.Errorf("row %d, class %d: probability %v", i, k, v)
			}
		}
	}
}

func BenchmarkInterpolation(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprintf("C=3,n=%d", n), func(b *testing.B) {
			m := means(n, 3, 2)
			p := mat.NewDense(n, 3, nil)
			for b.Loop() {
				LogisticSoftmaxEqualVariance(p, m, 0.3)
			}
		})
	}
}

// Numbers that are not finite give none.
func TestInterpolationOfNoNumbers(t *testing.T) {
	for _, c := range []struct{ mean, variance float64 }{{math.NaN(), 1}, {0, math.NaN()}, {math.Inf(1), 1}, {0, math.Inf(1)}} {
		p := mat.NewDense(1, 3, nil)
		LogisticSoftmaxEqualVariance(p, mat.NewDense(1, 3, []float64{c.mean, 0, 1}), c.variance)
		for _, v := range p.RawRowView(0) {
			if !math.IsNaN(v) {
				t.Errorf("mean %v, variance %v: %v", c.mean, c.variance, v)
			}
		}
	}
}
