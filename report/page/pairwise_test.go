package page

import (
	"math"
	"testing"

	"gpcbench/report/analysis"
)

func TestWord(t *testing.T) {
	for want, adjusted := range map[string]float64{"A better": 0.04, "no difference shown": 0.05, "not tested": math.NaN()} {
		if got := word((analysis.Comparison{A: "A", B: "B", Metric: "error", Test: analysis.TTest{Mean: -1}, Adjusted: adjusted})); got != want {
			t.Errorf("p of %g: %q, want %q", adjusted, got, want)
		}
	}
	if got := word((analysis.Comparison{A: "A", B: "B", Metric: "error", Test: analysis.TTest{Mean: 1}})); got != "B better" {
		t.Errorf("an error that is larger: %q", got)
	}
}
