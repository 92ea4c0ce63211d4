package likelihood

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// trapezoidalSurvival is Psi with its first two derivatives by a trapezoidal rule in z.
func trapezoidalSurvival(x, v float64) (p, first, second float64) {
	const far = 9.5
	sd, total := math.Sqrt(v), 0.0
	h := 0.1 / (1 + sd)
	for z := -far; z <= far; z += h {
		w, t := math.Exp(-z*z/2), math.Exp(min(x+sd*z, 700))
		b := w * math.Exp(-t)
		total += w
		p += b
		if b > 0 { // else t may be infinite
			first -= t * b
			second += (t*t - t) * b
		}
	}
	return p / total, first / total, second / total
}

// Psi and its derivatives, in units of the scale over which it changes, at the variances of tables,
// halfway between them and beyond.
func TestSurvival(t *testing.T) {
	for _, v := range []float64{0, 0.01, 0.015, 0.3, 1, 3.1, 10.3, 99, forTraining.most, forTraining.most + 1, 1e4, 1e6} {
		var s survival
		s.set(forTraining, v)
		scale := math.Sqrt(v + 1)
		var nodes engine.TaylorPanel
		var psi engine.TaylorValues
		for j := range 42 {
			i := j % len(nodes.W)
			if i == 0 {
				for i := range nodes.W {
					nodes.W[i] = (-8 + 0.317*float64(j+i)) * scale
				}
				s.at(&psi, &nodes, 0, math.Inf(-1))
			}
			x, p, first, second := nodes.W[i], psi.Value[i], psi.First[i], psi.Second[i]
			wantP, wantFirst, wantSecond := trapezoidalSurvival(x, v)
			what := fmt.Sprintf("variance %v at %.2f", v, x)
			near(t, what, p, wantP, 5e-11)
			near(t, what+", first derivative", scale*first, scale*wantFirst, 2e-10)
			near(t, what+", second derivative", scale*scale*second, scale*scale*wantSecond, 2e-9)
		}
	}
}

// E log S and its derivatives against integrals whose nodes in f are those of each Gaussian, for
// classes of like and unlike variances.
func TestClocksAgainstFineTransforms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, classes := range []int{2, 3, 10, 100} {
		n := max(1, 12/classes)
		r := newLaplace(exponential{}, classes, fineness{along: 0.25, early: -25})
		for _, width := range []float64{0, 0.05, 1, 10, 60, 300} {
			if classes == 100 && width > 10 {
				continue
			}
			for _, spread := range []float64{0, 1, 20} {
				mean, variance := rowsOfSpread(n, classes, spread, width, rng)
				for i := range n {
					variance.Set(i, 0, 1e-3*variance.At(i, 0))
					for k := range classes { // what more is the other's limit
						variance.Set(i, k, min(variance.At(i, k), 1000))
					}
				}
				dMean, dVariance := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
				wantMean, wantVariance := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
				got, want := (&clocks{of: forTraining}).logSums(dMean, dVariance, mean, variance), r.logSums(wantMean, wantVariance, mean, variance)
				what := fmt.Sprintf("%d classes, variances of %v, means of %v", classes, width, spread)
				near(t, what, got/float64(n), want/float64(n), 2e-11)
				for i := range n {
					for k := range classes {
						near(t, what+": by mean", dMean.At(i, k), wantMean.At(i, k), 1e-10)
						near(t, what+": by variance", dVariance.At(i, k), wantVariance.At(i, k), 3e-10)
					}
				}
			}
		}
	}
}

