package engine

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

const bigPrec = 900

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(bigPrec).SetFloat64(x) }

func ratio(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(bigPrec).Quo(a, b) }

// relative is |got/want - 1|.
func relative(got float64, want *big.Float) float64 {
	r := ratio(bigFloat(got), want)
	e, _ := r.Sub(r, bigFloat(1)).Float64()
	return math.Abs(e)
}

// logRelative is the relative error of y = log(p), by e^y/p - 1.
func logRelative(y float64, p *big.Float) float64 {
	r := ratio(expBig(y), p)
	e, _ := r.Sub(r, bigFloat(1)).Float64()
	return math.Abs(e / y)
}

// specialArguments covers both tails, the middle and the neighbourhood of zero.
func specialArguments(n int, reach float64) []float64 {
	rnd := rand.New(rand.NewPCG(8, 8))
	var x []float64
	for range n {
		x = append(x, reach*(2*rnd.Float64()-1), 3*rnd.NormFloat64(), rnd.NormFloat64()*math.Exp2(-40*rnd.Float64()))
	}
	return x
}

func worstOf(t *testing.T, name string, x []float64, bound float64, errorOf func(i int) float64) {
	t.Helper()
	worst, at := 0.0, 0.0
	for i, v := range x {
		if e := errorOf(i); !(e <= worst) {
			worst, at = e, v
		}
	}
	t.Logf("%s: largest relative error %.3g, at %v", name, worst, at)
	if !(worst < bound) {
		t.Errorf("%s(%v) has a relative error of %.3g, more than %.3g", name, at, worst, bound)
	}
}

func TestLogisticAccuracy(t *testing.T) {
	x := specialArguments(400, 500)
	y, one := make([]float64, len(x)), bigFloat(1)
	sum := func(v float64) *big.Float { return new(big.Float).SetPrec(bigPrec).Add(one, expBig(v)) }
	Sigmoid(y, x)
	worstOf(t, "Sigmoid", x, 3*eps, func(i int) float64 { return relative(y[i], ratio(one, sum(-x[i]))) })

	Softplus(y, x)
	worstOf(t, "Softplus", x, 3*eps, func(i int) float64 {
		// e^y - 1 against e^x, so that the small side is exact too.
		e := expOf(bigFloat(y[i]))
		r := ratio(e.Sub(e, one), expBig(x[i]))
		d, _ := r.Sub(r, one).Float64()
		return math.Abs(d) * -math.Expm1(-y[i]) / y[i]
	})
}

