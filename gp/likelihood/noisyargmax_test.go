package likelihood

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// p(y | f) against the grid of argmax, which has f_k ~ N(f_k, s^2), and of two classes against Phi, far out too.
func TestArgmaxWithNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for _, classes := range []int{2, 3, 10, 100} {
		for _, noise := range []float64{0.01, 1, 7} {
			l, err := NewArgmax(classes, noise)
			if err != nil {
				t.Fatal(err)
			}
			const rows = 6
			f, none, want := mat.NewDense(rows, classes, nil), mat.NewDense(rows, classes, nil), mat.NewDense(rows, classes, nil)
			f.Apply(func(i, _ int, _ float64) float64 { return float64(i) * math.Sqrt(noise) * rng.NormFloat64() }, f)
			l.Predict(want, f, none)
			for i := range rows {
				sum := 0.0
				for k, p := range want.RawRowView(i) {
					got := l.LogProb(k, f.RawRowView(i))
					sum += math.Exp(got)
					if p > 1e-20 && math.Abs(got-math.Log(p)) > 1e-9 {
						t.Errorf("%d classes, noise %g: log p %.15g, want %.15g", classes, noise, got, math.Log(p))
					}
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Errorf("%d classes: probabilities sum to 1%+g", classes, sum-1)
				}
			}
		}
	}
	l, err := NewArgmax(2, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, apart := range []float64{-3000, -100, -9, 0, 9, 100} {
		want := make([]float64, 1)
		engine.NormalLogCDF(want, nil, []float64{apart / math.Sqrt(8)})
		if got := l.LogProb(1, []float64{5, 5 + apart}); math.Abs(got-want[0]) > 1e-10*(1+math.Abs(want[0])) {
			t.Errorf("apart by %g: log p %.15g, want %.15g", apart, got, want[0])
		}
	}
	back, err := NewObservation(l.State())
	if err != nil || !reflect.DeepEqual(back.State(), l.State()) {
		t.Errorf("%v comes back as %v, %v", l.State(), back, err)
	}
	if _, err := New(l.State()); err == nil {
		t.Error("what has no expectations is a likelihood")
	}
	for _, noise := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := NewArgmax(3, noise); err == nil {
			t.Errorf("noise %g: no error", noise)
		}
	}
}

// The curvature of a softmax of one row, small variances: a diagonal less u u'. The diagonal is that of Expectations.
func TestPull(t *testing.T) {
	const classes, y, step = 3, 1, 1e-4
	smooth, err := NewArgmax(classes, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"softmax", "logistic-softmax", "sharpened"} {
		var l Tied = smooth.Smooth().(Tied)
		if name != "sharpened" {
			if l, err = NewSoftmax(name, classes, Prediction{Name: "quadrature"}); err != nil {
				t.Fatal(err)
			}
		}
		slope := func(f []float64) []float64 {
			g := mat.NewDense(1, classes, nil)
			l.Expectations(g, mat.NewDense(1, classes, nil), []int{y}, mat.NewDense(1, classes, f), mat.NewDense(1, classes, nil), 1)
			return g.RawRowView(0)
		}
		f, u := []float64{0.3, -0.4, 1.2}, make([]float64, classes)
		l.Pull(u, y, slope(f), f, make([]float64, classes))
		for k := range f {
			up, down := append([]float64(nil), f...), append([]float64(nil), f...)
			up[k] += step
			down[k] -= step
			high, low := slope(up), slope(down)
			for c := range f {
				// The Hessian of log p off its diagonal is u u'.
				if got := (high[c] - low[c]) / (2 * step); c != k && math.Abs(got-u[c]*u[k]) > 1e-5 {
					t.Errorf("%s: %d, %d: %g, want %g", name, c, k, u[c]*u[k], got)
				}
			}
		}
		sum := u[0] + u[1] + u[2]
		if total := l.Total(); total != 0 && math.Abs(sum-total) > 1e-6 {
			t.Errorf("%s: u sums to %g, want %g", name, sum, total)
		}
	}
}
