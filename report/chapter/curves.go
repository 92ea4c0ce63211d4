package chapter

import (
	"maps"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
)

// axesOfTime are the axes that a reader chooses from.
var axesOfTime = []string{"seconds", analysis.CPUSeconds, "iteration"}

// curveFacts returns the curves of every label and setting, each once: variants share
// cells.
func curveFacts(p *analysis.Experiment) []document.Curve {
	var out []document.Curve
	seen := map[string]bool{}
	for _, metric := range tracedMetrics(p) {
		for _, at := range analysis.Combinations(p.Rest()) {
			group := p.Group(at).OK
			key := metric + "\x00" + cellsOf(group)
			if len(group) == 0 || seen[key] {
				continue
			}
			seen[key] = true
			c := document.Curve{Place: placeOf(p, having(at, group[0])), Metric: metric, Lines: map[string]document.Line{}}
			for _, x := range axesOfTime {
				if curve, ok := analysis.NewCurve("", group, x, metric, "mean"); ok {
					c.Repeats, c.Lines[x] = curve.Repeats, lineOf(curve)
				}
			}
			if len(c.Lines) == 0 {
				continue
			}
			out = append(out, c)
		}
	}
	return out
}

// having leaves of coordinates the options that a record has: others do not tell it apart.
func having(at analysis.Coordinates, r record.Record) analysis.Coordinates {
	out := maps.Clone(at)
	maps.DeleteFunc(out, func(key, _ string) bool {
		_, has := r.Options[key]
		return !has && key != "dataset" && key != "label" && key != spec.VariantKey && !spec.IsSize(key)
	})
	return out
}

// cellsOf names the cells of records.
func cellsOf(records []record.Record) string {
	var ids []string
	for _, r := range records {
		ids = append(ids, r.ID)
	}
	return strings.Join(ids, " ")
}

// tracedMetrics returns the metrics of tables and figures of which there are traces.
func tracedMetrics(p *analysis.Experiment) []string {
	out := p.Scores()
	for _, f := range p.Spec.Figures {
		if f.Traces() {
			out = append(out, f.Y...)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(m string) bool { return !metrics.Get(m).Traced })
}

// every is how many points of a curve one on the page stands for: more are not seen.
const every = 3

// lineOf returns every third point of a curve, the last among them, rounded to what can be seen.
func lineOf(c analysis.Curve) document.Line {
	last := len(c.X) - 1
	first := last % every
	line := document.Line{From: rounded(c.X[first], 5), To: rounded(c.X[last], 5)}
	spread := false
	for i := first; i <= last; i += every {
		line.Values = append(line.Values, rounded(c.Y[i], 4))
		line.Errors = append(line.Errors, rounded(c.High[i]-c.Y[i], 2))
		spread = spread || c.High[i] > c.Y[i]
	}
	if !spread {
		line.Errors = nil
	}
	return line
}
