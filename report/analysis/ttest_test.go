package analysis

import (
	"math"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/recordtest"
)

// By hand: differences 1 to 5 in five folds have the mean 3 and the variance
// 5/2; with n_test/n_train = 1/4 the variance of the mean is (1/5 + 1/4) 5/2 =
// 9/8, so that t = 2 sqrt 2. With four degrees of freedom, at t^2 = 8, Student's
// distribution gives p = 1 - 7/6 sqrt(2/3). Without the correction it would be
// t = 3 sqrt 2.
func TestCorrectedT(t *testing.T) {
	d := []float64{3, 1, 5, 2, 4}
	r := CorrectedT(d, 0.25)
	recordtest.Near(t, "mean", r.Mean, 3)
	recordtest.Near(t, "p", r.P, 1-7./6*math.Sqrt(2./3))
	const t975 = 2.7764451051977987 // Student's, 4 degrees of freedom
	recordtest.Near(t, "low", r.Low, 3-t975*3/(2*math.Sqrt2))
	recordtest.Near(t, "high", r.High, 3+t975*3/(2*math.Sqrt2))
	if plain := CorrectedT(d, 0); !(plain.P < 0.0133 && plain.P > 0.0132) { // SciPy: ttest_1samp, 0.013236
		t.Errorf("without correction p = %g", plain.P)
	}
	if got := CorrectedT([]float64{-1, 1}, 0.1).P; got != 1 {
		t.Errorf("mean 0: p = %g", got)
	}
	for _, same := range [][]float64{{2, 2, 2}, {0.1, 0.1, 0.3 - 0.2}} { // equal, and equal but for rounding
		if got := CorrectedT(same, 0.1); !math.IsNaN(got.P) || !math.IsNaN(got.Low) || !math.IsNaN(got.High) {
			t.Errorf("always the same difference, which tells no variance: %+v", got)
		}
	}
	if got := CorrectedT([]float64{0, 0, 0}, 0.1).P; got != 1 {
		t.Errorf("no difference at all: p = %g", got)
	}
	if got := CorrectedT(d, math.NaN()); got.Mean != 3 || !math.IsNaN(got.P) || got.String() != "3.00" && got.String() != "3.0" {
		t.Errorf("rows are not known: %+v", got)
	}
}

func TestOverlap(t *testing.T) {
	rows := func(train, test string) record.Record {
		return record.Record{Provenance: map[string]string{"train_rows": train, "test_rows": test}}
	}
	recordtest.Near(t, "share", overlap(100, []record.Record{rows("90", "10"), rows("80", "20")}).Tested, (1./9+1./4)/2)
	recordtest.Near(t, "share with ten of a thousand test rows scored", overlap(10_000, []record.Record{rows("9000", "10")}).Tested, 1./9)
	recordtest.Near(t, "share where the rows of the data set are not known", overlap(0, []record.Record{rows("90", "10")}).Tested, 1./9)
	recordtest.Near(t, "share where most rows are left out", overlap(6435, []record.Record{rows("1287", "5148")}).Tested, 4)
	recordtest.Near(t, "share where most rows are left out, of which few are scored", overlap(200_000, []record.Record{rows("300", "1000")}).Tested, 1./199)
	recordtest.Near(t, "share where training rows that are there twice are left out", overlap(1066, []record.Record{rows("106", "400")}).Tested, 400./666)
	recordtest.Near(t, "share of a test file of its own", overlap(100, []record.Record{rows("40", "300")}).Tested, 7.5)
	if s := overlap(100, []record.Record{rows("90", "10"), {}}).Tested; !math.IsNaN(s) {
		t.Errorf("a record does not tell, and the share is %g", s)
	}
}

// Where few rows are trained on, and test rows say how little they add, the training rows count.
func TestShareOfFewTrainingRows(t *testing.T) {
	few := overlap(6435, []record.Record{{Provenance: map[string]string{"train_rows": "1287", "test_rows": "5148"}}})
	d := []float64{0.2, 0.1, 0.3} // of variance 0.01
	recordtest.Near(t, "training rows, and a standard error of 0.02", few.Share(d, 0.02), 0.25+0.04)
	recordtest.Near(t, "a standard error that adds more than the rows in common do", few.Share(d, 0.5), 4)
	recordtest.Near(t, "no standard error", few.Share(d, math.NaN()), 4)
	many := overlap(100, []record.Record{{Provenance: map[string]string{"train_rows": "90", "test_rows": "10"}}})
	recordtest.Near(t, "most rows are trained on", many.Share(d, 0), 1./9)
	p := New(Input{Spec: &spec.Spec{}})
	p.Datasets = []record.Dataset{{Name: "d", Rows: 1066}}
	p.Spec.Datasets = []spec.Dataset{{Name: "d"}}
	records := []record.Record{{Provenance: map[string]string{"train_rows": "106", "test_rows": "400"}}}
	recordtest.Near(t, "few rows", p.Overlap("d", records).Share(d, 0), 106./960)
	p.Spec.Datasets[0].Split.Distinct = true
	recordtest.Near(t, "few rows because each is taken once", p.Overlap("d", records).Share(d, 0), 400./666)
}

// In the order of time each repeat trains on all rows of the one before, and few rows trained
// on are no sign that they differ: the test is the corrected one, with the rows tested.
func TestTimeSplitsAreNested(t *testing.T) {
	nll := map[string][5]float64{"A": {0.3, 0.1, 0.5, 0.2, 0.4}, "B": {}}
	p := answered(nll, map[string]string{"A": "xgpc", "B": "svgp"})
	for id, r := range p.Records {
		r.Provenance = map[string]string{"train_rows": "10", "test_rows": "12"}
		p.Records[id] = r
	}
	d := []float64{0.3, 0.1, 0.5, 0.2, 0.4}
	if c := p.Pairwise()[0]; c.Test != CorrectedT(d, 12./88) {
		t.Errorf("other splits: %+v", c)
	}
	p.Spec.Datasets[0].Split.Kind = "time"
	if c := p.Pairwise()[0]; c.Test != CorrectedT(d, 1.2) {
		t.Errorf("in the order of time: %+v", c)
	}
}
