package statistics

import (
	"math"
	"testing"
)

// By hand: differences 1 to 5 in five repeats have the mean 3 and the variance 5/2; with c = 1/4 the
// variance of the mean is (1/5 + 1/4) 5/2 = 9/8, so that t = 2 sqrt 2. With four degrees of freedom,
// at t^2 = 8, Student's distribution gives p = 1 - 7/6 sqrt(2/3). SciPy 1.10 without c:
// stats.ttest_1samp(d, 0) and its confidence_interval(0.9).
func TestMeanInterval(t *testing.T) {
	d := []float64{3, 1, 5, 2, 4}
	m := MeanInterval(d, 0.25)
	near(t, "mean", m.Mean, 3, 1e-12)
	near(t, "p", m.P, 1-7./6*math.Sqrt(2./3), 1e-12)
	half := 2.7764451051977987 * 3 / (2 * math.Sqrt2)
	near(t, "low", m.Low, 3-half, 1e-8)
	near(t, "high", m.High, 3+half, 1e-8)
	near(t, "one-sided p", m.Above(), m.P/2, 0)
	near(t, "one-sided p of a mean below 0", MeanInterval([]float64{-3, -1, -5, -2, -4}, 0.25).Above(), 1-m.P/2, 1e-15)

	plain := MeanInterval(d, 0)
	near(t, "p without c", plain.P, 0.013235599563682695, 1e-12)
	low, high := plain.At(0.9)
	near(t, "low of 90%", low, 1.4925566844663936, 1e-8)
	near(t, "high of 90%", high, 4.507443315533606, 1e-8)

	near(t, "p of a mean of 0", MeanInterval([]float64{-1, 1}, 0.1).P, 1, 0)
	near(t, "p where there is no difference at all", MeanInterval([]float64{0, 0, 0}, 0.1).P, 1, 0)
	for _, same := range [][]float64{{2, 2, 2}, {0.1, 0.1, 0.3 - 0.2}} { // equal, and equal but for rounding
		if m := MeanInterval(same, 0.1); !math.IsNaN(m.P) || !math.IsNaN(m.Low) || !math.IsNaN(m.High) {
			t.Errorf("always the same difference, which tells no variance: %+v", m)
		}
	}
	if m := MeanInterval(d, math.NaN()); m.Mean != 3 || !math.IsNaN(m.P) {
		t.Errorf("what repeats have in common is not known: %+v", m)
	}
}
