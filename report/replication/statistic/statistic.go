// Package statistic has the statistics of claims: ways to tell from records whether what a paper
// says holds. Each is a file with a [Statistic], and All is the one list of them.
package statistic

import (
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
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

// Takes are the keys that a claim may have.
func (s Statistic) Takes() []string {
	out := slices.Concat(Keys, s.Needs, s.Keys)
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

// Check finds what is wrong with the keys of a claim, of which keys are those it has.
func (s Statistic) Check(c Claim, keys []string, wrong func(key, format string, args ...any)) {
	if !s.Bare && c.Metric == "" {
		wrong("metric", "the claim has no metric")
	}
	takes := s.Takes()
	for _, key := range keys {
		if !slices.Contains(takes, key) {
			wrong(key, "unknown key %q of a claim of the statistic %s%s", key, s.Name, spec.Suggest(key, takes))
		}
	}
	for _, key := range s.Needs {
		if !slices.Contains(keys, key) {
			wrong("statistic", "the statistic %s needs %s", s.Name, key)
		}
	}
	for _, w := range []struct {
		key, value string
		known      []string
	}{{"clock", c.Clock, []string{"", "iteration"}}, {"since", c.Since, []string{"", sinceStart, sinceHalf}}, {"direction", c.Direction, []string{"", falls, rises, flat}}} {
		if !slices.Contains(w.known, w.value) {
			wrong(w.key, "%s is %q%s", w.key, w.value, spec.Suggest(w.value, w.known[1:]))
		}
	}
	if (c.Direction == flat) != (c.Direction != "" && c.Margin != nil) {
		wrong("direction", "a trend needs a margin if it is flat, and only then")
	}
	if m := metrics.Get(c.Metric); s.Traced && slices.Contains(s.Keys, "clock") && (!m.Traced || m.HigherIsBetter) {
		wrong("metric", "targets are of metrics that are traced and better where they are less, and the metric is %q", c.Metric)
	}
}
