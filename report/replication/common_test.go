package replication

import (
	"testing"

	"gpcbench/report/analysis"
)

// A number that every other method of the row comes near to, one that one other does not, and
// one that has no other.
func TestMarkCommon(t *testing.T) {
	p := claimed(nil, "d")
	entry := func(label, published string, ours, tolerance float64) Entry {
		v := Verdict{Published: published, Ours: &ours, Tolerance: &tolerance, Verdict: Reproduced, Number: analysis.Coordinates{"label": label}}
		return Entry{Entry: analysis.Entry{Group: analysis.Group{At: analysis.Coordinates{"label": label}}, Summary: analysis.Summary{N: 3, Value: ours}}, Verdict: &v}
	}
	for want, line := range map[string][]Entry{
		"all":  {entry("A", "0.20", 0.21, 0.05), entry("B", "0.22", 0.23, 0.05)},
		"one":  {entry("A", "0.20", 0.21, 0.05), entry("B", "0.22", 0.28, 0.07)},
		"none": {entry("A", "0.20", 0.21, 0.05)},
	} {
		p.markCommon(line)
		var all []Verdict
		for _, e := range line {
			all = append(all, *e.Verdict)
		}
		common, reproduced := Common(all)
		if reproduced != len(line) || common != map[string]int{"all": 2, "one": 1, "none": 0}[want] {
			t.Errorf("%s: %d of %d", want, common, reproduced)
		}
	}
}
