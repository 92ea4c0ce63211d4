// Package statistic has the statistics of claims: ways to tell from records whether what a paper
// says holds. Each is a file with a [Statistic], and All is the one list of them.
package statistic

import (
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/report/analysis"
)

// Statistic is a way to tell whether a claim holds: a value with a 95% interval for each case,
// which is a data set, a setting of the grid and a pair of methods.
type Statistic struct {
	Name string

	Keys  []string               // of a claim, beside [Keys]
	Than  bool                   // methods are held against others: it needs the key than
	Pairs bool                   // it takes the records of two methods, which may be of two variants or experiments
	Bare  bool                   // it has no metric
	Kept  string                 // what an experiment has to keep for it, as [metrics.Metric.Kept] says; empty if nothing
	Check func(c Claim, w Wrong) // finds what else is wrong with a claim; nil if nothing can be

	Logs   bool // values of cases are logarithms
	Timed  bool // it reads the clock
	Cases  func(p *Records, c Claim) []Case
	Region func(c Claim) Region

	Measures func(n Terms) string                         // what is measured, as a row has it
	Unit     func(c Claim) string                         // what stands behind a value; nil if nothing
	Traced   bool                                         // figures of traces show it
	Shown    func(p *analysis.Experiment, c Claim) string // the title of the section of a report that is made for it, empty or nil if there is none
}

// All are those there are.
var All = []Statistic{better, noninferior, similar, overlap, distance, ratio, speedup, steadier, frontier, trend, arrival, level, relevance, rise}

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

// Takes are the keys that a claim may have.
func (s Statistic) Takes() []string {
	out := slices.Concat(Keys, s.Keys)
	if s.Than {
		out = append(out, "than")
	}
	if s.Pairs {
		out = append(out, "than_variant", "than_experiment")
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

// Estimate is what a claim comes to over all of its cases, or those of a pair of methods, with a 95%
// interval, as it is shown; NaN where there is none.
type Estimate struct {
	Claim            Claim
	Metric           metrics.Metric // of the claim, as its experiment calls it
	ThanVariant      string         // the title of the variant of those that methods are held against, where it is another
	Value, Low, High float64
	Cases            []Case
}
