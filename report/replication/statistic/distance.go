package statistic

import (
	"slices"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// distance: by how much methods are nearer to the reference than others.
var distance = Statistic{Name: "distance", Needs: []string{"than"}, Cases: (*Records).nearerBy, Measures: difference}

// nearerBy are by how much methods are nearer to the reference than others: the mean over
// test rows i, of all repeats together, of |b_i - r_i| - |a_i - r_i|, with the normal
// interval of a mean over rows. It tells of other rows of the same split, not of others.
func (p *Records) nearerBy(c Claim) []Case {
	k := slices.IndexFunc(analysis.Quantities, func(q analysis.Quantity) bool { return q.Metric == c.Metric })
	if k < 0 {
		return nil
	}
	return p.cases(c, func(e *Case, of, than []record.Record) bool {
		var d []float64
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
			e.Repeats++
			for i := range x {
				d = append(d, y[i]-x[i])
			}
		}
		if len(d) < 2 {
			return false
		}
		e.ofRows(d)
		return true
	})
}
