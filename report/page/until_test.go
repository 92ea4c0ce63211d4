package page

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/record/recordtest"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

// A table at some seconds has what the traces had by then, and its verdicts stand beside
// those of the fits' ends.
func TestTableAtSeconds(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	early := in.Spec.Tables[0]
	early.Title, early.Metrics, early.AtSeconds = "Early", []string{"nll", "iterations"}, 1
	in.Spec.Tables = append(in.Spec.Tables, early)
	r := read(t, in)
	sum := 0.0
	for repeat := range 10 {
		cell := in.Records["diabetis-SVGPC-"+string(rune('0'+repeat))]
		value := math.NaN()
		for _, p := range cell.Trace {
			if p.Seconds <= 1 {
				value = p.Metrics["nll"]
			}
		}
		sum += value
	}
	recordtest.Near(t, "NLL at 1 s", r.Tables[1][0].Blocks[0].Entries[0][1].Summary.Value, sum/10)
	n := 0
	for _, v := range r.Verdicts {
		if v.At["at_seconds"] == "1" {
			n++
			if !v.Beside {
				t.Errorf("%+v is counted again", v)
			}
		}
	}
	if n != 4 { // the NLLs of the paper but for the one without a column
		t.Errorf("%d verdicts at 1 s", n)
	}
	if !strings.Contains(markdown(t, in), "Each fit is taken at the last point of its trace up to 1 s") {
		t.Error("the report does not say how the table is read")
	}
}

// Two labels that are compared with one published column have verdicts of their own.
func TestColumns(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Spec.Methods[1].Published = "X-GPC"
	r := read(t, in)
	counted := replication.CountNumbers(r.Verdicts)
	total := 0
	for _, c := range counted.Numbers {
		total += c.Numbers
	}
	if total != 5 { // of the seven numbers that are no costs those of X-GPC; Large and SVGPC's own have no label
		t.Errorf("%+v are %d numbers", counted.Numbers, total)
	}
	if !slices.ContainsFunc(counted.Beside, func(b replication.NamedCounts) bool { return b.Name == "in column SVGPC" }) {
		t.Fatalf("%+v", counted.Beside)
	}
	for _, v := range r.Verdicts {
		if want := v.At["label"] == "SVGPC"; (v.Column == "SVGPC") != want || want && v.Published == "0.20" {
			t.Errorf("%v: column %q, published %s", v.At, v.Column, v.Published)
		}
	}
	if text := markdown(t, in); !strings.Contains(text, "\n| in column SVGPC | ") {
		t.Error(text)
	}
}