// Two classes are the logit link of the difference, whose integral is of one variable, at variances
// far beyond those that other ways are good for.
func TestClocksOfTwoClasses(t *testing.T) {
	l, err := NewSoftmax("softmax", 2, Prediction{Name: "quadrature"})
	if err != nil {
		t.Fatal(err)
	}
	wide := l.Unbounded().(Softmax)
	for _, c := range append(wideRows, []struct{ mean, variance []float64 }{
		{[]float64{0, 30}, []float64{1e4, 1}},
		{[]float64{-200, 300}, []float64{1e6, 1e-3}},
		{[]float64{5, -3000}, []float64{1e8, 1e7}},
	}...) {
		m, v := c.mean[0]-c.mean[1], c.variance[0]+c.variance[1]
		e, dm, dv := expected(wide, 0, c.mean, c.variance)
		var total, want, byMean float64
		sd := math.Sqrt(v)
		h := min(1e-3, 0.3/sd)
		for u := -10.0; u <= 10; u += h {
			w := math.Exp(-0.5 * u * u)
			value, slope, _ := Logit{}.LogProb(1, m+sd*u)
			total, want, byMean = total+w, want+w*value, byMean+w*slope
		}
		what := fmt.Sprintf("means %v, variances %v: ", c.mean, c.variance)
		near(t, what+"E log p", e/sd, want/total/sd, 2e-11)
		near(t, what+"by the mean", dm[0], byMean/total, 1e-10)
		near(t, what+"by the other mean", dm[1], -byMean/total, 1e-10)
		// dv = 1/2 d2/dm2, here by differences of the derivative.
		step := 1e-3 * sd
		_, up, _ := expected(wide, 0, []float64{c.mean[0] + step, c.mean[1]}, c.variance)
		_, down, _ := expected(wide, 0, []float64{c.mean[0] - step, c.mean[1]}, c.variance)
		near(t, what+"by the variance", sd*dv[0], sd*(up[0]-down[0])/(4*step), 1e-6)
		near(t, what+"by the other variance", sd*dv[1], sd*dv[0], 1e-9)
	}
}

// As variances grow, the derivatives by the means become the probabilities that a value is the
// largest, which an integral of another kind has.
func TestClocksOfVastVariances(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, classes := range []int{3, 40} {
		mean, variance := rowsOfSpread(4, classes, 3e4, 1e9, rng)
		dMean, dVariance := mat.NewDense(4, classes, nil), mat.NewDense(4, classes, nil)
		(&clocks{of: forTraining}).logSums(dMean, dVariance, mean, variance)
		l, err := NewMulticlass("robust-max", classes, 1e-300)
		if err != nil {
			t.Fatal(err)
		}
		want := mat.NewDense(4, classes, nil)
		l.Predict(want, mean, variance)
		for i := range 4 {
			for k := range classes {
				near(t, fmt.Sprintf("row %d, class %d of %d", i, k, classes), dMean.At(i, k), want.At(i, k), 1e-7)
			}
		}
	}
}

// Numbers of any size have expectations whose derivatives by mean are probabilities. A row that holds
// no number spoils itself alone.
func TestClocksOfAnyNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, spread := range []float64{0, 3, 1e4, 1e12} {
		for _, width := range []float64{0, 1, 1e4, 1e12} {
			const classes = 50
			mean, variance := rowsOfSpread(2, classes, spread, width, rng)
			variance.Set(0, 1, 1e-9)
			variance.Set(1, 4, math.NaN())
			dMean, dVariance := mat.NewDense(2, classes, nil), mat.NewDense(2, classes, nil)
			if sum := (&clocks{of: forTraining}).logSums(dMean, dVariance, mean, variance); !math.IsNaN(sum) {
				t.Errorf("the sum of a row that holds no number is %v", sum)
			}
			for i := range 2 {
				sum := 0.0
				for k, p := range dMean.RawRowView(i) {
					sum += p
					if math.IsNaN(p+dVariance.At(i, k)) != (i == 1) || p < -1e-9 {
						t.Fatalf("means of %v, variances of %v: row %d has derivatives %v and %v", spread, width, i, p, dVariance.At(i, k))
					}
				}
				if i == 0 {
					near(t, fmt.Sprintf("means of %v, variances of %v: sum of derivatives", spread, width), sum, 1, 1e-9)
				}
			}
		}
	}
}

// BenchmarkClocks measures 100 rows. Milliseconds on one core of an AMD EPYC (Zen 3, 3 GHz) with AVX2, and
// as it was in Go, a node at a time. Beyond the tables most of it is Edgeworth's series, in Go in both:
//
//	                  AVX2    Go
//	variances=1        0.7   2.0
//	variances=100      1.4   2.2
//	variances=10000    3.5   4.0
func BenchmarkClocks(b *testing.B) {
	for _, width := range []float64{1, 100, 1e4} {
		b.Run(fmt.Sprintf("C=3/variances=%v", width), func(b *testing.B) {
			mean, variance := rowsOfSpread(100, 3, 2, width, rand.New(rand.NewPCG(1, 2)))
			dMean, dVariance := mat.NewDense(100, 3, nil), mat.NewDense(100, 3, nil)
			c := &clocks{of: forTraining}
			for b.Loop() {
				c.logSums(dMean, dVariance, mean, variance)
			}
		})
	}
}
