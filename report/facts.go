package report

import (
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/page"
	"gpcbench/report/replication"
)

// chapterOf is a report as a part of the page over all.
func chapterOf(c *page.Context, r *Report) document.Chapter {
	p := c.Experiment
	out := document.Chapter{Facts: factsOf(c, r), Document: r.Document}
	out.Exploration = document.Exploration{Methods: methodFacts(p), Curves: curveFacts(p), Comparisons: comparisonFacts(p.First())}
	out.Facts.Metrics = metricFacts(p, out)
	out.Facts.Curves, out.Facts.Comparisons = len(out.Exploration.Curves), len(out.Exploration.Comparisons)
	return out
}

// factsOf says what the page over all reports needs to know of one.
func factsOf(of *page.Context, r *Report) document.Facts {
	p := of.Experiment
	f := document.Facts{Experiment: r.Name, Profile: r.Profile, Paper: of.Paper, Cite: of.Cite, Title: r.Title, Done: r.Done, Planned: r.Planned, Failed: r.Failed}
	f.Datasets, f.Labels, f.Inducing = p.Dimension("dataset").Values, p.Labels, p.Dimension("inducing").Values
	for _, c := range replication.Counts(r.Verdicts).Numbers {
		f.Verdicts = append(f.Verdicts, document.Count{Verdict: c.Verdict, Numbers: c.N})
	}
	f.Beside = page.BesideText(r.Verdicts)
	for _, d := range r.Waiting {
		f.Waiting = append(f.Waiting, d.Name)
	}
	for _, o := range r.Claims {
		f.Claims = append(f.Claims, page.ClaimFact(o))
	}
	for _, a := range of.Advice {
		f.Advice = append(f.Advice, a.Sentences()...)
	}
	f.Numbers = numberFacts(p, r.Verdicts)
	f.Speeds = speedFacts(of.Tables)
	return f
}

// methodFacts returns the looks of labels.
func methodFacts(p *analysis.Experiment) []document.Method {
	styles := figure.StylesOf(p.Spec.Methods)
	var out []document.Method
	for _, label := range p.Labels {
		m := document.Method{Label: label, Color: hex(styles[label].Color)}
		for _, d := range styles[label].Dashes {
			m.Dashes = append(m.Dashes, float64(d))
		}
		out = append(out, m)
	}
	return out
}

// hex writes a colour, black as none: it is the colour of text.
func hex(c color.NRGBA) string {
	if c == drawing.Black {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// metricFacts names the metrics that a chapter mentions, in the order of the table of
// metrics.
func metricFacts(p *analysis.Experiment, chapter document.Chapter) []document.Metric {
	used := map[string]bool{}
	for _, c := range chapter.Exploration.Curves {
		used[c.Metric] = true
	}
	for _, c := range chapter.Exploration.Comparisons {
		used[c.Metric] = true
	}
	for _, n := range chapter.Facts.Numbers {
		used[n.Metric] = true
	}
	var out []document.Metric
	for _, m := range metrics.All {
		if used[m.Name] {
			m = p.Metric(m.Name)
			out = append(out, document.Metric{Name: m.Name, Title: m.Title, Axis: m.Axis, HigherIsBetter: m.HigherIsBetter})
		}
	}
	return out
}

// placeOf returns coordinates as the page has them.
func placeOf(p *analysis.Experiment, at analysis.Coordinates) document.Place {
	out := document.Place{Dataset: at["dataset"], Method: at["label"], Inducing: at["inducing"]}
	if name := at[spec.VariantKey]; name != "" {
		out.Variant = p.VariantTitle(name)
	}
	rest := maps.Clone(at)
	for _, key := range []string{"dataset", "label", "inducing", spec.VariantKey} {
		delete(rest, key)
	}
	out.Other = analysis.Describe(rest)
	return out
}

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

// comparisonFacts returns the comparisons of all pairs of labels; where the report gives
// advice, which is on many methods and data sets, those by the loss alone.
func comparisonFacts(p *analysis.Experiment) []document.Comparison {
	var out []document.Comparison
	for _, c := range p.Pairwise() {
		if p.Spec.Advice && c.Metric != p.Worth().Loss {
			continue
		}
		out = append(out, document.Comparison{
			Place: placeOf(p, c.At), Metric: c.Metric, First: c.A, Second: c.B, Repeats: c.Repeats, Mean: rounded(c.Test.Mean, 3),
			Low: figure3(c.Test.Low), High: figure3(c.Test.High), P: figure3(c.Test.P), Adjusted: figure3(c.Adjusted), Effect: figure3(c.Effect),
		})
	}
	return out
}

// numberFacts returns the published numbers, and words that have a verdict, with ours, by the
// reading and in the column that is counted.
func numberFacts(p *analysis.Experiment, verdicts []replication.Verdict) []document.Number {
	var out []document.Number
	for _, v := range verdicts {
		published, err := strconv.ParseFloat(v.Published, 64)
		word := ""
		if err != nil {
			published, word = 0, v.Published
		}
		if word != "" && v.Verdict == "" || v.Ours == nil || !v.Counted() {
			continue
		}
		n := document.Number{Place: placeOf(p, p.Several(v.At).With("dataset", v.At["dataset"])), Metric: v.Metric, Published: published, Word: word, Ours: rounded(*v.Ours, 4), Verdict: v.Verdict}
		n.Method = v.At["label"]
		if v.Tolerance != nil {
			n.Tolerance = figure3(*v.Tolerance)
		}
		out = append(out, n)
	}
	return out
}

// speedFacts returns the ratios of training times, ours and the paper's.
func speedFacts(tables [][]replication.Table) []document.Speed {
	var out []document.Speed
	for _, b := range slices.Concat(tables...) {
		for _, t := range b.TimeRatios() {
			out = append(out, document.Speed{Place: document.Place{Dataset: t.Row, Variant: b.Variant}, Slow: t.Slow, Fast: t.Fast, Ours: rounded(t.Ours, 3), Papers: rounded(t.Papers, 3), Busy: t.Busy})
		}
	}
	return out
}

// rounded keeps some significant digits of a number.
func rounded(x float64, digits int) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x
	}
	return out
}

// figure3 is a number of three digits, nil where it is none that JSON has.
func figure3(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	out := rounded(x, 3)
	return &out
}
