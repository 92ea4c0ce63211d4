package statistic

import (
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

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
