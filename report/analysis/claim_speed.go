package analysis

import (
	"fmt"
	"math"
)

// timesFaster are how many times as long others take as methods to the target that they
// share, the worse of their final values of a metric such as the NLL ([Race]), or the better
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
		pairs := pairsOf(of, than, clock, c.Metric)
		e := effect{at: q.at, method: q.method, than: q.than}
		r := newRace(pairs, Targets[0].choose)
		if r.Harder() > 0 {
			e.notes = append(e.notes, "the target is the better of the two final NLLs where the worse is met without training")
		}
		if e.repeats = len(r.Times[0]); e.repeats == 0 {
			continue
		}
		e.ofRace(r.Ratio())
		if c.Clock == "" && r.startUpMatters() {
			e.notes = append(e.notes, fmt.Sprintf("without the start-up the ratio of times changes by a factor of more than %g", muchElse))
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
func (e *effect) ofRace(r Ratio) {
	least, most := math.Log(r.Least.Median), math.Log(r.Most.Median)
	e.low, e.high = math.Log(r.Least.Low), math.Log(r.Most.High)
	if math.IsNaN(e.low) {
		e.low, e.high, e.over = least, most, OverTraces
	}
	e.value = r.middle()
}

// middle is the logarithm of the geometric mean of the least and the most, or of the one of
// them that is neither 0 nor infinite.
func (r Ratio) middle() float64 {
	least, most := math.Log(r.Least.Median), math.Log(r.Most.Median)
	switch {
	case math.IsInf(least, -1):
		return most
	case math.IsInf(most, 1):
		return least
	}
	return (least + most) / 2
}

// muchElse is by how many times a ratio differs from another that says much else.
const muchElse = 1.5

// startUpMatters says whether the ratio is much else when what comes before the first
// iteration does not count.
func (r Race) startUpMatters() bool {
	return math.Abs(r.RatioOfLearning().middle()-r.Ratio().middle()) > math.Log(muchElse)
}
