package engine

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// logError is the error of y = log(x) in ulp of y: by one step of Newton's method,
// log(x) = y + log1p(x e^-y - 1), whose argument is tiny.
func logError(x, y float64) float64 {
	d := new(big.Float).SetPrec(300).SetFloat64(x)
	d.Mul(d, expBig(-y))
	d.Sub(d, big.NewFloat(1))
	e, _ := d.Float64()
	return math.Abs(e) / (math.Nextafter(math.Abs(y), math.Inf(1)) - math.Abs(y))
}

func logArguments(n int) []float64 {
	rnd := rand.New(rand.NewPCG(6, 6))
	var x []float64
	for range n {
		x = append(x,
			math.Float64frombits(rnd.Uint64N(0x7ff0000000000000)), // all positive numbers
			rnd.Float64(),
			1+rnd.NormFloat64()*math.Exp2(-3-45*rnd.Float64()), // near 1
			0x1p-1022*rnd.Float64(),                            // subnormal
			math.Sqrt(0.5)*(1+1e-9*rnd.NormFloat64()),          // where k changes
		)
	}
	return x
}

func TestLogAccuracy(t *testing.T) {
	x := logArguments(1500)
	y := make([]float64, len(x))
	Log(y, x)
	worst := 0.0
	for i, v := range x {
		if y[i] == 0 && v == 1 {
			continue
		}
		if e := logError(v, y[i]); !(e <= worst) {
			worst = e
			if !(e < 1) {
				t.Errorf("log(%v) = %v is %v ulp off", v, y[i], e)
			}
		}
	}
	t.Logf("largest error of %d: %.3f ulp", len(x), worst)
}

func TestLogSpecial(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, e := range append(machineKernels(), &portable) {
		for _, c := range []struct{ x, want float64 }{
			{1, 0}, {0, -inf}, {math.Copysign(0, -1), -inf}, {inf, inf}, {-inf, nan}, {nan, nan},
			{-1, nan}, {-5e-324, nan}, {2, math.Ln2}, {5e-324, -744.4400719213812}, {math.MaxFloat64, 709.782712893384},
		} {
			x, y := make([]float64, 19), make([]float64, 19) // in the vectors and in the rest
			for i := range x {
				x[i] = 3
			}
			for i := range x {
				x[i] = c.x
				e.log(y, x)
				if v := y[i]; v != c.want && !(math.IsNaN(v) && math.IsNaN(c.want)) {
					t.Fatalf("%s: log(%v) = %v at %d, want %v", e.name, c.x, v, i, c.want)
				}
				if other := y[(i+1)%len(y)]; i == 0 && math.Abs(other-math.Log(3)) > 1e-15 {
					t.Fatalf("%s: beside %v, log(3) = %v", e.name, c.x, other)
				}
			}
		}
	}
}

func TestLogSameBits(t *testing.T) {
	x := append(logArguments(300), math.NaN(), math.Inf(1), math.Inf(-1), 0, -1000, 1)
	want := make([]float64, len(x))
	portable.log(want, x)
	for _, e := range machineKernels() {
		for n := range len(x) {
			if n > 40 && n < len(x)-20 {
				continue
			}
			got := append([]float64(nil), x...)
			if e.log(got[:n], got[:n]); !sameBits(got[:n], want[:n]) || !sameBits(got[n:], x[n:]) {
				t.Fatalf("%s: length %d: the bits are not those of the portable code", e.name, n)
			}
		}
	}
}
