package analysis

import (
	"math"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/report/recordtest"
)

func TestCurve(t *testing.T) {
	records := []record.Record{
		recordtest.Traced(0, []float64{1, 10, 100}, []float64{4, 2, 1}),
		recordtest.Traced(1, []float64{2, 20}, []float64{6, 4}),
	}
	c, ok := NewCurve("a", records, "seconds", "nll", "mean")
	if !ok || c.Flat || c.Repeats != 2 || c.X[0] != 1.5 || c.X[len(c.X)-1] != 100 {
		t.Fatalf("from the median first point to when the last ends: %v to %v", c.X[0], c.X[len(c.X)-1])
	}
	for i, x := range c.X {
		want := 5.0 // 4 and 6, which counts before its first point too
		switch {
		case x >= 100:
			want = 2.5 // 1 and 4, which has ended
		case x >= 20:
			want = 3
		case x >= 10:
			want = 4
		}
		if c.Y[i] != want {
			t.Fatalf("at %g: %g, want %g", x, c.Y[i], want)
		}
	}
	recordtest.Near(t, "band", c.High[0]-c.Y[0], 1) // sd sqrt 2 over sqrt 2
	if c, ok := NewCurve("b", records[1:], "iteration", "nll", "mean"); !ok || c.X[0] != 1 || c.X[len(c.X)-1] != 2 || c.Low[0] != c.High[0] {
		t.Errorf("against iterations: %+v", c)
	}
	if _, ok := NewCurve("c", records, "seconds", "auc", "mean"); ok {
		t.Error("a curve of a metric that is not there")
	}
	for i := range records {
		records[i].Method = "logistic"
	}
	if c, ok := NewCurve("Linear", records, "seconds", "nll", "mean"); !ok || !c.Flat || c.Y[0] != 2.5 {
		t.Errorf("the baseline is where it ends: %+v", c)
	}
	if c, ok := NewCurve("d", []record.Record{recordtest.Traced(0, []float64{3}, []float64{1})}, "seconds", "nll", "mean"); !ok || !c.Flat {
		t.Errorf("a single point: %+v", c)
	}
}

func TestPool(t *testing.T) {
	inBins := func(of map[int]record.Bin) record.Record {
		r := record.Record{Calibration: make([]record.Bin, record.CalibrationBins)}
		for i, b := range of {
			r.Calibration[i] = b
		}
		return r
	}
	bins := Pool([]record.Record{
		inBins(map[int]record.Bin{14: {Count: 10, Confidence: 0.95, Accuracy: 1}}),
		inBins(map[int]record.Bin{14: {Count: 30, Confidence: 0.99, Accuracy: 0.6}}),
		inBins(map[int]record.Bin{5: {Count: 2, Confidence: math.Nextafter(1./3, 0), Accuracy: 1}}), // the mean of a lower edge, rounded down
	})
	last := bins[record.CalibrationBins-1]
	if last.Count != 40 || bins[5].Count != 2 {
		t.Fatalf("%+v", bins)
	}
	recordtest.Near(t, "confidence", last.Confidence, (10*0.95+30*0.99)/40)
	recordtest.Near(t, "accuracy", last.Accuracy, (10*1+30*0.6)/40)
	low, high := Wilson(0.8, 10) // scipy.stats.binomtest(8, 10).proportion_ci(method="wilson")
	recordtest.Near(t, "low", low, 0.4901624715366418)
	recordtest.Near(t, "high", high, 0.9433178485456248)
}

// On the axis of epochs a point lies at its iteration over the minibatches of one; a fit that
// does not tell them has no curve.
func TestEpochs(t *testing.T) {
	r := recordtest.Traced(0, []float64{1, 2}, []float64{3, 4})
	if _, ok := NewCurve("a", []record.Record{r}, "epoch", "nll", "mean"); ok {
		t.Error("a curve against epochs of a fit without minibatches")
	}
	r.Metrics = map[string]float64{"minibatches_per_epoch": 4}
	c, ok := NewCurve("a", []record.Record{r}, "epoch", "nll", "mean")
	last := float64(r.Trace[len(r.Trace)-1].Iteration) / 4
	if !ok || c.X[len(c.X)-1] != last {
		t.Errorf("the curve ends at %v, want %v epochs", c.X, last)
	}
}
