package analysis

import (
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
)

// What repeats have in common goes out of the differences; repeats that only one has do
// not count.
func TestDifference(t *testing.T) {
	records := []record.Record{
		recordtest.Traced(0, []float64{1, 10}, []float64{5, 3}),
		recordtest.Traced(1, []float64{1, 10}, []float64{9, 7}),
		recordtest.Traced(2, []float64{1, 10}, []float64{0, 0}),
	}
	than := []record.Record{
		recordtest.Traced(0, []float64{2, 100}, []float64{4, 4}),
		recordtest.Traced(1, []float64{2, 100}, []float64{8, 8}),
	}
	c, ok := NewDifference("a", records, than, "seconds", "nll", "mean")
	if !ok || c.Repeats != 2 || c.X[0] != 2 || c.X[len(c.X)-1] != 100 {
		t.Fatalf("%+v", c)
	}
	for i, x := range c.X {
		want := 1.0
		if x >= 10 {
			want = -1
		}
		if c.Y[i] != want || c.Low[i] != want || c.High[i] != want {
			t.Fatalf("at %g: %g from %g to %g, want %g", x, c.Y[i], c.Low[i], c.High[i], want)
		}
	}
	flat := []record.Record{recordtest.Traced(0, []float64{50}, []float64{4})}
	if c, ok := NewDifference("b", flat, records, "seconds", "nll", "mean"); !ok || c.X[0] != 1 || c.Y[0] != -1 {
		t.Errorf("a flat curve is there at any time: %+v", c)
	}
	if _, ok := NewDifference("c", flat, flat, "seconds", "nll", "mean"); ok {
		t.Error("a curve of two flat ones")
	}
}
