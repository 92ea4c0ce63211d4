package analysis

import (
	"testing"

	"gpcbench/harness/record"
)

// TestUnfinished: a fit is not finished if its budget ended it and its loss fell by more than a hundredth in the
// second half of the budget, of label sets by a quarter of that.
func TestUnfinished(t *testing.T) {
	fit := func(budget, seconds float64, nll ...float64) record.Record {
		r := record.Record{Timing: record.Timing{WallSeconds: seconds, CPUSeconds: seconds}}
		r.Options = map[string]any{"budget_seconds": budget}
		for i, v := range nll {
			r.Trace = append(r.Trace, record.Point{Seconds: 10 * float64(i+1) / float64(len(nll)), Iteration: i + 1, Metrics: map[string]float64{"nll": v}})
		}
		return r
	}
	for _, c := range []struct {
		name string
		fit  record.Record
		want bool
	}{
		{"still falling", fit(10, 10.1, 0.9, 0.5, 0.45, 0.4), true},
		{"flat", fit(10, 10.1, 0.9, 0.5, 0.499, 0.495), false},
		{"rising", fit(10, 10.1, 0.9, 0.4, 0.5, 0.6), false},
		{"ended by itself", fit(10, 9, 0.9, 0.5, 0.45, 0.4), false},
		{"without a budget", fit(0, 10, 0.9, 0.5, 0.45, 0.4), false},
		{"without a trace", fit(10, 10.1), false},
		{"without a model in the first half", fit(10, 10.1, 0.4), true},
	} {
		if got := unfinished(c.fit, worthOfClasses); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	falling, flat := fit(10, 10.1, 0.9, 0.5, 0.45, 0.4), fit(10, 10.1, 0.9, 0.5, 0.5, 0.5)
	if n := unfinishedSets(worthOfClasses, []record.Record{falling, falling, flat}, []record.Record{falling, flat}); n != 1 {
		t.Errorf("%d sets are not finished, not 1", n)
	}
	labels := worthOfLabels
	labels.Loss = "nll" // of the fits above
	if !unfinished(fit(10, 10.1, 0.9, 0.5, 0.499, 0.495), labels) || unfinished(fit(10, 10.1, 0.9, 0.5, 0.499, 0.498), labels) {
		t.Error("a log loss of label sets may fall by 0.0025")
	}
}
