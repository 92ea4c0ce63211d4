package analysis

import (
	"math"
	"slices"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
	"gpcbench/wording"
)

func withErrors(values ...float64) []record.Record {
	var out []record.Record
	for _, v := range values {
		out = append(out, record.Record{Metrics: map[string]float64{"error": v}, Provenance: map[string]string{"test_rows": "400"}})
	}
	return out
}

var tenErrors = []float64{0.21, 0.25, 0.19, 0.33, 0.28, 0.24, 0.22, 0.3, 0.27, 0.2}

// Values of SciPy 1.10.1: scipy.stats.sem, t.interval.
func TestMean(t *testing.T) {
	s := Summarise(withErrors(tenErrors...), "error", "mean")
	if s.N != 10 || s.Single {
		t.Errorf("%+v", s)
	}
	recordtest.Near(t, "mean", s.Value, 0.249)
	recordtest.Near(t, "sd", s.SD, 0.04581363212940979)
	recordtest.Near(t, "se", s.SE, 0.014487542541400486)
	recordtest.Near(t, "low", s.Low, 0.2162269018694561)
	recordtest.Near(t, "high", s.High, 0.28177309813054396)
}

// Maritz-Jarrett as computed with SciPy's beta distribution; for nine values
// it agrees with scipy.stats.mstats.mquantiles_cimj.
func TestMedian(t *testing.T) {
	s := Summarise(withErrors(tenErrors...), "error", "median")
	recordtest.Near(t, "median", s.Value, 0.245)
	recordtest.Near(t, "se", s.SE, 0.02190172278360595)
	if s.Low != 0.20 || s.High != 0.30 { // second and ninth: 2 P(B <= 1) = 0.0215
		t.Errorf("interval [%g, %g], want [0.2, 0.3]", s.Low, s.High)
	}
	s = Summarise(withErrors(tenErrors[:9]...), "error", "median")
	recordtest.Near(t, "median of nine", s.Value, 0.25)
	recordtest.Near(t, "se of nine", s.SE, 0.021049643846717453)
	s = Summarise(withErrors(tenErrors[:5]...), "error", "median")
	const t975 = 2.7764451051977987 // Student's, 4 degrees of freedom
	if s.Value != 0.25 {
		t.Errorf("median %g, want 0.25", s.Value)
	}
	recordtest.Near(t, "five values: Student's interval", s.High, 0.25+t975*s.SE)
	s = Summarise(withErrors(tenErrors[:6]...), "error", "median")
	if s.Low != 0.19 || s.High != 0.33 {
		t.Errorf("six values: from the least to the largest, got [%g, %g]", s.Low, s.High)
	}
}

// Values that are the same but for the rounding of their mean have no interval.
func TestConstant(t *testing.T) {
	x := slices.Repeat([]float64{0.45}, 10)
	for _, kind := range []string{"mean", "median"} {
		s := Summarise(withErrors(x...), "error", kind)
		if s.SD != 0 || s.SE != 0 || s.Low != s.Value || s.High != s.Value || Decimals(s) != 4 {
			t.Errorf("%s: %+v", kind, s)
		}
	}
}

func TestSingleSplit(t *testing.T) {
	r := withErrors(0.1)
	s := Summarise(r, "error", "mean")
	recordtest.Near(t, "binomial se", s.SE, 0.015)
	recordtest.Near(t, "low", s.Low, 0.07240629419404236) // SciPy: stats.binomtest(40, 400).proportion_ci(0.95, "exact")
	none := withErrors(0)
	none[0].Provenance = map[string]string{"test_rows": "40"}
	recordtest.Near(t, "high of no errors in 40 rows", Summarise(none, "error", "mean").High, 0.08809730287880335)
	if !s.Single || !math.IsNaN(s.SD) {
		t.Errorf("%+v", s)
	}
	r[0].Metrics["nll"], r[0].Metrics["nll_sd"] = 0.3, 0.8
	recordtest.Near(t, "se of the NLL", Summarise(r, "nll", "mean").SE, 0.04)
	delete(r[0].Metrics, "nll_sd")
	if s := Summarise(r, "nll", "mean"); !math.IsNaN(s.SE) || s.Value != 0.3 {
		t.Errorf("NLL without its sd over rows: %+v", s)
	}
	r[0].Metrics["ece"], r[0].Calibration = 0.065, []record.Bin{
		{Count: 80, Confidence: 0.55, Accuracy: 0.5},
		{Count: 120, Confidence: 0.7, Accuracy: 0.8},
		{},
		{Count: 200, Confidence: 0.95, Accuracy: 0.9},
	}
	if s := Summarise(r, "ece", "mean"); !(s.Low > 0 && s.Low < 0.065 && s.High > 0.065) {
		t.Errorf("calibration error: %+v", s)
	}
	if s := Summarise(r, "auc", "mean"); s.N != 0 || !math.IsNaN(s.Value) {
		t.Errorf("a metric that is not there: %+v", s)
	}
}

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		value, se float64
		want      string
	}{
		{0.234567, 0.0123, "0.235"}, {0.234567, 0.00994, "0.2346"}, {571.3, 22.1, "571"}, {8.7123, 0.28, "8.71"},
		{0.5, 0, "0.5000"}, {0, 0, "0.00"}, {1234, math.NaN(), "1234"}, {-0.0001, 0.1, "0.00"},
	} {
		s := Summary{Value: c.value, SE: c.se}
		if got := wording.Fixed(c.value, Decimals(s)); got != c.want {
			t.Errorf("%g with se %g: got %s, want %s", c.value, c.se, got, c.want)
		}
	}
}

// An interval does not leave what the metric can be.
func TestClip(t *testing.T) {
	s := Summarise(withErrors(0.01, 0.2), "error", "mean")
	if s.Low != 0 || s.High != 1 {
		t.Errorf("got [%g, %g], want [0, 1]", s.Low, s.High)
	}
}
