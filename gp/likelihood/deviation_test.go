package likelihood

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/quad"
)

// deviations returns the standard deviations of p(y | f) of a row.
func deviations(l Softmax, mean, variance []float64) []float64 {
	sd := make([]float64, len(mean))
	l.Deviations(mat.NewDense(1, len(sd), sd), mat.NewDense(1, len(sd), mean), mat.NewDense(1, len(sd), variance))
	return sd
}

// Against the rule of Gauss and Hermite in three dimensions, and against draws.
func TestDeviationsAreExact(t *testing.T) {
	mean, variance := []float64{1, -.5, .2}, []float64{.3, .8, .5}
	for _, name := range []string{"softmax", "logistic-softmax"} {
		of := func(p Prediction) Softmax {
			l, err := NewSoftmax(name, 3, p)
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		exact, plug := of(Prediction{Name: "quadrature"}), of(Prediction{Name: "plug-in"})
		rule := quad.GaussHermite(40)
		one, two := make([]float64, 3), make([]float64, 3)
		at := make([]float64, 3)
		for i, x := range rule.X {
			for j, y := range rule.X {
				for k, z := range rule.X {
					for c, node := range []float64{x, y, z} {
						at[c] = mean[c] + math.Sqrt(variance[c])*node
					}
					w := rule.W[i] * rule.W[j] * rule.W[k]
					for c, p := range predicted(plug, at, variance) {
						one[c] += w * p
						two[c] += w * p * p
					}
				}
			}
		}
		draws := deviations(of(Prediction{Name: "monte-carlo", Draws: 20_000, Seed: 1}), mean, variance)
		for c, sd := range deviations(exact, mean, variance) {
			near(t, name, sd, math.Sqrt(two[c]-one[c]*one[c]), 1e-7)
			near(t, name+", draws", draws[c], sd, 0.02*sd)
		}
		for _, sd := range deviations(exact, mean, make([]float64, 3)) {
			near(t, name+" without variance", sd, 0, 1e-5)
		}
		if sd := deviations(exact, []float64{math.NaN(), 0, 0}, variance); !math.IsNaN(sd[0]) {
			t.Errorf("%s: of NaN the deviation is %v", name, sd)
		}
	}
}

// The expansions against their formulas, with derivatives by differences; wide ones end.
func TestDeviationsAsPrinted(t *testing.T) {
	mean, variance := []float64{.5, -1, 2, 0}, []float64{.3, .2, .4, .1}
	plug := logisticSoftmax(t, 4, Prediction{Name: "plug-in"})
	const h = 1e-3
	p := func(class, i, j int, a, b float64) float64 {
		at := append([]float64(nil), mean...)
		at[i] += a
		at[j] += b
		return predicted(plug, at, variance)[class]
	}
	total := 0.0
	for _, m := range mean {
		total += 1 / (1 + math.Exp(-m))
	}
	derived := deviations(logisticSoftmax(t, 4, Prediction{Name: "taylor"}), mean, variance)
	printed := deviations(logisticSoftmax(t, 4, Prediction{Name: "taylor-paper"}), mean, variance)
	for class := range mean {
		first, second, diagonal := 0.0, 0.0, 0.0
		for i, v := range variance {
			slope := (p(class, i, i, h, 0) - p(class, i, i, -h, 0)) / (2 * h)
			first += slope * slope * v
			curve := (p(class, i, i, h, 0) - 2*p(class, i, i, 0, 0) + p(class, i, i, -h, 0)) / (h * h)
			diagonal += curve * curve * v * v
			second += curve * curve * v * v
			for j, w := range variance {
				if j != i {
					mixed := (p(class, i, j, h, h) - p(class, i, j, h, -h) - p(class, i, j, -h, h) + p(class, i, j, -h, -h)) / (4 * h * h)
					second += mixed * mixed * v * w
				}
			}
		}
		near(t, "derived", derived[class], math.Sqrt(first+0.5*second), 1e-6)
		near(t, "printed", printed[class], math.Sqrt(first-0.25*diagonal*total*total/4), 1e-6)
	}
	for _, sd := range deviations(plug, mean, variance) {
		near(t, "plug-in", sd, 0, 0)
	}
	for _, v := range []float64{1e4, 1e12} {
		wide := []float64{v, v, 0, 1}
		for _, name := range []string{"quadrature", "taylor", "taylor-paper"} {
			for _, sd := range deviations(logisticSoftmax(t, 4, Prediction{Name: name}), []float64{-900, 3, 0, 800}, wide) {
				if sd < 0 || sd-sd != 0 {
					t.Errorf("%s at a variance of %g: the deviation is %v", name, v, sd)
				}
			}
		}
	}
}

// Between two latent values of large variance p is 0 or 1, but where they meet: against an
// integral over their difference.
func TestDeviationsOfWideGaussians(t *testing.T) {
	l, err := NewSoftmax("softmax", 2, Prediction{Name: "quadrature"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ mean, variance []float64 }{
		{[]float64{0, 0}, []float64{1000, 1000}}, {[]float64{0, 0}, []float64{1900, 1900}}, {[]float64{0, 0}, []float64{2500, 2500}},
		{[]float64{20, 0}, []float64{2000, 1}}, {[]float64{-40, 10}, []float64{1, 2400}},
	} {
		sd := math.Sqrt(c.variance[0] + c.variance[1])
		one, two, total := 0.0, 0.0, 0.0
		for z := -9.0; z <= 9; z += 1e-4 {
			w, p := math.Exp(-z*z/2), 1/(1+math.Exp(-(c.mean[0]-c.mean[1]+sd*z)))
			one, two, total = one+w*p, two+w*p*p, total+w
		}
		want := math.Sqrt(two/total - one*one/(total*total))
		for k, got := range deviations(l, c.mean, c.variance) {
			if !(math.Abs(got-want) < 1e-5) {
				t.Errorf("means %v, variances %v, class %d: %v, want %v", c.mean, c.variance, k, got, want)
			}
		}
	}
}

// Where all latent values are so low that the square of sigma(f) is below float64's range, sigma is e^f and
// a shift of all changes nothing but E log S: deviations, expectations and their derivatives are those
// of values that are less low.
func TestLogisticSoftmaxOfLowValues(t *testing.T) {
	l := logisticSoftmax(t, 3, Prediction{Name: "quadrature"})
	at := func(shift float64) (deviations, dMean, dVariance []float64) {
		mean := mat.NewDense(1, 3, []float64{shift, shift + 1, shift - 0.5})
		variance := mat.NewDense(1, 3, []float64{0.3, 1.2, 2})
		dst, first, second := mat.NewDense(1, 3, nil), mat.NewDense(1, 3, nil), mat.NewDense(1, 3, nil)
		l.Deviations(dst, mean, variance)
		l.Expectations(first, second, []int{1}, mean, variance, 1)
		return dst.RawRowView(0), first.RawRowView(0), second.RawRowView(0)
	}
	wantDeviations, wantMean, wantVariance := at(-250)
	for _, shift := range []float64{-330, -345, -352, -360, -380, -420, -560, -620, -760, -1e4} {
		deviations, dMean, dVariance := at(shift)
		for k := range 3 {
			near(t, fmt.Sprintf("deviation at %g", shift), deviations[k], wantDeviations[k], 1e-9)
			near(t, fmt.Sprintf("derivative by the mean at %g", shift), dMean[k], wantMean[k], 1e-8)
			near(t, fmt.Sprintf("derivative by the variance at %g", shift), dVariance[k], wantVariance[k], 1e-8)
		}
	}
}
