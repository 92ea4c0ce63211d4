package replication

import (
	"math"
	"slices"

	"gpcbench/report/analysis"
)

// effect is the figure of one case, in logarithms where the statistic has them.
type effect struct {
	at               analysis.Coordinates // with the data set
	method, than     string
	value, low, high float64 // low and high are NaN where there is no interval
	// ends are those of the interval of another coverage; nil where it rests on no distribution.
	ends    func(coverage float64) (low, high float64)
	repeats int
	over    string   // what the interval is over, where that is not repeats
	notes   []string // what has to be known of this case
}

func (e effect) hasInterval() bool { return !math.IsNaN(e.low) && !math.IsNaN(e.high) }

// bounded returns a case of repeats that are all alike, and so have no interval, with one of no
// width.
func (e effect) bounded() effect {
	if e.repeats > 1 && math.IsNaN(e.low) {
		e.low, e.high = e.value, e.value
	}
	return e
}

// standings say how the cases stand to a claim. Where all stand alike by their own intervals,
// that is how they stand. Otherwise some of many would by chance: then each is told by an
// interval of the coverage 1 - 0.05/n, so that all n hold together in 95% (Bonferroni).
func (r region) standings(effects []effect) []string {
	var own, joint []string
	coverage := 1 - (1-analysis.Level)/float64(len(effects))
	for _, e := range effects {
		own = append(own, r.stands(e.value, e.low, e.high))
		low, high := e.low, e.high
		if e.ends != nil {
			low, high = e.ends(coverage)
		}
		joint = append(joint, r.stands(e.value, low, high))
	}
	if len(slices.Compact(slices.Clone(own))) == 1 {
		return own
	}
	return joint
}

// standsOverall says how the figure of all cases lies to the region. Where some cases have an interval
// and it has none, for another is of a single fit, whose spread is not known, the cases tell alone.
func (r region) standsOverall(effects []effect, value, low, high float64) string {
	if math.IsNaN(low) && slices.ContainsFunc(effects, effect.hasInterval) {
		return StandsOpen
	}
	return r.stands(value, low, high)
}
