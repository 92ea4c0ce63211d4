package engine

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Every kernel has the bits of the one in Go, for arguments before, in and beyond the table.
func TestTaylorTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	derivatives := make([][TaylorOrder]float64, 30)
	for i := range derivatives {
		for n := range derivatives[i] {
			derivatives[i][n] = rng.NormFloat64()
		}
	}
	table := NewTaylorTable(-3, 0.4, derivatives)
	const shift, begin = 0.7, -3.5
	for range 1000 {
		var w [TaylorBlock]float64
		var c [TaylorOrder]float64
		for i := range w {
			w[i], c[i] = 12*rng.NormFloat64(), rng.NormFloat64()
		}
		w[3], w[4], w[5], w[6], w[7] = 1e300, -1e300, -3-shift, begin, begin+1e-9
		var want TaylorValues
		table.at(&portable, &want, &w, shift, begin, &c)
		for _, e := range machineKernels() {
			var got TaylorValues
			table.at(e, &got, &w, shift, begin, &c)
			for _, each := range [][2][TaylorBlock]float64{{got.Value, want.Value}, {got.First, want.First}, {got.Second, want.Second}} {
				for j := range w {
					if math.Float64bits(each[0][j]) != math.Float64bits(each[1][j]) {
						t.Fatalf("%s has %v at %v, in Go it is %v", e.name, each[0][j], w[j], each[1][j])
					}
				}
			}
		}
		if want.Value[3] != 0 || want.Value[4] != 1 || want.Value[6] != 1 || want.First[3] != 0 || want.Second[4] != 0 {
			t.Fatalf("outside of the table the function is %v", want.Value)
		}
	}
}

// sin(x + shift) and its derivatives, from the table of sin, and e^(x + v/2), of which c moves v.
func TestTaylorTableOfKnownFunctions(t *testing.T) {
	const from, step, dv = -2, 0.25, 0.02
	sines, powers := make([][TaylorOrder]float64, 20), make([][TaylorOrder]float64, 20)
	for i := range sines {
		x := from + step*float64(i)
		for n := range TaylorOrder {
			sines[i][n], powers[i][n] = math.Sin(x+float64(n)*math.Pi/2), math.Exp(x)
		}
	}
	var w [TaylorBlock]float64
	var none, c [TaylorOrder]float64
	for j := range w {
		w[j], c[j] = -1.9+0.27*float64(j), dv/float64(max(j, 1))
	}
	var sine, power TaylorValues
	NewTaylorTable(from, step, sines).At(&sine, &w, 0.1, math.Inf(-1), &none)
	NewTaylorTable(from, step, powers).At(&power, &w, 0.1, math.Inf(-1), &c)
	for j, w := range w {
		x := w + 0.1
		for _, e := range []float64{sine.Value[j] - math.Sin(x), sine.First[j] - math.Cos(x), sine.Second[j] + math.Sin(x),
			power.Value[j]/math.Exp(x+dv/2) - 1, power.Second[j]/math.Exp(x+dv/2) - 1} {
			if !(math.Abs(e) < 1e-13) {
				t.Errorf("at %v a value is off by %v", x, e)
			}
		}
	}
}

// BenchmarkTaylorTable measures a block of arguments with random places in a table of 100 points:
// nanoseconds a block on one core of an AMD EPYC (Zen 3).
//
//	in Go   640
//	AVX2    115
func BenchmarkTaylorTable(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	table := NewTaylorTable(0, 1, make([][TaylorOrder]float64, 100))
	var w [TaylorBlock]float64
	var c [TaylorOrder]float64
	for j := range w {
		w[j] = 100 * rng.Float64()
	}
	for _, e := range append(machineKernels(), &portable) {
		b.Run(e.name, func(b *testing.B) {
			var to TaylorValues
			for b.Loop() {
				table.at(e, &to, &w, 0, -1, &c)
			}
		})
	}
}
