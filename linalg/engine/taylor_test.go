package engine

import (
	"math"
	"math/rand/v2"
	"slices"
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
		var nodes TaylorPanel
		var c [TaylorOrder]float64
		w := &nodes.W
		for i := range w {
			w[i], c[i] = 12*rng.NormFloat64(), rng.NormFloat64()
		}
		w[3], w[4], w[5], w[6], w[7] = 1e300, -1e300, -3-shift, begin, begin+1e-9
		var want TaylorValues
		nodes.at(&portable, &want, table, shift, begin, &c)
		for _, e := range machineKernels() {
			var got TaylorValues
			nodes.at(e, &got, table, shift, begin, &c)
			inGo(t, e.name+": value", got.Value[:], want.Value[:])
			inGo(t, e.name+": first derivative", got.First[:], want.First[:])
			inGo(t, e.name+": second derivative", got.Second[:], want.Second[:])
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
	var nodes TaylorPanel
	var none, c [TaylorOrder]float64
	w := &nodes.W
	for j := range w {
		w[j], c[j] = -1.9+0.27*float64(j), dv/float64(max(j, 1))
	}
	var sine, power TaylorValues
	nodes.At(&sine, NewTaylorTable(from, step, sines), 0.1, math.Inf(-1), &none)
	nodes.At(&power, NewTaylorTable(from, step, powers), 0.1, math.Inf(-1), &c)
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

// A product of functions against what each leaves out, and every kernel against the one in Go.
func TestProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	for _, n := range []int{0, 1, 2, 3, 7} {
		f := make([]TaylorValues, n)
		var weight [TaylorBlock]float64
		for j := range weight {
			weight[j] = rng.Float64()
			for k := range f {
				f[k].Value[j], f[k].First[j], f[k].Second[j] = rng.Float64(), rng.NormFloat64(), rng.NormFloat64()
			}
		}
		run := func(e *kernels) (sum float64, first, second []float64) {
			first, second = make([]float64, n), make([]float64, n)
			all := weight
			return productOf(e, slices.Clone(f), &all, first, second), first, second
		}
		sum, first, second := run(&portable)
		want, wantFirst, wantSecond := 0.0, make([]float64, n), make([]float64, n)
		for j, w := range weight {
			for k := -1; k < n; k++ {
				rest := w
				for l := range f {
					if l != k {
						rest *= f[l].Value[j]
					}
				}
				if k < 0 {
					want += rest
				} else {
					wantFirst[k] -= rest * f[k].First[j]
					wantSecond[k] -= rest * f[k].Second[j] / 2
				}
			}
		}
		for i, e := range slices.Concat(first, second, []float64{sum}) {
			if want := slices.Concat(wantFirst, wantSecond, []float64{want})[i]; !(math.Abs(e-want) < 1e-14) {
				t.Errorf("of %d functions, number %d is %v, not %v", n, i, e, want)
			}
		}
		for _, e := range machineKernels() {
			gotSum, gotFirst, gotSecond := run(e)
			inGo(t, e.name+": sum", []float64{gotSum}, []float64{sum})
			inGo(t, e.name+": first derivatives", gotFirst, first)
			inGo(t, e.name+": second derivatives", gotSecond, second)
		}
	}
}

func inGo(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Fatalf("%s: number %d is %v, in Go %v", what, i, got[i], want[i])
		}
	}
}

// BenchmarkTaylor measures a block of arguments with random places in a table of 100 points, and the
// product of four functions at a block: nanoseconds on one core of an AMD EPYC (Zen 3, 2.8 GHz).
//
//	          table   product
//	in Go       640       470
//	AVX2        130        85
func BenchmarkTaylor(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	table := NewTaylorTable(0, 1, make([][TaylorOrder]float64, 100))
	var nodes TaylorPanel
	var c [TaylorOrder]float64
	for j := range nodes.W {
		nodes.W[j] = 100 * rng.Float64()
	}
	for _, e := range append(machineKernels(), &portable) {
		b.Run("table/"+e.name, func(b *testing.B) {
			var to TaylorValues
			for b.Loop() {
				nodes.at(e, &to, table, 0, -1, &c)
			}
		})
		b.Run("product/"+e.name, func(b *testing.B) {
			f, by := make([]TaylorValues, 4), make([]float64, 4)
			for b.Loop() {
				productOf(e, f, &nodes.W, by, by)
			}
		})
	}
}
