package analysis

import (
	"cmp"
	"maps"
	"slices"

	"gpcbench/harness/record"
)

// joinRefits removes the cells that exist only for another cell's curve, and makes their ends points of its trace.
func (p *Experiment) joinRefits() {
	all := p.Cells
	isRefit := func(c *record.Planned) bool { return c.Refit != "" }
	if !slices.ContainsFunc(all, isRefit) {
		return
	}
	p.Cells = slices.DeleteFunc(slices.Clone(all), isRefit)
	p.Refits = slices.DeleteFunc(slices.Clone(all), func(c *record.Planned) bool { return c.Refit == "" })
	joined := map[string]record.Record{}
	for _, c := range p.Cells {
		if r, _ := p.Record(c.ID); len(c.Refits) > 0 && r.Status == record.OK {
			joined[c.ID] = p.withRefits(r, c.Refits)
		}
	}
	p.ownRecords()
	maps.Copy(p.Records, joined)
}

// withRefits is a record whose trace also has the ends of fits with parts of its budget. It skips fits that took
// as long as the whole fit, and it skips all of them if the trace was scored on the way.
func (p *Experiment) withRefits(r record.Record, refits []string) record.Record {
	trace := pointsOf(r)
	end, ok := endOf(trace)
	if !ok {
		return r
	}
	for _, id := range refits {
		if rec, _ := p.Record(id); rec.Status == record.OK {
			point, ok := endOf(pointsOf(rec))
			if ok && point.Seconds < end.Seconds && point.Iteration <= end.Iteration {
				point.CPU = rec.Timing.CPUSeconds
				trace = append(trace, point)
			}
		}
	}
	slices.SortStableFunc(trace, func(a, b record.Point) int {
		return cmp.Or(cmp.Compare(a.Seconds, b.Seconds), cmp.Compare(a.Iteration, b.Iteration))
	})
	r.Trace = trace
	return r
}

// pointsOf are the points of a record's trace, to keep.
func pointsOf(r record.Record) (out []record.Point) {
	for p := range r.Points() {
		p.Metrics = maps.Clone(p.Metrics)
		if p.Objective != nil {
			p.Objective = new(*p.Objective)
		}
		out = append(out, p)
	}
	return out
}

// endOf is the one point of a trace that is scored; false where it is not one.
func endOf(trace []record.Point) (end record.Point, ok bool) {
	scored := 0
	for _, p := range trace {
		if len(p.Metrics) > 0 {
			end = p
			scored++
		}
	}
	return end, scored == 1
}

// Planned is the number of cells of the plan, with those of curves.
func (p *Experiment) Planned() int { return len(p.Cells) + len(p.Refits) }
