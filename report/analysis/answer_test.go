package analysis

import (
	"math"
	"slices"
	"strings"
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
			if _, runs := method[label]; !runs {
				continue
			}
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
	if a.Best.Label != "A" || math.Abs(a.Best.Loss-0.22) > 1e-12 || a.Repeats != 5 || len(a.Tied) != 1 || a.Tied[0].Label != "B" {
		t.Errorf("best %+v, tied %+v", a.Best, a.Tied)
	}
	if a.Linear == nil || a.Linear.Label != "Linear" || !(a.Linear.P < 0.001) || a.Shares == nil || a.Shares.Label != "Shares" {
		t.Errorf("linear %+v, majority %+v", a.Linear, a.Shares)
	}
	if largest, smallest, rare := a.Prevalence(); largest != 0.7 || smallest != 0.3 || rare != "yes" {
		t.Errorf("prevalence %v, %v of %s", largest, smallest, rare)
	}
}

// without takes records out of an experiment: cells with a suffix "!" have failed, others are
// missing.
func without(p *Experiment, cells ...string) *Experiment {
	for _, id := range cells {
		if failed, ok := strings.CutSuffix(id, "!"); ok {
			r := p.Records[failed]
			r.Status, r.Metrics = record.Failed, nil
			p.Records[failed] = r
		} else {
			delete(p.Records, id)
		}
	}
	return p
}

// Means over different repeats are no ranking: B has not run the repeats that are hard, and
// would win.
func TestAnswerOverCommonRepeats(t *testing.T) {
	made := func() *Experiment {
		return answered(map[string][5]float64{
			"A": {0.20, 0.22, 0.21, 0.90, 0.94}, "B": {0.30, 0.31, 0.32, 0.99, 1.01}, "Linear": {0.50, 0.52, 0.51, 1.53, 1.545},
		}, map[string]string{"A": "xgpc", "B": "svgp", "Linear": "logistic"})
	}
	a := without(made(), "B3!", "B4").Answers()[0]
	if a.Best.Label != "A" || math.Abs(a.Best.Loss-0.21) > 1e-12 || a.Repeats != 3 || a.Planned != 5 || len(a.NotCompared) != 0 {
		t.Errorf("best %+v over %d of %d, not compared %v", a.Best, a.Repeats, a.Planned, a.NotCompared)
	}
	for what, c := range map[string]struct {
		gone    []string
		repeats int
		absent  []string
		alone   bool
	}{
		"less than half":             {[]string{"B2!", "B3!", "B4"}, 5, []string{"B"}, false},
		"none":                       {[]string{"B0!", "B1!", "B2!", "B3!", "B4!"}, 5, []string{"B"}, false},
		"one each":                   {[]string{"A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "Linear1", "Linear2", "Linear3", "Linear4"}, 1, nil, false},
		"stopped in repeat 1":        {[]string{"A2", "A3", "A4", "B1", "B2", "B3", "B4", "Linear1", "Linear2", "Linear3", "Linear4"}, 1, nil, false},
		"two have two":               {[]string{"A2", "A3", "A4", "B2", "B3", "B4", "Linear1", "Linear2", "Linear3", "Linear4"}, 2, []string{"Linear"}, false},
		"too few in common":          {[]string{"A4", "B0", "B1", "Linear0", "Linear2", "Linear3!"}, 2, []string{"Linear"}, false},
		"none but one":               {[]string{"B0", "B1", "B2", "B3", "B4", "Linear0!", "Linear1!", "Linear2!", "Linear3!", "Linear4!"}, 5, []string{"B", "Linear"}, true},
		"one of one label, one half": {[]string{"B1!", "B2!", "B3!", "B4!"}, 5, []string{"B"}, false},
	} {
		a := without(made(), c.gone...).Answers()[0]
		if a.Repeats != c.repeats || !slices.Equal(a.NotCompared, c.absent) || a.Alone != c.alone || a.Best.Label != "A" {
			t.Errorf("%s: %s is best over %d repeats, alone %v, not compared %v", what, a.Best.Label, a.Repeats, a.Alone, a.NotCompared)
		}
	}
}

// A method whose differences to the best are all the same is not tested, and not told apart.
func TestAnswerUntested(t *testing.T) {
	p := answered(map[string][5]float64{"A": {0.25, 0.5, 0.25, 0.5, 0.75}, "B": {0.5, 0.75, 0.5, 0.75, 1}}, map[string]string{"A": "xgpc", "B": "svgp"})
	if a := p.Answers()[0]; len(a.Tied) != 0 || len(a.Untested) != 1 || a.Untested[0].Label != "B" {
		t.Errorf("tied %v, untested %v", a.Tied, a.Untested)
	}
}
