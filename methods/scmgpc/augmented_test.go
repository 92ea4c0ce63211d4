package scmgpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// columns returns a row as a likelihood takes it: by class.
func columns(row []float64) [][]float64 {
	out := make([][]float64, len(row))
	for c, v := range row {
		out[c] = []float64{v}
	}
	return out
}

// A row whose values an independent program worked out.
func TestLocalStepOfARow(t *testing.T) {
	mean, variance := columns([]float64{1, -.5, .2}), columns([]float64{.3, .8, .5})
	for update, want := range map[string]struct {
		alpha float64
		gamma []float64
	}{
		"derived": {1.38611764, []float64{0.08030952, 0.17493256, 0.13087557}},
		"paper":   {1.82661963, []float64{0.17193056, 0.37450423, 0.28018485}},
	} {
		a := newAugmented(3, update, 0)
		if alpha := a.row(0, mean, variance); math.Abs(alpha-want.alpha) > 1e-8 {
			t.Errorf("%s: alpha %.9f, want %.8f", update, alpha, want.alpha)
		}
		for c, gamma := range a.gamma {
			if math.Abs(gamma-want.gamma[c]) > 1e-8 {
				t.Errorf("%s: gamma %d is %.9f, want %.8f", update, c, gamma, want.gamma[c])
			}
		}
	}
	if bound := newAugmented(3, "derived", 0).Bound([]int{0}, mean, variance); math.Abs(bound+1.14946107) > 1e-8 {
		t.Errorf("the row has %.9f in the bound, want -1.14946107", bound)
	}
}

// At f = 0 the derived alpha and the gap of the bound do not depend on the number of
// classes, the printed alpha does.
func TestAlphaAtZero(t *testing.T) {
	for classes, want := range map[int]float64{2: 1.5101, 3: 1.9473, 10: 6.158, 1000: 2447} {
		zero := columns(make([]float64, classes))
		if alpha := newAugmented(classes, "paper", 0).row(0, zero, zero); math.Abs(alpha/want-1) > 2e-4 {
			t.Errorf("%d classes: printed alpha %v, want %v", classes, alpha, want)
		}
		a := newAugmented(classes, "derived", 0)
		if alpha := a.row(0, zero, zero); math.Abs(alpha-1.53609425) > 1e-8 {
			t.Errorf("%d classes: derived alpha %v", classes, alpha)
		}
		if gap := -math.Log(float64(classes)) - a.Bound([]int{1}, zero, zero); math.Abs(gap-0.31328234) > 1e-8 {
			t.Errorf("%d classes: the bound is %v below log p", classes, gap)
		}
	}
}

// gamma and alpha solve their equations for any number of classes and latent values of any
// size, and alpha is 1 + sum gamma.
func TestAlphaSolvesItsEquation(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for _, classes := range []int{2, 3, 10, 1000} {
		for _, scale := range []float64{0.1, 1, 5, 30, 200} {
			for _, shift := range []float64{-100, -5, 0, 5, 100} {
				mean, variance := make([]float64, classes), make([]float64, classes)
				for c := range mean {
					mean[c], variance[c] = shift+scale*rng.NormFloat64(), scale*rng.ExpFloat64()
				}
				for _, update := range []string{"derived", "paper"} {
					a := newAugmented(classes, update, 0)
					alpha := a.row(0, columns(mean), columns(variance))
					sum := 0.0
					for c, gamma := range a.gamma {
						if !(gamma >= 0) || math.IsInf(gamma, 0) {
							t.Fatalf("%s, %d classes, scale %v, shift %v: gamma %d is %v", update, classes, scale, shift, c, gamma)
						}
						sum += gamma
					}
					if math.Abs(sum-(alpha-1)) > 1e-9*alpha {
						t.Errorf("%s, %d classes, scale %v, shift %v: gammas sum to %v, alpha - 1 is %v", update, classes, scale, shift, sum, alpha-1)
					}
				}
			}
		}
	}
}

// Where all latent values are far below 0 all rates are near 0 and lambda is large. To
// rounding C A is C, and gamma stays a number.
func TestAlphaWhereAllAreFarBelow(t *testing.T) {
	for _, update := range []string{"derived", "paper"} {
		for _, classes := range []int{2, 1000} {
			low := make([]float64, classes)
			for c := range low {
				low[c] = -60
			}
			mean, variance := columns(low), columns(make([]float64, classes))
			a := newAugmented(classes, update, 0)
			alpha := a.row(0, mean, variance)
			if math.IsInf(alpha, 0) || !(a.gamma[0] > 0) || math.IsInf(a.gamma[0], 0) || math.IsNaN(a.Bound([]int{0}, mean, variance)) {
				t.Errorf("%s, %d classes: alpha %v, gamma %v", update, classes, alpha, a.gamma[0])
			}
		}
	}
	if below, above := derived(-nearOne), derived(-nearOne*(1-1e-9)); math.Abs(above-below) > 2e-9 {
		t.Errorf("log(alpha - 1) jumps from %v to %v", below, above)
	}
	for _, logA := range []float64{-1e-6, -1e-4, -0.01, -1, -30} {
		x := derived(logA)
		psi, _ := polygamma(1 + math.Exp(x))
		near := 1e-9 * math.Exp(-x) // of the difference of sides, whose slope is about 1/(2k)
		if math.Abs(x-logA-psi) > max(near, 1e-13) {
			t.Errorf("log A = %v: the sides differ by %v", logA, x-logA-psi)
		}
	}
}

