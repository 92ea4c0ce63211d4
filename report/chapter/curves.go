package chapter

import (
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
)

// How closely a thinned curve follows: to a share of the range of its values, with at most
// so many points.
const (
	thinTolerance = 0.02
	thinMost      = 32
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
			if line, ok := c.Lines[analysis.CPUSeconds]; ok && !unevenLoads(group) {
				line.Steps, line.Values, line.Errors = nil, nil, nil
				c.Lines[analysis.CPUSeconds] = line
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

// unevenLoads says whether curves against CPU seconds and against seconds differ by more than
// a shift: the machine was not equally busy in all fits.
func unevenLoads(group []record.Record) bool {
	loads := analysis.Nothing
	for _, r := range group {
		loads = loads.Include(r.Timing.Load())
	}
	return loads.High > likeLoads*loads.Low
}

// likeLoads is how far loads lie apart that are taken as one: a hundredth of a decade of
// time is not seen.
const likeLoads = 1.03

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

// lineOf thins a curve.
func lineOf(c analysis.Curve) document.Line {
	last := len(c.X) - 1
	line := document.Line{From: rounded(c.X[0], 5), To: rounded(c.X[last], 5), Points: len(c.X)}
	seen, values := asSeen(c.Y), analysis.Nothing
	for _, y := range seen {
		values = values.Include(y)
	}
	spread, before := false, 0
	for _, i := range analysis.Thin(seen, thinTolerance*(values.High-values.Low), thinMost) {
		line.Steps, before = append(line.Steps, i-before), i
		line.Values = append(line.Values, rounded(c.Y[i], 4))
		line.Errors = append(line.Errors, rounded(c.High[i]-c.Y[i], 2))
		spread = spread || c.High[i] > c.Y[i]
	}
	if !spread {
		line.Errors = nil
	}
	return line
}

// asSeen bends the values of a curve so that its bad start does not hide what it comes to:
// linear near its last value, logarithmic beyond the range of its last third.
func asSeen(y []float64) []float64 {
	last, late := y[len(y)-1], analysis.Nothing
	for _, v := range y[2*len(y)/3:] {
		late = late.Include(v)
	}
	unit := max(late.High-late.Low, 1e-3*math.Abs(last), 1e-9)
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = math.Asinh((v - last) / unit)
	}
	return out
}
