package analysis

import (
	"math"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// until returns the experiment as it would be if every fit had ended after some seconds
// on the clock of the report.
func (p *Experiment) until(seconds float64) *Experiment {
	clock, _ := p.Clock()
	out := *p
	out.asOf = func(r record.Record) record.Record { return until(r, clock, seconds) }
	return &out
}

// ReadAt is the time, in seconds, that a table reads every fit at: infinite where it is a share of
// a budget that no fit has.
func (p *Experiment) ReadAt(t spec.Table) float64 {
	if t.AtSeconds > 0 {
		return float64(t.AtSeconds)
	}
	largest := 0.0
	for _, r := range p.OfCells() {
		largest = max(largest, r.Options.BudgetSeconds())
	}
	if largest == 0 {
		return math.Inf(1)
	}
	return t.AtBudget * largest
}

// until returns a record as of the last point of its trace up to some seconds on a clock; the points may
// not be in the order of that clock. Before the first point it has no metrics.
func until(r record.Record, clock string, seconds float64) record.Record {
	whole := r
	r = r.Ordered(func(p record.Point) float64 { return abscissa(whole, p, clock) })
	n := 0
	for p := range r.Points() {
		if abscissa(whole, p, clock) > seconds {
			break
		}
		n++
	}
	r = r.First(n)
	var last record.Point
	for p := range r.Points() {
		last = p
	}
	r.Metrics, r.Timing = last.Metrics, record.Timing{}
	if n > 0 {
		r.Timing = record.Timing{Clock: whole.Timing.Clock, WallSeconds: last.Seconds, CPUSeconds: abscissa(whole, last, CPUSeconds), Iterations: last.Iteration}
	}
	return r
}
