package analysis

import (
	"math"
	"testing"

	"gpcbench/data/split"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

func TestDesign(t *testing.T) {
	const testFile = "a test file of its own"
	for _, c := range []struct {
		what                   string
		split                  split.Spec
		train, test            string
		repeats                []int
		ratio, tested, trained float64
	}{
		{"rows drawn anew", split.Spec{Kind: "holdout"}, "60", "30", []int{0, 1}, 0.5, 0.3, 0.6},
		{"published splits", split.Spec{Kind: "published"}, "20", "80", []int{0, 1}, 4, 0.8, 0.2},
		{"folds of one order", split.Spec{Kind: "kfold", Folds: 10}, "90", "10", []int{0, 9}, 1. / 9, 0, 0.9},
		{"folds of two orders", split.Spec{Kind: "kfold", Folds: 10}, "90", "10", []int{9, 10}, 1. / 9, 0.1, 0.9},
		{"both methods of each pair, two folds of one order and one of another", split.Spec{Kind: "kfold", Folds: 10}, "90", "10", []int{0, 0, 1, 1, 10, 10}, 1. / 9, 0.1 * 2 / 3, 0.9},
		{"blocks in the order of time", split.Spec{Kind: "time", Folds: 5}, "50", "10", []int{0, 4}, 0.2, 0, 0.5},
		{"training rows that are few because each is taken once", split.Spec{Kind: "holdout", Distinct: true}, "20", "40", []int{0, 1}, 2, 0.4, 0.6},
		{testFile, split.Published, "20", "50", []int{0, 1}, 2.5, math.NaN(), 0.2},
		{"a record that does not tell", split.Spec{Kind: "holdout"}, "60", "", []int{0}, math.NaN(), math.NaN(), math.NaN()},
	} {
		set := spec.Dataset{Name: "d", Split: c.split}
		if c.what == testFile {
			set.TestFile = "test.csv"
		}
		p := New(Input{Spec: &spec.Spec{Datasets: []spec.Dataset{set}}})
		p.Datasets = []record.Dataset{{Name: "d", Rows: 100}}
		var records []record.Record
		for _, r := range c.repeats {
			records = append(records, record.Record{Cell: record.Cell{Repeat: r}, Provenance: map[string]string{"train_rows": c.train, "test_rows": c.test}})
		}
		d := p.Design("d", records)
		for what, pair := range map[string][2]float64{"ratio": {d.Ratio, c.ratio}, "tested": {d.Tested, c.tested}, "trained": {d.Trained, c.trained}} {
			if got, want := pair[0], pair[1]; !(math.Abs(got-want) < 1e-12 || math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s: %s is %g, want %g", c.what, what, got, want)
			}
		}
	}
}
