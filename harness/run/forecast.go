package run

import (
	"time"

	"gpcbench/harness/plan"
	"gpcbench/harness/record"
)

// forecast is what a run knows of the time that its cells take.
type forecast struct {
	pools map[plan.Similar]*pool
	spent float64 // seconds of training of the cells that this run has finished
}

// pool is the cells of a data set and a label, measured by what they cost.
type pool struct {
	seconds, done float64 // time and cost of those done
	left          float64 // cost of the others
	cells         int     // others
}

// newForecast returns what those of the cells that are finished say of those in a queue.
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

// add counts a cell that is done.
func (p *pool) add(c *plan.Cell, r record.Record) {
	p.seconds += r.Timing.WallSeconds
	p.done += c.Cost
}

// finished takes a cell that this run is done with out of what is left.
func (f *forecast) finished(c *plan.Cell, r record.Record) {
	f.remove(c)
	if r.Status == record.OK {
		f.pool(c).add(c, r)
		f.spent += r.Timing.WallSeconds
	}
}

// remove takes a cell out of what is left, which this run or another is done with.
func (f *forecast) remove(c *plan.Cell) {
	f.pool(c).left -= c.Cost
	f.pool(c).cells--
}

// left is how long a run goes on that has taken so long, and of how many cells that cannot be
// said. A cell takes as long for its cost as others of its data set and label, or of its label:
// what another method costs tells nothing of it. Cells side by side, and all that is not
// training, are in the elapsed time.
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
