package replication

import (
	"math"
	"testing"

	"gpcbench/harness/record/recordtest"
	"gpcbench/wording"
)

// The standard error of the median of -h, 0, h is h sqrt(2 pbeta(1/3, 2, 2)) = h sqrt(14/27) after
// Maritz and Jarrett, in R. With medians 0.30 and 0.28 and h = 0.02 the intervals overlap.
func TestOverlap(t *testing.T) {
	p := claimed(map[string]map[string][]float64{"d": {"A": {0.28, 0.30, 0.32}, "B": {0.26, 0.28, 0.30}}}, "d")
	o := p.outcome(claim("overlap", 0))
	recordtest.Near(t, "overlap", o.Value, 0.28-0.30+2*2*0.02*math.Sqrt(14./27))
	if o.Outcome != wording.Holds {
		t.Errorf("intervals that overlap: %s", o.Outcome)
	}
	p = claimed(map[string]map[string][]float64{"d": {"A": {0.48, 0.50, 0.52}, "B": {0.26, 0.28, 0.30}}}, "d")
	if o = p.outcome(claim("overlap", 0)); o.Outcome != wording.DoesNotHold {
		t.Errorf("intervals that lie apart: %s, %+v", o.Outcome, o)
	}
}

// A repeat counts where all data sets have it: 0.6 over 0.4 in both that have, not the geometric mean
// of 2 and 4/3.
func TestTotals(t *testing.T) {
	p := claimed(map[string]map[string][]float64{
		"d": {"A": {0.1, 0.1, 0.1}, "B": {0.2, 0.2, 0.9}},
		"e": {"A": {0.3, 0.3}, "B": {0.4, 0.4}},
	}, "d", "e")
	c := claim("ratio", 0)
	c.Totals = true
	o := p.outcome(c)
	recordtest.Near(t, "ratio of sums", o.Value, 1.5)
	if len(o.Cases) != 1 || o.Cases[0].Repeats != 2 || o.Outcome != wording.Holds || len(o.Caveats) > 1 {
		t.Errorf("%s, %+v", o.Outcome, o)
	}
}
