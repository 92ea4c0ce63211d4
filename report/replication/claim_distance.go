package replication

import (
	"slices"

	"gpcbench/report/analysis"
)

// nearerBy are by how much methods are nearer to the reference than others: the mean over
// test rows i, of all repeats together, of |b_i - r_i| - |a_i - r_i|, with the normal
// interval of a mean over rows. It tells of other rows of the same split, not of others.
func (p *Experiment) nearerBy(c Claim) []effect {
	k := slices.IndexFunc(analysis.Quantities, func(q analysis.Quantity) bool { return q.Metric == c.Metric })
	if k < 0 {
		return nil
	}
	var out []effect
	for _, q := range p.pairs(c) {
		of, than := p.records(c, q)
		var d []float64
		repeats := 0
		for _, both := range sameRepeats(of, than) {
			a, ok := p.Matches[both[0].ID]
			b, also := p.Matches[both[1].ID]
			if !ok || !also {
				continue
			}
			x, y := a.Distances(analysis.Quantities[k]), b.Distances(analysis.Quantities[k])
			if len(x) != len(y) {
				continue
			}
			repeats++
			for i := range x {
				d = append(d, y[i]-x[i])
			}
		}
		if len(d) < 2 {
			continue
		}
		e := effect{at: q.at, method: q.method, than: q.than, repeats: repeats}
		e.ofRows(d)
		out = append(out, e)
	}
	return out
}

// ofRows takes the mean of differences at test rows, with its normal interval.
func (e *effect) ofRows(d []float64) {
	s := analysis.SummariseValues(d, "", "mean")
	e.ofTestRows(s.Value, s.SE)
}
