package likelihood

import (
	"fmt"
	"math"
	"testing"
)

// places are means and variances of every size.
func places() (mean, variance []float64) {
	for _, m := range []float64{-1e3, -301, -299, -40, -8, -1.5, -1e-3, 0, 0.7, 3, 25, 299, 301, 1e3, 1e6} {
		for _, v := range []float64{0, 1e-12, 1e-6, 0.01, 1, 30, 400, 1e4, 1e8} {
			mean, variance = append(mean, m), append(variance, v)
		}
	}
	return mean, variance
}

// -log(1 + e^f) is log p(y = -1 | f) of the logistic link.
func TestSoftplusIsLogit(t *testing.T) {
	mean, variance := places()
	n := len(mean)
	dMean, dVariance := make([]float64, n), make([]float64, n)
	softplus := NewSoftplus(Nodes)
	sum := softplus.Expect(dMean, dVariance, mean, variance)
	want := 0.0
	for i := range mean {
		v, m, s := Logit{}.Expect(-1, mean[i], variance[i])
		want -= v
		d := make([]float64, 1)
		if one := softplus.Expect(d, d, mean[i:i+1], variance[i:i+1]); math.Abs(one+v) > 1e-13*-v+1e-15 {
			t.Errorf("mean %g, variance %g: %.15g, want %.15g", mean[i], variance[i], one, -v)
		}
		at := fmt.Sprintf("mean %g, variance %g", mean[i], variance[i])
		if math.Abs(dMean[i]+m) > 1e-14 {
			t.Errorf("%s: derivative by the mean %g, want %g", at, dMean[i], -m)
		}
		if tolerance := 1e-14 + 1e-15/max(math.Sqrt(variance[i]), 1e-5); math.Abs(dVariance[i]+s) > tolerance {
			t.Errorf("%s: derivative by the variance %g, want %g", at, dVariance[i], -s)
		}
	}
	if math.Abs(sum-want) > 1e-13*want {
		t.Errorf("sum %.15g, want %.15g", sum, want)
	}
}

// What 20 nodes leave, against a trapezoidal sum, at means within one and a half deviations of 0:
// the errors that the package of mlgpf states.
func TestSoftplusErrors(t *testing.T) {
	softplus := NewSoftplus(Nodes)
	for _, c := range []struct{ variance, value, slope float64 }{
		{1, 1e-9, 1e-8}, {4, 1e-5, 2e-5}, {9, 1e-4, 2e-4}, {25, 3e-3, 4e-3}, {100, 4e-2, 3e-2},
	} {
		sd := math.Sqrt(c.variance)
		worst, steepest := 0.0, 0.0
		for mean := -1.5 * sd; mean <= 1.5*sd; mean += sd / 8 {
			value, slope, total := 0.0, 0.0, 0.0
			for z := -9.0; z <= 9; z += 1e-3 {
				w, f := math.Exp(-z*z/2), mean+sd*z
				value += w * (math.Max(f, 0) + math.Log1p(math.Exp(-math.Abs(f))))
				slope += w / (1 + math.Exp(-f))
				total += w
			}
			d := make([]float64, 1)
			worst = max(worst, math.Abs(softplus.Expect(d, make([]float64, 1), []float64{mean}, []float64{c.variance})-value/total))
			steepest = max(steepest, math.Abs(d[0]-slope/total))
		}
		if worst > c.value || steepest > c.slope {
			t.Errorf("variance %g: %.2g off, and its derivative by the mean %.2g", c.variance, worst, steepest)
		}
	}
}

// An odd number of nodes has one in the middle.
func TestSoftplusByOddNodes(t *testing.T) {
	d := make([]float64, 1)
	odd := NewSoftplus(21).Expect(d, d, []float64{0.3}, []float64{0.8})
	even := NewSoftplus(20).Expect(d, d, []float64{0.3}, []float64{0.8})
	if math.Abs(odd-even) > 1e-9 {
		t.Errorf("21 nodes: %.12f, 20 nodes: %.12f", odd, even)
	}
}

// BenchmarkSoftplus measures one place of a minibatch's labels: 500 rows by 13,330.
func BenchmarkSoftplus(b *testing.B) {
	const n = 1 << 16
	mean, variance := make([]float64, n), make([]float64, n)
	for i := range mean {
		mean[i], variance[i] = -8*float64(i%97)/97, 0.1+float64(i%13)
	}
	dMean, dVariance := make([]float64, n), make([]float64, n)
	s := NewSoftplus(Nodes)
	for b.Loop() {
		s.Expect(dMean, dVariance, mean, variance)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/place")
}
