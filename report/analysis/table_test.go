package analysis

import (
	"testing"

	"gpcbench/harness/spec"
)

// The best of a row is marked, with its equals, unless all are the same.
func TestMarkBest(t *testing.T) {
	p := &Experiment{Input: Input{Spec: &spec.Spec{}}}
	for _, c := range []struct {
		values []float64
		want   []bool
	}{
		{[]float64{2, 1, 1}, []bool{false, true, true}},
		{[]float64{0, 0, 0}, []bool{false, false, false}},
		{[]float64{3}, []bool{false}},
	} {
		var line []Entry
		for _, v := range c.values {
			line = append(line, Entry{Summary: Summary{N: 1, Value: v}})
		}
		p.markBest(line, "nll")
		for i, e := range line {
			if e.Best != c.want[i] {
				t.Errorf("%v: entry %d is marked: %v", c.values, i, e.Best)
			}
		}
	}
}
