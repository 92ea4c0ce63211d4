package lossparts

import (
	"math"
	"slices"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
)

// fits are the records of one repeat of two data sets: A loses 0.1 by its kernel, -0.02 by its family, 0.03
// by its inducing inputs and 0.04 by its start on the one, and the chains do not agree on the other.
func fits() *analysis.Experiment {
	s := &spec.Spec{Name: "paper/parts", Datasets: []spec.Dataset{{Name: "d"}, {Name: "e"}}}
	in := analysis.Input{Spec: s, Records: map[string]record.Record{}}
	objective := func(v float64) []record.Point { return []record.Point{{Objective: &v}} }
	for _, l := range []struct {
		label string
		nll   float64
		trace []record.Point
	}{{"exact", 0.3, nil}, {"at", 0.4, nil}, {"all", 0.38, nil}, {"other", 0.41, objective(2)}, {"A", 0.45, objective(1)}} {
		s.Methods = append(s.Methods, spec.Method{Name: "m", Label: l.label})
		for _, d := range s.Datasets {
			c := record.Cell{ID: l.label + d.Name, Dataset: d.Name, Method: "m", Label: l.label}
			r := record.Record{Cell: c, Status: record.OK, Trace: l.trace, Metrics: map[string]float64{"nll": l.nll, "rhat": 1, "rhat_rows": 1.005, "mcse_nll": 1e-4}}
			if d.Name == "e" && l.label == "at" {
				r.Metrics["rhat_rows"] = 1.3
			}
			in.Cells, in.Records[c.ID] = append(in.Cells, &record.Planned{Cell: c}), r
		}
	}
	return analysis.New(in)
}

func TestParts(t *testing.T) {
	p := fits()
	refits := analysis.Refits{Method: "A", Exact: "exact", Kernel: "at", Full: "all", Start: "other"}
	all, _ := p.LossPartsOf(refits)
	got := all[0]
	for i, want := range []float64{0.1, -0.02, 0.03, 0.04} {
		if math.Abs(got.Parts[i]-want) > 1e-12 {
			t.Fatalf("%+v, want %v at %d", got, want, i)
		}
	}
	if math.Abs(got.Total-0.15) > 1e-12 || got.Sets != 1 || got.Fits != 1 || got.Left != 1 {
		t.Errorf("%+v", got)
	}
	agreed := analysis.Refits{Method: "A", Exact: "exact", Kernel: "exact"}
	if alone, _ := p.LossPartsOf(agreed); alone[0].Sets != 2 {
		t.Errorf("alone: %+v", alone)
	}
	if both, _ := p.LossPartsOf(agreed, refits); both[0].Sets != 1 || both[1].Sets != 1 {
		t.Errorf("methods over other fits: %+v", both)
	}
	refits.Full, refits.Start = "", ""
	if all, _ = p.LossPartsOf(refits); all[0].Parts[2] != 0 || all[0].Parts[3] != 0 || math.Abs(all[0].Parts[1]-0.05) > 1e-12 {
		t.Errorf("without refits: %+v", got)
	}
	if d, said := newFigure(p, spec.Figure{Options: []analysis.Refits{refits}}, nil); d == nil || said.Of != "Over 1 data set" {
		t.Errorf("%+v", said)
	} else if want := []document.Marked{"A", "0.100", "0.050", "0.000", "0.000", "0.150", "1", "1", "1", "1"}; !slices.Equal(said.Table.Rows[0], want) {
		t.Errorf("row %q, want %q", said.Table.Rows[0], want)
	}
	if d, _ := newFigure(p, spec.Figure{Options: []analysis.Refits{{Method: "A", Exact: "nobody", Kernel: "at"}}}, nil); d != nil {
		t.Error("a figure without records")
	}
}
