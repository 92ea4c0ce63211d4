package statistic

import (
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

// Wrong notes what is wrong with a key of a claim.
type Wrong func(key, format string, args ...any)

// needs notes that a statistic says nothing without something that a claim does not have.
func (w Wrong) needs(c Claim, has bool, what string) {
	if !has {
		w("statistic", "the statistic %s needs %s", c.Statistic, what)
	}
}

// Wrong finds what is wrong with the keys of a claim, of which keys are those it has.
func (s Statistic) Wrong(c Claim, keys []string, w Wrong) {
	if !s.Bare && c.Metric == "" {
		w("metric", "the claim has no metric")
	}
	takes := s.Takes()
	for _, key := range keys {
		if !slices.Contains(takes, key) {
			w(key, "unknown key %q of a claim of the statistic %s%s", key, s.Name, spec.Suggest(key, takes))
		}
	}
	if s.Than {
		w.needs(c, len(c.Than) > 0, "than, the methods to compare with")
	}
	if s.Check != nil {
		s.Check(c, w)
	}
}

func needsMargin(c Claim, w Wrong) { w.needs(c, c.Margin != nil, "a margin") }

// needsTarget checks whether a metric can be come down to, and what time is counted in.
func needsTarget(c Claim, w Wrong) {
	if m := metrics.Get(c.Metric); !m.Traced || m.HigherIsBetter {
		w("metric", "targets are of metrics that are traced and better where they are less, and the metric is %q", c.Metric)
	}
	if !slices.Contains([]string{"", "iteration"}, c.Clock) {
		w("clock", "the clock is %q; it must be \"iteration\", or left out for seconds", c.Clock)
	}
}
