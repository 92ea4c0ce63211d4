package analysis

import (
	"math"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// answered is an experiment of one table of the user's own, with the NLL of each label in
// each of five repeats.
func answered(nll map[string][5]float64, method map[string]string) *Experiment {
	in := Input{
		Spec:     &spec.Spec{Name: "e", Datasets: []spec.Dataset{{Name: "my"}}},
		Records:  map[string]record.Record{},
		Datasets: []record.Dataset{{Name: "my", Own: true, Rows: 100, ClassNames: []string{"no", "yes"}, ClassRows: []int{70, 30}}},
	}
	for _, label := range []string{"A", "B", "Linear", "Shares"} {
		in.Spec.Methods = append(in.Spec.Methods, spec.Method{Name: method[label], Label: label})
		for repeat, v := range nll[label] {
			c := record.Cell{ID: label + string(rune('0'+repeat)), Dataset: "my", Repeat: repeat, Method: method[label], Label: label}
			in.Cells = append(in.Cells, record.Planned{Cell: c})
			in.Records[c.ID] = record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": v, "error": v / 4},
				Provenance: map[string]string{"train_rows": "80", "test_rows": "20"}}
		}
	}
	return New(in)
}

// The best is the one of the lowest mean; what the test does not tell from it is tied, and
// the floors are found by their methods.
func TestAnswers(t *testing.T) {
	p := answered(map[string][5]float64{
		"A": {0.20, 0.22, 0.21, 0.23, 0.24}, "B": {0.21, 0.21, 0.22, 0.22, 0.26},
		"Linear": {0.50, 0.52, 0.51, 0.53, 0.545}, "Shares": {0.61, 0.61, 0.62, 0.61, 0.60},
	}, map[string]string{"A": "xgpc", "B": "svgp", "Linear": "logistic", "Shares": "majority"})
	answers := p.Answers()
	if len(answers) != 1 {
		t.Fatalf("%d answers", len(answers))
	}
	a := answers[0]
	if a.Best.Label != "A" || math.Abs(a.Best.NLL-0.22) > 1e-12 || a.Repeats != 5 || len(a.Tied) != 1 || a.Tied[0].Label != "B" {
		t.Errorf("best %+v, tied %+v", a.Best, a.Tied)
	}
	if a.Linear == nil || a.Linear.Label != "Linear" || !(a.Linear.P < 0.001) || a.Majority == nil || a.Majority.Label != "Shares" {
		t.Errorf("linear %+v, majority %+v", a.Linear, a.Majority)
	}
	if largest, smallest, rare := a.Prevalence(); largest != 0.7 || smallest != 0.3 || rare != "yes" {
		t.Errorf("prevalence %v, %v of %s", largest, smallest, rare)
	}
}
