package page

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/reporttest"
)

// TestBySize lays a table and a figure out by the number of rows: one table and
// one figure for all data sets, with a row for each size in ascending order, and
// "n/a" for a metric that no record has.
func TestBySize(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	slices.Reverse(in.Datasets)
	for id, r := range in.Records {
		r.Timing.WallSeconds, r.Timing.CPUSeconds, r.Timing.Iterations = 3, 3, 2000
		if r.Label == "X-GPC" {
			r.Timing.PeakAnon = int64(in.Datasets[0].Rows)
			if r.Dataset == "a9a" {
				r.Timing.PeakAnon = 20_000_000
			}
		}
		in.Records[id] = r
	}
	in.Published = nil
	in.Spec.Tables = []spec.Table{{Title: "Cost", Rows: spec.Size, Columns: "label", Metrics: []string{"ms_per_iteration", "peak_anon_mb"}, Summary: "mean"}}
	in.Spec.Figures = []spec.Figure{{
		Title:   "Cost",
		Kind:    "line",
		X:       spec.Size,
		Y:       []string{"ms_per_iteration", "peak_anon_mb"},
		Summary: "mean",
		Panels:  "dataset",
		Series:  "label",
		Layout:  []spec.Dimension{{Key: "x", Value: spec.Size}},
	}}
	r := read(t, in)
	if len(slices.Concat(r.Tables...)) != 1 || !slices.Equal(r.Tables[0][0].Rows.Values, []string{"768", "32,561", "11,000,000"}) {
		t.Fatalf("%d tables, the first with rows %q", len(slices.Concat(r.Tables...)), r.Tables[0][0].Rows.Values)
	}
	page := markdown(t, in)
	for _, want := range []string{
		"| 768 | 1.500 | 1.500 | 1.500 |\n", // 3 s of 2000 iterations
		"| 32,561 | 20.00 | n/a, 1 of 3 failed | n/a |\n",
		"higgs is not here (",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the report has no line %s:\n%s", want, page)
		}
	}
	if len(r.Figures[0]) != 1 {
		t.Fatalf("%d figures", len(r.Figures[0]))
	}
	if svg := svgOf(t, r.Figures[0][0]); !strings.Contains(svg, "32,561") || strings.Count(svg, "Rows of the table") != 2 {
		t.Error("the figure lacks the axis of sizes")
	}
}

// TestByWidthAndClasses lays a table and a figure out by the number of attributes, and by
// that of classes or labels.
func TestByWidthAndClasses(t *testing.T) {
	for _, c := range []struct{ key, axis string }{{spec.Width, "Attributes"}, {spec.Classes, "Classes or labels"}} {
		in := reporttest.Synthetic("quick", 3)
		in.Published = nil
		for i, n := range []int{5000, 500, 50} {
			if c.key == spec.Width {
				in.Datasets[i].Attributes = n
			} else {
				in.Datasets[i].Classes = n
			}
		}
		in.Spec.Tables = []spec.Table{{Title: "Cost", Rows: c.key, Columns: "label", Metrics: []string{"nll"}, Summary: "mean"}}
		in.Spec.Figures = []spec.Figure{{
			Title:   "Cost",
			Kind:    "line",
			X:       c.key,
			Y:       []string{"nll"},
			Summary: "mean",
			Panels:  "dataset",
			Series:  "label",
			Layout:  []spec.Dimension{{Key: "x", Value: c.key}},
		}}
		r := read(t, in)
		if len(slices.Concat(r.Tables...)) != 1 || !slices.Equal(r.Tables[0][0].Rows.Values, []string{"50", "500", "5,000"}) {
			t.Fatalf("%s: %d tables, the first with rows %q", c.key, len(slices.Concat(r.Tables...)), r.Tables[0][0].Rows.Values)
		}
		if page := markdown(t, in); strings.Contains(page, "| 500 | n/a") || !strings.Contains(page, "| 500 | ") {
			t.Errorf("%s: the table has no numbers of the second data set:\n%s", c.key, page)
		}
		if len(r.Figures[0]) != 1 || !strings.Contains(svgOf(t, r.Figures[0][0]), c.axis) {
			t.Errorf("%s: there is no figure with the axis %s", c.key, c.axis)
		}
	}
}

// Two data sets with the same number of rows are not repeats of one another.
func TestEntriesDoNotMixCells(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	in.Published = nil
	in.Spec.Tables = []spec.Table{{Title: "Cost", Rows: spec.Size, Columns: "label", Metrics: []string{"nll"}, Summary: "mean"}}
	if _, err := NewContext(in); err != nil {
		t.Fatal(err)
	}
	in.Datasets[1].Rows = in.Datasets[0].Rows
	var wrong *spec.Error
	if _, err := NewContext(in); !errors.As(err, &wrong) || !strings.Contains(err.Error(), `X-GPC, N = 768, mixes cells with dataset = "diabetis" and "a9a"`) {
		t.Errorf("two data sets: %v", err)
	}
}
