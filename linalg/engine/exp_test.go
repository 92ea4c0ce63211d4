package engine

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// expBig is e^x to 200 bits: the series for x/2^k, squared k times.
func expBig(x float64) *big.Float {
	const prec, halvings = 300, 20
	y := new(big.Float).SetPrec(prec).SetFloat64(x)
	y.SetMantExp(y, -halvings)
	sum := new(big.Float).SetPrec(prec).SetInt64(1)
	term := new(big.Float).SetPrec(prec).SetInt64(1)
	for i := int64(1); i < 60; i++ {
		term.Mul(term, y)
		term.Quo(term, new(big.Float).SetPrec(prec).SetInt64(i))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// ulps is the error of got in units of the last place of the result.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	unit := math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w)
	d := new(big.Float).SetPrec(300).SetFloat64(got)
	d.Sub(d, want)
	d.Quo(d, new(big.Float).SetFloat64(unit))
	e, _ := d.Float64()
	return math.Abs(e)
}

// expArguments covers the range of results, each reduced argument and both ends.
func expArguments(n int) []float64 {
	rnd := rand.New(rand.NewPCG(4, 4))
	var x []float64
	for range n {
		x = append(x,
			-745+1454*rnd.Float64(),                         // all results
			-745+40*rnd.Float64(),                           // subnormal results
			4*rnd.NormFloat64(),                             // what kernels ask for
			rnd.NormFloat64()*math.Exp2(-60*rnd.Float64()),  // near zero
			(float64(rnd.IntN(2000)-1000)+0.5)*math.Ln2*0.7, // far from multiples of ln 2
		)
	}
	return x
}

func TestExpAccuracy(t *testing.T) {
	x := expArguments(1500)
	y := make([]float64, len(x))
	Exp(y, x)
	worst := 0.0
	for i, v := range x {
		if e := ulps(y[i], expBig(v)); e > worst {
			worst = e
			if e >= 1 {
				t.Errorf("exp(%v) = %v is %v ulp off", v, y[i], e)
			}
		}
	}
	t.Logf("largest error of %d: %.3f ulp", len(x), worst)
}

func TestExpSpecial(t *testing.T) {
	inf, overflow, underflow := math.Inf(1), 709.782712893384, -745.1332191019412
	for _, e := range append(machineKernels(), &portable) {
		for _, c := range []struct{ x, want float64 }{
			{0, 1}, {math.Copysign(0, -1), 1},
			{inf, inf}, {-inf, 0}, {math.NaN(), math.NaN()},
			{1000, inf}, {math.MaxFloat64, inf}, {-1000, 0}, {-math.MaxFloat64, 0},
			{math.Nextafter(overflow, inf), inf},
			{underflow - 1e-3, 0}, {underflow + 1e-3, 5e-324},
			{5e-324, 1}, {-5e-324, 1}, {1e-17, 1}, {1, math.E},
		} {
			y := make([]float64, 19) // in the vectors and in the rest
			x := make([]float64, len(y))
			for i := range x {
				x[i] = c.x
			}
			e.exp(y, x)
			for i, v := range y {
				if v != c.want && !(math.IsNaN(v) && math.IsNaN(c.want)) {
					t.Fatalf("%s: exp(%v) = %v at %d, want %v", e.name, c.x, v, i, c.want)
				}
			}
		}
		y := []float64{0}
		if e.exp(y, []float64{overflow}); math.IsInf(y[0], 1) || y[0] < 1.79e308 {
			t.Errorf("%s: exp(%v) = %v overflows too early", e.name, overflow, y[0])
		}
	}
}

// TestExpSameBits compares every set of kernels with the portable one, for every
// length up to a few blocks, at every offset and in place; neighbours stay.
func TestExpSameBits(t *testing.T) {
	x := append(expArguments(300), math.NaN(), math.Inf(1), math.Inf(-1), 0, -1000, 1000)
	want := make([]float64, len(x))
	portable.exp(want, x)
	for _, e := range machineKernels() {
		got := make([]float64, len(x))
		if e.exp(got, x); !sameBits(got, want) {
			t.Fatalf("%s: the bits are not those of the portable code", e.name)
		}
		for n := range 50 {
			for from := range 20 {
				y := append([]float64(nil), x...)
				e.exp(y[from:from+n], y[from:from+n])
				if !sameBits(y[:from], x[:from]) || !sameBits(y[from+n:], x[from+n:]) {
					t.Fatalf("%s: length %d: elements beside the slice changed", e.name, n)
				}
				if !sameBits(y[from:from+n], want[from:from+n]) {
					t.Fatalf("%s: length %d from %d: the bits depend on the place", e.name, n, from)
				}
			}
		}
	}
}

func FuzzExp(f *testing.F) {
	for _, x := range []float64{0, 1, -1, 709.7, -745, -708.5} {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, x float64) {
		y := []float64{0}
		Exp(y, []float64{x})
		want := math.Exp(x)
		if math.Abs(y[0]-want) > 2.5*(math.Nextafter(want, math.Inf(1))-want) && !math.IsNaN(x) {
			t.Errorf("exp(%v) = %v, math.Exp says %v", x, y[0], want)
		}
	})
}
