package replication

import (
	"fmt"
	"math"

	"gpcbench/report/analysis"
)

// timesFaster are how many times as long others take as methods to the target that they
// share, the worse of their final values of a metric such as the NLL ([analysis.Race]), or the better
// in repeats where the untrained model meets the worse. The figure is the geometric mean of the least and the most that the
// ratio's median over repeats can be, and the interval reaches from the low end of the
// least to the high end of the most; below six repeats it is what the points of the
// traces leave open. Times are on the clock of the report, or iterations where
// the claim counts those.
func (p *Experiment) timesFaster(c Claim) []effect {
	clock := p.clockOf(c)
	var out []effect
	for _, q := range p.pairs(c) {
		of, than := p.records(c, q)
		e := effect{at: q.at, method: q.method, than: q.than}
		r := analysis.RaceToWorse(of, than, clock, c.Metric)
		if r.Harder() > 0 {
			e.notes = append(e.notes, "the target is the better of the two final NLLs where the worse is met without training")
		}
		if e.repeats = len(r.Times[0]); e.repeats == 0 {
			continue
		}
		e.ofRace(r.Ratio())
		if c.Clock == "" && r.StartUpMatters() {
			e.notes = append(e.notes, fmt.Sprintf("without the start-up the ratio of times changes by a factor of more than %g", analysis.MuchElse))
		}
		out = append(out, e)
	}
	return out
}

// clockOf is the clock that a claim reads: that of the report, or iterations where it counts those.
func (p *Experiment) clockOf(c Claim) string {
	if c.Clock != "" {
		return c.Clock
	}
	clock, _ := p.Clock()
	return clock
}

// OverTraces is [Outcome.Over] where an interval is no sampling's: it is what the points of the
// traces leave open.
const OverTraces = "points of the traces"

// ofRace takes a ratio of times.
func (e *effect) ofRace(r analysis.Ratio) {
	least, most := math.Log(r.Least.Median), math.Log(r.Most.Median)
	e.low, e.high = math.Log(r.Least.Low), math.Log(r.Most.High)
	if math.IsNaN(e.low) {
		e.low, e.high, e.over = least, most, OverTraces
	}
	e.value = r.Middle()
}
