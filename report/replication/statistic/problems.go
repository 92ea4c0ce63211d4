package statistic

import (
	"fmt"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

// Problems are the errors of a claim that do not depend on its experiment, for its author.
func (c Claim) Problems() (out []string) {
	wrong := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if !slices.Contains(Names(), c.Statistic) {
		wrong("unknown statistic %q%s", c.Statistic, spec.Suggest(c.Statistic, Names()))
		return out
	}
	s := Of(c.Statistic)
	switch m := metrics.Get(c.Metric); {
	case s.Bare:
	case !slices.Contains(metrics.Names(), c.Metric):
		wrong("unknown metric %q%s", c.Metric, spec.Suggest(c.Metric, metrics.Names()))
	case s.Traced && slices.Contains(s.Keys, "clock") && (!m.Traced || m.HigherIsBetter):
		wrong("metric %q is not traced, or more of it is better: there is no time to a target", c.Metric)
	}
	among := func(key, value string, known ...string) {
		if value != "" && !slices.Contains(known, value) {
			wrong("unknown %s %q%s", key, value, spec.Suggest(value, known))
		}
	}
	among("clock", c.Clock, "iteration")
	among("since", c.Since, "start", "half")
	among("direction", c.Direction, "falls", "rises", "flat")
	if (c.Direction == "flat") != (c.Direction != "" && c.Margin != nil) {
		wrong("a trend needs a margin if it is flat, and only then")
	}
	if c.Margin != nil && *c.Margin < 0 {
		wrong("margin = %g is below 0", *c.Margin)
	}
	if c.AtLeast != nil && c.AtMost != nil && *c.AtLeast > *c.AtMost {
		wrong("at_least = %g is above at_most = %g", *c.AtLeast, *c.AtMost)
	}
	if n, m := len(c.Methods), len(c.Than); n > 1 && (m > 1 && n != m || len(c.Also) > 0) {
		wrong("%d methods, %d in than, %d in also: several methods need one in than or one each, and none in also", n, m, len(c.Also))
	}
	return out
}