// normalBig is phi(x) and Phi(x): the power series in the middle, and the continued
// fraction of Mills' ratio in the tails.
func normalBig(x float64) (density, cdf *big.Float) {
	pi, _ := new(big.Float).SetPrec(bigPrec).SetString("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
	square := new(big.Float).SetPrec(bigPrec).Mul(bigFloat(x), bigFloat(x))
	density = ratio(expOf(new(big.Float).Mul(square, bigFloat(-0.5))), new(big.Float).Sqrt(new(big.Float).Mul(bigFloat(2), pi)))
	if math.Abs(x) > 8 {
		mills := bigFloat(math.Abs(x))
		for k := 400; k > 0; k-- {
			mills = new(big.Float).SetPrec(bigPrec).Add(bigFloat(math.Abs(x)), ratio(bigFloat(float64(k)), mills))
		}
		cdf = ratio(density, mills)
		if x > 0 {
			cdf = new(big.Float).SetPrec(bigPrec).Sub(bigFloat(1), cdf)
		}
		return density, cdf
	}
	term, sum := bigFloat(x), bigFloat(x)
	for k := 3; k < 700; k += 2 {
		term = ratio(new(big.Float).Mul(term, square), bigFloat(float64(k)))
		sum.Add(sum, term)
	}
	sum.Mul(sum, density)
	return density, sum.Add(sum, bigFloat(0.5))
}

// expOf is expBig for an argument with more digits.
func expOf(x *big.Float) *big.Float {
	y := new(big.Float).SetPrec(bigPrec).SetMantExp(x, -20)
	sum, term := bigFloat(1), bigFloat(1)
	for i := 1; i < 80; i++ {
		term = ratio(new(big.Float).Mul(term, y), bigFloat(float64(i)))
		sum.Add(sum, term)
	}
	for range 20 {
		sum.Mul(sum, sum)
	}
	return sum
}

func TestNormalLogCDFAccuracy(t *testing.T) {
	x := specialArguments(250, 37)
	x = append(x, -100, -1000, 8, -8, 6, 37.5)
	value, slope := make([]float64, len(x)), make([]float64, len(x))
	NormalLogCDF(value, slope, x)
	densities, cdfs := make([]*big.Float, len(x)), make([]*big.Float, len(x))
	for i, v := range x {
		densities[i], cdfs[i] = normalBig(v)
	}
	worstOf(t, "log Phi", x, 2e-15, func(i int) float64 {
		if x[i] > 5 { // log Phi(x) = log1p(-Phi(-x)): where that is small, to first orders
			_, q := normalBig(-x[i])
			if f, _ := q.Float64(); f < 1e-8 {
				return relative(-value[i], q.Mul(q, bigFloat(1+f/2)))
			}
		}
		return logRelative(value[i], cdfs[i])
	})
	worstOf(t, "phi/Phi", x, 2e-15, func(i int) float64 { return relative(slope[i], ratio(densities[i], cdfs[i])) })
}

func TestSpecialValues(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name string
		f    func(dst, src []float64)
		x    float64
		want float64
	}{
		{"Sigmoid", Sigmoid, 0, 0.5}, {"Sigmoid", Sigmoid, inf, 1}, {"Sigmoid", Sigmoid, -inf, 0}, {"Sigmoid", Sigmoid, nan, nan},
		{"Softplus", Softplus, 0, math.Ln2}, {"Softplus", Softplus, inf, inf}, {"Softplus", Softplus, -inf, 0}, {"Softplus", Softplus, nan, nan},
		{"Softplus", Softplus, 1e300, 1e300},
		{"log Phi", logPhi, 0, -math.Ln2}, {"log Phi", logPhi, inf, 0}, {"log Phi", logPhi, -inf, -inf}, {"log Phi", logPhi, nan, nan},
		{"log Phi", logPhi, 1e200, 0}, {"log Phi", logPhi, -1e200, -inf}, {"log Phi", logPhi, -1e100, -0.5e200},
		{"phi/Phi", mills, inf, 0}, {"phi/Phi", mills, -inf, inf}, {"phi/Phi", mills, nan, nan}, {"phi/Phi", mills, -1e100, 1e100},
	} {
		y := slices.Repeat([]float64{c.x}, 5) // a vector of the kernels and one left over
		c.f(y, y)
		for i, v := range y {
			if !(math.Abs(v-c.want) <= 4*eps*math.Abs(c.want)) && v != c.want && !(math.IsNaN(v) && math.IsNaN(c.want)) {
				t.Errorf("%s(%v), element %d, is %v, want %v", c.name, c.x, i, v, c.want)
			}
		}
	}
}

func logPhi(dst, src []float64) { NormalLogCDF(dst, nil, src) }

func mills(dst, src []float64) {
	x := append([]float64(nil), src...)
	NormalLogCDF(x, dst, x)
}

// TestSpecialAnyPlace computes every element on its own, and with each set of kernels.
func TestSpecialAnyPlace(t *testing.T) {
	x := specialArguments(250, 50)
	for name, f := range map[string]func(dst, src []float64){"Sigmoid": Sigmoid, "Softplus": Softplus, "log Phi": logPhi, "phi/Phi": mills} {
		all := make([]float64, len(x))
		f(all, x)
		for i := range x {
			one := []float64{x[i]}
			if f(one, one); !sameBits(one, all[i:i+1]) {
				t.Fatalf("%s(%v): the bits depend on the place", name, x[i])
			}
		}
	}
	w := new(workspace)
	part := x[:chunk-3]
	for name, f := range map[string]func(e *kernels, w *workspace, dst, src []float64){
		"Sigmoid": sigmoid, "Softplus": softplus,
		"log Phi": func(e *kernels, w *workspace, dst, src []float64) { normalLogCDF(e, w, dst, nil, src) },
		"phi/Phi": func(e *kernels, w *workspace, dst, src []float64) {
			normalLogCDF(e, w, make([]float64, len(src)), dst, src)
		},
	} {
		want, got := make([]float64, len(part)), make([]float64, len(part))
		f(&portable, w, want, part)
		for _, e := range machineKernels() {
			if f(e, w, got, part); !sameBits(got, want) {
				t.Fatalf("%s: the bits of %s are not those of portable", name, e.name)
			}
		}
	}
}
