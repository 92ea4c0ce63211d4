// Package statistic has the statistics of claims: ways to tell from records whether what a paper
// says holds. Each is a file with a [Statistic], and All is the one list of them.
package statistic

import (
	"math"
	"slices"
)

// Statistic is a way to tell whether a claim holds: a value with a 95% interval for each case,
// which is a data set, a setting of the grid and a pair of methods.
type Statistic struct {
	Name string

	Keys  []string // of a claim, beside [Keys]
	Needs []string // of these, those without which it says nothing
	Pairs bool     // it takes the records of two methods, which may be of two variants or experiments
	Bare  bool     // it has no metric
	Kept  string   // what an experiment has to keep for it, as [metrics.Metric.Kept] says; empty if nothing

	Logs     bool // values of cases are logarithms
	Directed bool // above 0 the direction is as claimed, if not the size
	OneSided bool // a margin is on the side of what is worse alone
	Timed    bool // it reads the clock
	Traced   bool // figures of traces show it

	Cases    func(p *Records, c Claim) []Case
	Measures func(n Terms) string // what is measured, as a row has it
	Unit     func(c Claim) string // what stands behind a threshold; nil if nothing
}

// All are those there are.
var All = []Statistic{better, noninferior, similar, overlap, ratio, speedup, steadier, frontier, trend, arrival, level, relevance, rise}

// Of returns the statistic of a name, which there must be.
func Of(name string) Statistic { return All[slices.Index(Names(), name)] }

// Names are those of all.
func Names() []string {
	var out []string
	for _, s := range All {
		out = append(out, s.Name)
	}
	return out
}

// Value is that of a case as it is shown.
func (s Statistic) Value(x float64) float64 {
	if s.Logs {
		return math.Exp(x)
	}
	return x
}
