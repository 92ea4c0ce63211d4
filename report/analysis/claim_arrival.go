package analysis

import "gpcbench/harness/record"

// arrivals are when methods come to a value of a metric such as the NLL: below the final one of a
// method that they are held against, or else within 1% of their own final one. Times are on the
// clock of the report, or iterations where the claim counts those. The figure is the geometric
// mean of the least and the most that the median over repeats can be, with the interval of
// [Experiment.timesFaster].
func (p *Experiment) arrivals(c Claim) []effect {
	clock := p.clockOf(c)
	var out []effect
	for _, q := range p.pairs(c) {
		of, than := p.records(c, q)
		if q.than == "" {
			than = of
		}
		var least, most []float64
		for _, both := range sameRepeats(of, than) {
			if m, ok := arrival(both[0], both[1], clock, c.Metric, q.than == ""); ok {
				least, most = append(least, m.After), append(most, m.By)
			}
		}
		if len(least) == 0 {
			continue
		}
		e := effect{at: q.at, method: q.method, than: q.than, repeats: len(least)}
		e.ofRace(Ratio{medianInterval(least), medianInterval(most)})
		out = append(out, e)
	}
	return out
}

// arrival is when a fit comes to the end of a target, which may be its own, false where one of
// them has no trace.
func arrival(r, target record.Record, clock, metric string, own bool) (Moment, bool) {
	course, end := stepsOf(r, clock, metric), stepsOf(target, clock, metric)
	if len(course.x) == 0 || len(end.x) == 0 {
		return Moment{}, false
	}
	limit := end.y[len(end.y)-1]
	if own {
		limit *= 1 + ReachMargin
	}
	return runner{course: course, setUp: setUp(r, clock)}.reach(limit), true
}