// psi at integers and halves is known; psi' is Hurwitz's zeta function.
func TestPolygamma(t *testing.T) {
	const euler = 0.57721566490153286060651209
	harmonic, odd := 0.0, 0.0 // 1 + 1/2 + .. + 1/n and 1 + 1/3 + .. + 1/(2n - 1)
	for n := 0; n < 40; n++ {
		for x, want := range map[float64]float64{float64(n) + 1: harmonic - euler, float64(n) + 0.5: 2*odd - euler - 2*math.Ln2} {
			psi, slope := polygamma(x)
			if math.Abs(psi-want) > 1e-14*(1+math.Abs(want)) {
				t.Errorf("psi(%v) is %.17g, want %.17g", x, psi, want)
			}
			if want := mathext.Zeta(2, x); math.Abs(slope/want-1) > 1e-14 {
				t.Errorf("psi'(%v) is %.17g, want %.17g", x, slope, want)
			}
		}
		harmonic += 1 / float64(n+1)
		odd += 1 / float64(2*n+1)
	}
	for _, x := range []float64{1e3, 1e9, 1e16} {
		if psi, slope := polygamma(x); math.Abs(psi-math.Log(x)+0.5/x) > 0.1/(x*x)+4e-16*psi || math.Abs(slope*x-1) > 1/x {
			t.Errorf("psi(%v) is %v, psi' %v", x, psi, slope)
		}
	}
}

// The derived local step is where the bound is largest, and Bound is the sum of F at
// whatever gamma the row has: by the terms of F, one by one.
func TestDerivedIsTheMaximum(t *testing.T) {
	mean, variance, y := []float64{0.3, -2, 1.1, 0}, []float64{2, .3, .9, 0.01}, 2
	at := func(gamma []float64, alpha float64) float64 {
		c := float64(len(mean))
		psi, _ := polygamma(alpha)
		entropy := alpha - math.Log(c) + logGamma(alpha) + (1-alpha)*psi
		sum, logLambda := entropy-alpha, psi-math.Log(c)
		for k, g := range gamma {
			b := math.Sqrt(variance[k] + mean[k]*mean[k])
			h := -mean[k]/2 - math.Log(2*math.Cosh(b/2))
			sum += g * (h + logLambda + 1 - math.Log(g))
			if k == y {
				sum += mean[k]/2 - math.Log(2*math.Cosh(b/2))
			}
		}
		return sum
	}
	for _, update := range []string{"derived", "paper"} {
		a := newAugmented(4, update, 0)
		alpha := a.row(0, columns(mean), columns(variance))
		if got, want := a.Bound([]int{y}, columns(mean), columns(variance)), at(a.gamma, alpha); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: Bound %v, by its terms %v", update, got, want)
		}
	}
	a := newAugmented(4, "derived", 0)
	alpha := a.row(0, columns(mean), columns(variance))
	best := at(a.gamma, alpha)
	rng := rand.New(rand.NewPCG(2, 7))
	for range 200 {
		moved := make([]float64, 4)
		for k, g := range a.gamma {
			moved[k] = g * math.Exp(0.3*rng.NormFloat64())
		}
		if f := at(moved, alpha*math.Exp(0.1*rng.NormFloat64())); f > best {
			t.Errorf("F is %v at %v, %v at the derived step", f, moved, best)
		}
	}
}

// The bound lies below the exact E log p of the row, which needs no auxiliary variables.
func TestBoundOfARowIsBelow(t *testing.T) {
	mean, variance := columns([]float64{1, -.5, .2}), columns([]float64{.3, .8, .5})
	if f := newAugmented(3, "derived", 0).Bound([]int{0}, mean, variance); f >= -0.83491169 {
		t.Errorf("F is %v, E log p -0.835", f)
	}
}

func BenchmarkLocalStep(b *testing.B) {
	const rows = 200
	for _, classes := range []int{3, 10, 100} {
		rng := rand.New(rand.NewPCG(8, 1))
		mean, variance := make([][]float64, classes), make([][]float64, classes)
		shift, precision, y := make([][]float64, classes), make([][]float64, classes), make([]int, rows)
		for c := range mean {
			mean[c], variance[c] = make([]float64, rows), make([]float64, rows)
			shift[c], precision[c] = make([]float64, rows), make([]float64, rows)
			for i := range rows {
				mean[c][i], variance[c][i] = 2*rng.NormFloat64(), rng.ExpFloat64()
			}
		}
		for _, update := range []string{"derived", "paper", "joint"} {
			b.Run(update+"/"+map[int]string{3: "3", 10: "10", 100: "100"}[classes], func(b *testing.B) {
				a := newAugmented(classes, update, 0)
				for b.Loop() {
					a.Local(shift, precision, y, mean, variance)
				}
			})
		}
	}
}
