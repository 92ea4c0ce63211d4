package analysis_test

import (
	"fmt"
	"math"
	"testing"

	"gpcbench/analysis"
	"gpcbench/analysis/analysistest"
	"gpcbench/harness/record/recordtest"
)

// Distances are means over the rows of a repeat, and do not end up in the
// records that the caller has.
func TestDistances(t *testing.T) {
	in, _ := analysistest.WithReference()
	p := analysis.New(in)
	for cell, want := range map[string][3]float64{
		"X-GPC-0": {0.1, 0.05, 0.02}, "X-GPC-1": {0.15, 0.075, 0.03}, "Corrected-1": {0.03, 0.015, 0.006},
		"Linear-0": {math.NaN(), math.NaN(), 0.1},
	} {
		for k, q := range analysis.Quantities {
			got, ok := p.Records[cell].Metrics[q.Metric]
			if ok == math.IsNaN(want[k]) || ok && math.Abs(got-want[k]) > 1e-12 {
				t.Errorf("%s of %s: %v, %v, want %v", q.Metric, cell, got, ok, want[k])
			}
		}
		if _, ok := in.Records[cell].Metrics["delta_mean"]; ok {
			t.Errorf("%s: the caller's record was changed", cell)
		}
	}
	if len(p.Gaps) > 0 {
		t.Errorf("gaps %v", p.Gaps)
	}
	for repeat, noise := range [][3]float64{{0.01, 0.02, 0.001}, {0.01, 0.02, 0.002}} { // standard errors of the reference
		for k, want := range noise {
			metric := analysis.Quantities[k].Metric
			recordtest.Near(t, "the reference's "+metric, p.Records[fmt.Sprintf("Gibbs-%d", repeat)].Metrics[metric], math.Sqrt(2/math.Pi)*want)
		}
	}
}
