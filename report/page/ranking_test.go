package page

import (
	"strings"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/reporttest"
)

// Settings of one data set are not data sets: ranks are taken at each setting.
func TestRankingBySetting(t *testing.T) {
	if text := markdown(t, reporttest.Grid()); strings.Contains(text, "Mean ranks") {
		t.Error("one data set at three settings is ranked as three")
	}
	in := reporttest.GridOf("5%", "10%")
	other := in.Datasets[0]
	other.Name = "banana"
	in.Datasets = append(in.Datasets, other)
	for _, c := range in.Cells {
		r := in.Records[c.ID]
		c.ID, c.Dataset = "banana-"+c.ID, "banana"
		if c.Label == "X-GPC" && c.Options["inducing"] == "10%" { // worst there
			r.Metrics = map[string]float64{"error": 0.9, "nll": 0.9}
		}
		r.Cell = c.Cell
		in.Cells, in.Records[c.ID] = append(in.Cells, c), r
	}
	text := markdown(t, in)
	for _, want := range []string{
		"| Test error, inducing = 5% | 2 | 2.00 (0) |",
		"| Test error, inducing = 10% | 2 | 2.50 (0) |",
	} {
		if !strings.Contains(text, want) {
			_, rest, _ := strings.Cut(text, "Mean ranks")
			t.Errorf("no line %q in %s", want, rest[:min(len(rest), 900)])
		}
	}
	in.Spec.Figures[0].X = spec.Size
	if text := markdown(t, in); strings.Contains(text, "Mean ranks") {
		t.Error("sizes of one data set are ranked")
	}
}

// Over five data sets or more the mean ranks of three methods are tested.
func TestRanksAreTested(t *testing.T) {
	in := reporttest.Synthetic("quick", 2)
	first := in.Datasets[0]
	cells := in.Cells
	for _, name := range []string{"b", "c", "d", "e"} {
		set := first
		set.Name = name
		in.Datasets = append(in.Datasets, set)
		for _, c := range cells {
			if c.Dataset == first.Name {
				r := in.Records[c.ID]
				c.ID, c.Dataset = name+"-"+c.ID, name
				r.Cell = c.Cell
				in.Cells, in.Records[c.ID] = append(in.Cells, c), r
			}
		}
	}
	text := markdown(t, in)
	if want := "Friedman's test of whether the mean ranks are the same: Test error p < 0.0001; Test NLL (mean over rows) p < 0.0001"; !strings.Contains(text, want) {
		_, rest, _ := strings.Cut(text, "Mean ranks")
		t.Errorf("no %q in %s", want, rest[:min(len(rest), 900)])
	}
}
