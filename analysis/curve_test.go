package analysis

import (
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
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
