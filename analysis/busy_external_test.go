package analysis_test

import (
	"testing"

	"gpcbench/analysis"
	"gpcbench/analysis/analysistest"
	"gpcbench/harness/record/recordtest"
)

// Curves and times to a target of a busy machine are in CPU seconds, those of
// all data sets on the same clock.
func TestOneClock(t *testing.T) {
	in := analysistest.Synthetic("paper", 10)
	for id, r := range in.Records {
		if r.Dataset == "diabetis" {
			r.Timing.CPUSeconds /= 2
			in.Records[id] = r
		}
	}
	quiet := map[string][]analysis.Moment{}
	for _, r := range analysis.New(analysistest.Synthetic("paper", 10)).TimesToTargets() {
		quiet[analysis.Describe(r.At)+r.Labels[1]] = r.Times[1]
	}
	p := analysis.New(in)
	if clock, busy := p.Clock(); !busy || clock != analysis.CPUSeconds {
		t.Fatalf("clock %s of a machine that was busy", clock)
	}
	for _, r := range p.TimesToTargets() {
		if r.At["dataset"] != "diabetis" || r.Labels != [2]string{"X-GPC", "SVGPC"} {
			continue
		}
		for i, m := range r.Times[1] {
			recordtest.Near(t, "time", m.By, quiet["diabetisSVGPC"][i].By/2)
		}
	}
	if clock, busy := analysis.New(analysistest.Synthetic("paper", 10)).Clock(); busy || clock != "seconds" {
		t.Errorf("clock %s of a machine that was not busy", clock)
	}
}

// A fit that several labels have was one fit.
func TestLoadOfSharedFits(t *testing.T) {
	in := analysistest.Synthetic("paper", 2)
	fits := analysis.New(in).Loads.Fits
	again := *in.Cells[0]
	again.Label = "the same by another name"
	in.Cells = append(in.Cells, &again)
	if got := analysis.New(in).Loads.Fits; fits == 0 || got != fits {
		t.Errorf("%d fits, and %d with one of them under two labels", fits, got)
	}
}
