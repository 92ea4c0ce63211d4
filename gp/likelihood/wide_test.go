package likelihood

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// wideRows are means and variances of two classes, the variances up to the largest that is
// told from a larger one.
var wideRows = []struct{ mean, variance []float64 }{
	{[]float64{0, 0}, []float64{4, 4}},
	{[]float64{3, 0}, []float64{100, 1}},
	{[]float64{0, 20}, []float64{2000, 0}},
	{[]float64{-5, 7}, []float64{400, 900}},
	{[]float64{40, -60}, []float64{2500, 2500}},
	{[]float64{0, 0}, []float64{2500, .25}},
}

// Two classes of the softmax are the logit link of the difference, whose integrals are of
// one variable.
func TestSoftmaxOfWideGaussians(t *testing.T) {
	l, err := NewSoftmax("softmax", 2, Prediction{Name: "quadrature"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range wideRows {
		m, v := c.mean[0]-c.mean[1], c.variance[0]+c.variance[1]
		plus, minus := Logit{}.Predict(m, v)
		p := predicted(l, c.mean, c.variance)
		relative(t, "p", p[0], plus, 1e-9)
		relative(t, "1 - p", p[1], minus, 1e-9)
		e, dm, dv := expected(l, 0, c.mean, c.variance)
		// The integral of log sigma by a trapezoidal rule of its own.
		var total, want, byMean, byVariance float64
		for u := -12.0; u <= 12; u += 1e-4 {
			w := math.Exp(-0.5 * u * u)
			value, slope, second := Logit{}.LogProb(1, m+math.Sqrt(v)*u)
			total, want, byMean, byVariance = total+w, want+w*value, byMean+w*slope, byVariance+0.5*w*second
		}
		near(t, "E log p", e, want/total, 1e-6*(1+math.Abs(want/total)))
		near(t, "by the mean", dm[0], byMean/total, 1e-6)
		near(t, "by the other mean", dm[1], -byMean/total, 1e-6)
		near(t, "by the variance", dv[0], byVariance/total, 1e-6)
	}
}

// E log p of the logistic softmax and its derivatives, by a sum over both latent values.
func TestLogisticSoftmaxOfWideGaussians(t *testing.T) {
	l := logisticSoftmax(t, 2, Prediction{Name: "quadrature"})
	for _, c := range wideRows {
		var total, want float64
		var byMean, byVariance [2]float64
		const nodes, far = 900, 8.5
		along := func(k int, each func(f, w float64)) {
			if sd := math.Sqrt(c.variance[k]); sd > 0 {
				for i := -nodes; i <= nodes; i++ {
					u := far * float64(i) / nodes
					each(c.mean[k]+sd*u, math.Exp(-0.5*u*u))
				}
				return
			}
			each(c.mean[k], 1)
		}
		along(0, func(f, wf float64) {
			log, slope, second := Logit{}.LogProb(1, f)
			along(1, func(g, wg float64) {
				logOther, slopeOther, _ := Logit{}.LogProb(1, g)
				// The share p = s / S and that of the other, and the derivatives of log S.
				p, q := 1/(1+math.Exp(logOther-log)), 1/(1+math.Exp(log-logOther))
				s, other := math.Exp(log), math.Exp(logOther)
				w := wf * wg
				total += w
				want += w * (log - max(log, logOther) - math.Log1p(math.Exp(-math.Abs(log-logOther))))
				byMean[0] += w * (slope - p*slope)
				byMean[1] -= w * q * slopeOther
				byVariance[0] += 0.5 * w * (second - p*slope*(1-2*s) + p*p*slope*slope)
				byVariance[1] -= 0.5 * w * (q*slopeOther*(1-2*other) - q*q*slopeOther*slopeOther)
			})
		})
		e, dm, dv := expected(l, 0, c.mean, c.variance)
		near(t, "E log p", e, want/total, 1e-6*(1+math.Abs(want/total)))
		for k := range dm {
			near(t, "by a mean", dm[k], byMean[k]/total, 1e-6)
			near(t, "by a variance", dv[k], byVariance[k]/total, 1e-6)
		}
	}
}

// Far below 0 the logistic softmax of two classes is the logit link of their difference, however wide the Gaussians
// are, and so is the softmax of classes far apart, by its clocks.
func TestWideGaussiansFarBelow(t *testing.T) {
	logisticLow := [][]float64{{-340, -341}, {-360, -361}, {-400, -300}, {-500, -720}, {-650, -640}, {-1000, -1003}}
	for l, means := range map[*Softmax][][]float64{
		new(logisticSoftmax(t, 2, Prediction{Name: "quadrature"})): logisticLow, new(byClocks(t, 2)): {{-500, -720}, {-900, 0}},
	} {
		for _, mean := range means {
			for _, variance := range [][]float64{{1, 2}, {100, 50}, {900, 1100}, {2400, 0.01}} {
				m, v := mean[0]-mean[1], variance[0]+variance[1]
				var total, value, slope, second float64
				for u := -12.0; u <= 12; u += 1e-3 {
					w := math.Exp(-0.5 * u * u)
					log, first, curve := Logit{}.LogProb(1, m+math.Sqrt(v)*u)
					total, value, slope, second = total+w, value+w*log, slope+w*first, second+0.5*w*curve
				}
				what := fmt.Sprintf("%s, means %v, variances %v: ", l.name, mean, variance)
				plus, _ := Logit{}.Predict(m, v)
				near(t, what+"p", predicted(*l, mean, variance)[0], plus, 1e-9)
				if l.name == NameSoftmax {
					continue
				}
				dm, dv := make([]float64, 2), make([]float64, 2)
				e := newLaplace(l.rate, 2, fine).logSum(dm, dv, mean, variance)
				near(t, what+"E log S", e, mean[0]-value/total, 1e-7)
				near(t, what+"by a mean", dm[1], slope/total, 1e-7)
				near(t, what+"by a variance", dv[1], -second/total, 1e-7)
				if sd := deviations(*l, mean, variance)[0]; !(sd <= 0.5) {
					t.Errorf("%sdeviation %v", what, sd)
				}
			}
		}
	}
}

// Averages over draws of values so low that sigma is no number are those of values that are less low.
func TestAverageOfLowValues(t *testing.T) {
	l := logisticSoftmax(t, 2, Prediction{Name: "quadrature"}).Sampled(50, 1).(Softmax)
	want, wantMean, wantVariance := expected(l, 0, []float64{-100, -101}, []float64{1, 2})
	for _, shift := range []float64{-200, -350, -760, -1e4} {
		e, dm, dv := expected(l, 0, []float64{shift, shift - 1}, []float64{1, 2})
		near(t, "E log p", e, want, 1e-9)
		for k := range dm {
			near(t, "by a mean", dm[k], wantMean[k], 1e-9)
			near(t, "by a variance", dv[k], wantVariance[k], 1e-9)
		}
	}
}

// Beyond the largest variance nothing changes, and the derivative says so.
func TestVariancesBeyondTheWidest(t *testing.T) {
	for _, name := range []string{"softmax", "logistic-softmax", "softmax by draws", "logistic-softmax by draws"} {
		of, drawn := strings.CutSuffix(name, " by draws")
		l, err := NewSoftmax(of, 3, Prediction{Name: "quadrature"})
		if err != nil {
			t.Fatal(err)
		}
		if drawn {
			l = l.Sampled(50, 1).(Softmax)
		}
		mean := []float64{1, 0, -2}
		at, _, _ := expected(l, 0, mean, []float64{MaxVariance, MaxVariance, 1})
		beyond, _, dv := expected(l, 0, mean, []float64{1e7, 1e9, 1})
		near(t, name, beyond, at, 0)
		if dv[0] != 0 || dv[1] != 0 || dv[2] == 0 {
			t.Errorf("%s: derivatives by variances %v", name, dv)
		}
	}
}

// Means so low that sigma is no number any more have the probabilities of the softmax.
func TestExpansionOfLowMeans(t *testing.T) {
	for _, name := range []string{"plug-in", "taylor", "taylor-paper"} {
		p := predicted(logisticSoftmax(t, 2, Prediction{Name: name}), []float64{-900, -901}, []float64{0, 0})
		near(t, name, p[0], 1/(1+math.Exp(-1)), 1e-14)
	}
}

// expected returns E log p(y | f) of a row and its derivatives.
func expected(l Softmax, y int, mean, variance []float64) (e float64, dMean, dVariance []float64) {
	n := len(mean)
	dMean, dVariance = make([]float64, n), make([]float64, n)
	e = l.Expectations(mat.NewDense(1, n, dMean), mat.NewDense(1, n, dVariance), []int{y}, mat.NewDense(1, n, mean), mat.NewDense(1, n, variance), 1)
	return e, dMean, dVariance
}
