package harness

import (
	"testing"
	"time"

	"gpcbench/harness/record"
)

// timed is a cell with its cost, and the record of a fit that took so long.
func timed(dataset, label string, cost, seconds float64, options map[string]any) (*Cell, record.Record) {
	c := &Cell{cost: cost}
	c.Dataset, c.Label, c.Options = dataset, label, options
	return c, record.Record{Status: record.OK, Timing: record.Timing{WallSeconds: seconds}}
}

// What is left is told by cells of the same data set and label, or of the same label.
func TestForecast(t *testing.T) {
	a1, r1 := timed("small", "A", 10, 2, nil)
	a2, r2 := timed("small", "A", 30, 4, nil)
	a3, _ := timed("large", "A", 400, 0, nil) // as A on small: 6 s for 40
	b, rb := timed("small", "B", 10, 14, nil)
	c, _ := timed("small", "C", 5, 0, nil) // nothing tells
	f := newForecast(&Plan{}, []*Cell{a1, a2, a3, b, c})
	if left, unknown := f.left(time.Second); left != 0 || unknown != 5 {
		t.Errorf("before any cell has ended: %v left, %d unknown", left, unknown)
	}
	f.finished(a1, r1)
	f.finished(a2, r2)
	f.finished(b, rb)
	// Two side by side: 10 s for 20 s of training, so that 60 s take 30 s.
	if left, unknown := f.left(10 * time.Second); unknown != 1 || left.Round(time.Millisecond) != 30*time.Second {
		t.Errorf("%v left, %d unknown", left, unknown)
	}
	f.remove(a3)
	f.finished(c, record.Record{Status: record.Failed})
	if left, unknown := f.left(10 * time.Second); left != 0 || unknown != 0 {
		t.Errorf("%v and %d cells left of nothing", left, unknown)
	}
}

// A fit with a budget costs that, whatever its iterations; a plan's finished cells count.
func TestForecastOfBudgets(t *testing.T) {
	budget := map[string]any{"budget_seconds": 100.0}
	a, r := timed("small", "A", 1e18, 90, budget)
	a.State = Done
	p := &Plan{Cells: []*Cell{a}, records: map[string]record.Record{"": r}}
	next, rn := timed("small", "A", 1e18, 80, budget)
	large, _ := timed("large", "A", 1e24, 0, budget)
	f := newForecast(p, []*Cell{next, large})
	f.finished(next, rn)
	if left, unknown := f.left(80 * time.Second); unknown != 0 || left.Round(time.Millisecond) != 85*time.Second {
		t.Errorf("%v left, %d unknown", left, unknown)
	}
}
