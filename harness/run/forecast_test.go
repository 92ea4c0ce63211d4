package run

import (
	"testing"
	"time"

	"gpcbench/harness/plan"
	"gpcbench/harness/record"
)

// timed is a cell with its cost, and the record of a fit that took so long.
func timed(dataset, label string, cost, seconds float64) (*plan.Cell, record.Record) {
	c := &plan.Cell{Setup: &plan.Setup{Cost: cost}, Planned: &record.Planned{Cell: record.Cell{Dataset: dataset, Label: label}}}
	return c, record.Record{Status: record.OK, Timing: record.Timing{WallSeconds: seconds}}
}

// What is left is told by cells of the same data set and label, or of the same label.
func TestForecast(t *testing.T) {
	a1, r1 := timed("small", "A", 10, 2)
	a2, r2 := timed("small", "A", 30, 4)
	a3, _ := timed("large", "A", 400, 0) // as A on small: 6 s for 40
	b, rb := timed("small", "B", 10, 14)
	c, _ := timed("small", "C", 5, 0) // nothing tells
	f := newForecast(nil, nil, []*plan.Cell{a1, a2, a3, b, c})
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

// Fits with one budget cost the same; finished cells count.
func TestForecastOfBudgets(t *testing.T) {
	const budgeted = 1e12
	a, r := timed("small", "A", budgeted, 90)
	a.State = plan.Done
	next, rn := timed("small", "A", budgeted, 80)
	large, _ := timed("large", "A", budgeted, 0)
	done := record.NewSet()
	done.Put(r)
	f := newForecast([]*plan.Cell{a}, done, []*plan.Cell{next, large})
	f.finished(next, rn)
	if left, unknown := f.left(80 * time.Second); unknown != 0 || left.Round(time.Millisecond) != 85*time.Second {
		t.Errorf("%v left, %d unknown", left, unknown)
	}
}
