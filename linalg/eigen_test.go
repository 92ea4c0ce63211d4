package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// symmetricWith returns Q diag(values) Q' for a random orthonormal Q.
func symmetricWith(values []float64, rng *rand.Rand) *mat.Dense {
	n := len(values)
	g := mat.NewDense(n, n, nil)
	for i := range g.RawMatrix().Data {
		g.RawMatrix().Data[i] = rng.NormFloat64()
	}
	var qr mat.QR
	qr.Factorize(g)
	var q, scaled, a mat.Dense
	qr.QTo(&q)
	scaled.Mul(&q, mat.NewDiagDense(n, values))
	a.Mul(&scaled, q.T())
	Symmetrise(&a)
	return &a
}

func TestEigenSym(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	fill := func(n int, f func(i int) float64) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = f(i)
		}
		return v
	}
	cases := map[string]*mat.Dense{
		"one":       mat.NewDense(1, 1, []float64{3}),
		"two":       mat.NewDense(2, 2, []float64{1, 2, 2, 1}),
		"zero":      mat.NewDense(100, 100, nil),
		"identity":  symmetricWith(fill(120, func(int) float64 { return 1 }), rng),
		"distinct":  symmetricWith(fill(300, func(i int) float64 { return float64(i) - 100 }), rng),
		"geometric": symmetricWith(fill(200, func(i int) float64 { return math.Pow(0.8, float64(i)) }), rng),
		"ties":      symmetricWith(fill(260, func(i int) float64 { return float64(i % 5) }), rng),
		"low rank":  symmetricWith(fill(150, func(i int) float64 { return math.Max(0, 20-float64(i)) }), rng),
		"clusters":  symmetricWith(fill(200, func(i int) float64 { return float64(i%3) + 1e-12*float64(i) }), rng),
		"huge":      symmetricWith(fill(130, func(i int) float64 { return 1e150 * float64(i) }), rng),
		"tiny":      symmetricWith(fill(130, func(i int) float64 { return 1e-150 * float64(i) }), rng),
	}
	wilkinson := mat.NewDense(201, 201, nil) // pairs that agree to many digits
	for i := range 201 {
		wilkinson.Set(i, i, math.Abs(float64(i-100)))
		if i > 0 {
			wilkinson.Set(i, i-1, 1)
			wilkinson.Set(i-1, i, 1)
		}
	}
	cases["Wilkinson"] = wilkinson
	laplace := mat.NewDense(300, 300, nil)
	for i := range 300 {
		laplace.Set(i, i, 2)
		if i > 0 {
			laplace.Set(i, i-1, -1)
			laplace.Set(i-1, i, -1)
		}
	}
	cases["Laplace"] = laplace
	for name, a := range cases {
		n, _ := a.Dims()
		values, v := EigenSym(mat.DenseCopyOf(a))
		var scale float64
		for i, x := range values {
			scale = math.Max(scale, math.Abs(x))
			if i > 0 && x > values[i-1] {
				t.Errorf("%s: values do not descend", name)
			}
		}
		var av, vd, gram mat.Dense
		av.Mul(a, v)
		vd.Mul(v, mat.NewDiagDense(n, values))
		av.Sub(&av, &vd)
		if r := mat.Max(&av); r > 1e-13*scale || math.IsNaN(r) {
			t.Errorf("%s: |A V - V D| = %.1e |A|", name, r/scale)
		}
		if r := -mat.Min(&av); r > 1e-13*scale {
			t.Errorf("%s: |A V - V D| = %.1e |A|", name, r/scale)
		}
		gram.Mul(v.T(), v)
		var worst float64
		for i := range n {
			for j := range n {
				e := gram.At(i, j)
				if i == j {
					e--
				}
				worst = math.Max(worst, math.Abs(e))
			}
		}
		if !(worst < 1e-13) {
			t.Errorf("%s: |V'V - I| = %.1e", name, worst)
		}
	}
}

func BenchmarkEigenSym(b *testing.B) {
	for _, n := range []int{100, 500, 1000, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, 4))
			a := mat.NewDense(n, n, nil)
			for i := range n {
				for j := range i + 1 {
					v := rng.NormFloat64()
					a.Set(i, j, v)
					a.Set(j, i, v)
				}
			}
			for b.Loop() {
				EigenSym(mat.DenseCopyOf(a))
			}
		})
	}
}
