package statistic

import (
	"math"
	"testing"

	"gpcbench/harness/record/recordtest"
)

// Of two repeats the interval of a ratio of times is their range, of six that of the medians.
func TestIntervalOfTimes(t *testing.T) {
	two := Case{Repeats: 2}
	two.ofTimes([]float64{0.76, 1.71}, []float64{1.26, 2.13})
	recordtest.Near(t, "low", two.Low, math.Log(0.76))
	recordtest.Near(t, "high", two.High, math.Log(2.13))
	if !two.Few || two.Over != "the range of 2 repeats" {
		t.Errorf("%+v", two)
	}
	six := Case{Repeats: 6}
	six.ofTimes([]float64{1, 2, 3, 4, 5, 6}, []float64{2, 3, 4, 5, 6, 7})
	recordtest.Near(t, "low of six", six.Low, 0)
	recordtest.Near(t, "high of six", six.High, math.Log(7))
	if six.Few || six.Over != "" {
		t.Errorf("%+v", six)
	}
}

// Times that may be anything have no middle: it is not infinite, which would be for whoever is faster.
func TestTimesThatMayBeAnything(t *testing.T) {
	e := Case{Repeats: 1}
	e.ofTimes([]float64{0}, []float64{math.Inf(1)})
	if !math.IsNaN(e.Value) || !math.IsInf(e.Low, -1) || !math.IsInf(e.High, 1) {
		t.Errorf("%+v", e)
	}
	if ours, interval := speedup.Row(speedup.Value(e.Value), speedup.Value(e.Low), speedup.Value(e.High)); ours != "–" || interval != "" {
		t.Errorf("%q %q", ours, interval)
	}
}
