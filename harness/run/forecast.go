package run

import (
	"time"

	"gpcbench/harness/plan"
	"gpcbench/harness/record"
)

// forecast is what a run knows about the time that its cells take.
type forecast struct {
	pools map[plan.Similar]*pool
	spent float64 // seconds of training of the cells that this run has finished
}

// pool is the cells of one data set and label, measured by their cost.
type pool struct {
	seconds, done float64 // time and cost of finished cells
	left          float64 // cost of the cells left
	cells         int     // number of the cells left
}

// newForecast returns a forecast for the cells in a queue, based on the finished ones among cells.
func newForecast(cells []*plan.Cell, records *record.Set, queue []*plan.Cell) *forecast {
	f := &forecast{pools: map[plan.Similar]*pool{}}
	for _, c := range cells {
		if c.State == plan.Done {
			r, _ := records.Of(c.ID)
			f.pool(c).add(c, r)
		}
	}
	for _, c := range queue {
		f.pool(c).left += c.Cost
		f.pool(c).cells++
	}
	return f
}

func (f *forecast) pool(c *plan.Cell) *pool {
	at := plan.Similar{Dataset: c.Dataset, Label: c.Label}
	if f.pools[at] == nil {
		f.pools[at] = &pool{}
	}
	return f.pools[at]
}

// add counts a finished cell.
func (p *pool) add(c *plan.Cell, r record.Record) {
	p.seconds += r.Timing.WallSeconds
	p.done += c.Cost
}

// finished moves a cell that this run has finished from the cells left to the finished ones, if it is ok.
func (f *forecast) finished(c *plan.Cell, r record.Record) {
	f.remove(c)
	if r.Status == record.OK {
		f.pool(c).add(c, r)
		f.spent += r.Timing.WallSeconds
	}
}

// remove takes a cell that this or another run has finished out of the cells left.
func (f *forecast) remove(c *plan.Cell) {
	f.pool(c).left -= c.Cost
	f.pool(c).cells--
}

// left estimates the remaining time of a run from its elapsed time, and returns the number of cells
// without an estimate. The time of a cell per cost is that of others of its data set and label, or
// else of its label: the times of other methods say nothing about it. The ratio of elapsed time to
// training time accounts for parallel cells, and for work other than training.
func (f *forecast) left(elapsed time.Duration) (left time.Duration, unknown int) {
	labels := map[string]*pool{}
	for similar, p := range f.pools {
		if labels[similar.Label] == nil {
			labels[similar.Label] = &pool{}
		}
		labels[similar.Label].seconds += p.seconds
		labels[similar.Label].done += p.done
	}
	var seconds float64
	for similar, p := range f.pools {
		rate := p
		if rate.done == 0 {
			rate = labels[similar.Label]
		}
		if rate.done == 0 || f.spent == 0 {
			unknown += p.cells
			continue
		}
		seconds += p.left * rate.seconds / rate.done
	}
	if f.spent == 0 {
		return 0, unknown
	}
	return time.Duration(float64(elapsed) * seconds / f.spent), unknown
}
