package analysis

import "math"

// timesFaster are how many times as long others take as methods to the target that they
// share, the worse of their final NLLs ([Race]). The figure is the geometric mean of the
// least and the most that the ratio's median over repeats can be, and the interval
// reaches from the low end of the least to the high end of the most. Times are on the
// clock of the report.
func (p *Experiment) timesFaster(c Claim) []effect {
	clock, _ := p.Clock()
	var out []effect
	for _, q := range p.pairs(c) {
		of, than := p.records(q)
		r := newRace(pairsOf(of, than, clock), Targets[0].choose)
		if len(r.Times[0]) == 0 {
			continue
		}
		ratio := r.Ratio()
		e := effect{at: q.at, method: q.method, than: q.than, repeats: len(r.Times[0])}
		least, most := math.Log(ratio.Least.Median), math.Log(ratio.Most.Median)
		e.value = (least + most) / 2
		e.low, e.high = math.Log(ratio.Least.Low), math.Log(ratio.Most.High)
		if math.IsNaN(e.low) { // too few repeats for an interval of the medians
			e.low, e.high, e.over = least, most, "points of the traces"
		}
		out = append(out, e)
	}
	return out
}
