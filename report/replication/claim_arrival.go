package replication

import "gpcbench/report/analysis"

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
			if m, ok := analysis.Arrival(both[0], both[1], clock, c.Metric, q.than == ""); ok {
				least, most = append(least, m.After), append(most, m.By)
			}
		}
		if len(least) == 0 {
			continue
		}
		e := effect{at: q.at, method: q.method, than: q.than, repeats: len(least)}
		e.ofRace(analysis.Ratio{Least: analysis.MedianInterval(least), Most: analysis.MedianInterval(most)})
		out = append(out, e)
	}
	return out
}
