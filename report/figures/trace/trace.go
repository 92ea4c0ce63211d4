package trace

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/wording"
)

// Kind is curves of metrics against time.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "trace", Read: read},
	Draw:       newFigure, From: "a trace of its metrics",
}

// options are the keys that a trace alone has.
type options struct {
	whole       bool // the vertical axis shows all values, also early ones that squeeze the rest
	logarithmic bool // the vertical axes are
	// ends has the caption say which curves are flat at their end, and which end because a fit
	// has spent its budget.
	ends bool
	// tints is an option of which every value has a curve in each series, from pale for the first
	// to the full colour for the last; empty: none.
	tints   string
	overlay bool // the metrics share one panel, a curve each
	// differencesFrom is a label; a second row of panels, with columns one for each metric, has
	// the others' differences from it, repeat by repeat. Empty: none.
	differencesFrom string
	// columns is what the columns of panels of one figure are for, "variant" or an option, with a
	// row for each metric and axes in common; empty: a figure for each combination, with its
	// metrics side by side.
	columns string
	// zoom are, with columns, labels whose curves have a second row for each metric to themselves,
	// in which other curves leave the range.
	zoom []string
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	f.X, f.Y, f.Summary = t.OneOf("x", "seconds", spec.Times...), t.Metrics("y"), t.Summary()
	t.Need("y", `["nll"]`)
	t.NeedTraces("y", f.Y)
	t.Renamed("shades", "tints")
	t.Renamed("together", "overlay")
	f.Options = options{
		whole: t.Flag("whole"), logarithmic: t.Flag("logarithmic"), ends: t.Flag("ends"), overlay: t.Flag("overlay"),
		tints: t.Dimension("tints", ""), columns: t.Dimension("columns", ""),
		differencesFrom: t.Label("differences_from"), zoom: t.Labels("zoom"),
	}
	for key, others := range map[string][]string{
		"logarithmic": {"columns", "overlay", "differences_from"}, "overlay": {"columns", "tints"},
		"differences_from": {"tints", "overlay", "series"}, "columns": {"tints"},
	} {
		for _, other := range others {
			if t.Has(key) && t.Has(other) {
				t.Problem(key, "a trace has %s without %s", key, strings.Join(others, ", "))
				break
			}
		}
	}
	if t.Has("zoom") && !t.Has("columns") {
		t.Problem("zoom", "zoom is for a trace with columns")
	}
}

// optionsOf returns them.
func optionsOf(f spec.Figure) options {
	o, _ := f.Options.(options)
	return o
}

// noisy says whether a metric may be a minibatch's, as the objective, so that its last values do
// not tell whether it is flat.
func noisy(metric string) bool { return metric == "objective" }

// changing says whether the curve of a series is known not to be flat at its end.
func (m *tracedMetric) changing(value string) bool {
	is := slices.ContainsFunc(m.curves, func(c analysis.Curve) bool { return c.Name == value && !c.Flat })
	return is && !noisy(m.metric.Name) && !slices.Contains(m.flat, value)
}

// verticalRange chooses the range of the vertical axis. Early values may be
// many times worse than what the curves come to: if showing them would squeeze
// the last third of the curves, in log time, into less than half of the height,
// the range ends at twice the later range, and cut is true. Early values that
// are better than later ones are always shown, and all are if whole is set.
func verticalRange(curves []analysis.Curve, higherIsBetter, whole bool) (r analysis.Span, cut bool) {
	full, late := analysis.Nothing, analysis.Nothing
	for _, c := range curves {
		if !math.IsNaN(c.Before) {
			full = full.Include(c.Before)
		}
		end := c.X[len(c.X)-1]
		from := end * math.Cbrt(c.X[0]/end)
		for i := range c.X {
			full = full.Include(c.Low[i]).Include(c.High[i])
			if c.X[i] >= from {
				late = late.Include(c.Low[i]).Include(c.High[i])
			}
		}
	}
	if whole {
		late = full
	}
	width := late.High - late.Low
	if width == 0 {
		width = max(math.Abs(late.High)*0.1, 1e-3)
	}
	r = full
	if !higherIsBetter && full.High > late.High+width {
		r.High, cut = late.High+width, true
	}
	if higherIsBetter && full.Low < late.Low-width {
		r.Low, cut = late.Low-width, true
	}
	margin := 0.04 * (r.High - r.Low)
	if margin == 0 {
		margin = 0.1 * width
	}
	low := r.Low - margin
	if r.Low >= 0 {
		low = max(low, 0)
	}
	return analysis.Span{Low: low, High: r.High + margin}, cut
}

// tracedMetric is the curves of one metric and what is said of them.
type tracedMetric struct {
	metric  metrics.Metric
	curves  []analysis.Curve
	looks   []drawing.Style // of the curves
	powers  bool            // the vertical axis is logarithmic
	changes []string        // over the last half of a fit, by series
	flat    []string        // series that hardly change there, where the figure asks for it
	cut     bool            // the axis leaves early values out
}

// newFigure draws a metric or more against time, a panel each, on the
// clock of the report.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	x := f.X
	if x == "seconds" {
		x, _ = p.Clock()
	}
	if optionsOf(f).columns != "" {
		return traceGrid(p, f, at, x)
	}
	var all []tracedMetric
	var curves []analysis.Curve
	for _, metric := range f.Y {
		if m := newTracedMetric(p, f, at, x, metric); len(m.curves) > 0 {
			m.powers = optionsOf(f).logarithmic && !math.IsInf(m.floor(), 1)
			all, curves = append(all, m), append(curves, m.curves...)
		}
	}
	if len(all) == 0 {
		return nil, figure.Words{}
	}
	if optionsOf(f).overlay {
		return together(f, figure.AxisOfTime(x), all)
	}
	var panels []*plot.Plot
	time := analysis.TimeRange(curves)
	for i := range all {
		var y analysis.Span
		y, all[i].cut = all[i].verticalRange(optionsOf(f).whole)
		panels = append(panels, all[i].panel(figure.AxisOfTime(x), time, y, drawing.PanelWidth))
	}
	rows := [][]*plot.Plot{panels}
	styles := figure.SeriesStyles(p, p.Dimension(f.Series))
	legend := figure.LegendOf(curves, styles)
	said := figure.Words{Guide: traceGuide(f.Summary, curves), Caption: traceCaption(all)}
	if optionsOf(f).tints != "" {
		legend = figure.LegendOf(lastOfEach(curves), styles)
		said = shadedWords(p, f, said, all)
	}
	if optionsOf(f).ends {
		said.Caption += endsCaption(p, f, at, all)
	}
	if optionsOf(f).differencesFrom != "" {
		var lower []*plot.Plot
		for _, m := range all {
			d := newDifference(p, f, at, x, m.metric.Name)
			lower = append(lower, differencePanel(d, x, time, differenceRange(d.curves)))
		}
		rows = append(rows, lower)
		inGrid(rows, nil)
		said.Guide = append(said.Guide, differenceGuide("The lower row", optionsOf(f).differencesFrom))
	}
	return drawing.New(rows, slices.Repeat([]vg.Length{drawing.PanelHeight}, len(rows)), vg.Length(len(panels))*drawing.PanelWidth, legend), said
}

// newTracedMetric summarises the traces of a metric, a curve for each series.
func newTracedMetric(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, x, metric string) tracedMetric {
	series := p.Dimension(f.Series)
	styles := figure.SeriesStyles(p, series)
	m := tracedMetric{metric: p.Metric(metric)}
	for _, value := range series.Values {
		if optionsOf(f).tints != "" {
			curves, looks := shadedCurves(p, f, at.With(series.Key, value), value, styles[value], x, metric)
			m.curves, m.looks = append(m.curves, curves...), append(m.looks, looks...)
			continue
		}
		records := p.Group(at.With(series.Key, value)).OK
		c, ok := analysis.NewCurve(value, records, x, metric, f.Summary)
		if !ok {
			continue
		}
		m.curves, m.looks = append(m.curves, c), append(m.looks, styles[value])
		if change, ok := analysis.LastHalf(records, x, metric); ok && !c.Flat && !noisy(metric) {
			m.changes = append(m.changes, signed(change)+" ("+value+")")
			if optionsOf(f).ends && analysis.Settled(change, c.Y[len(c.Y)-1]) {
				m.flat = append(m.flat, value)
			}
		}
	}
	return m
}

// verticalRange chooses the range of values of the vertical axis.
func (m *tracedMetric) verticalRange(whole bool) (r analysis.Span, cut bool) {
	if !m.powers {
		return verticalRange(m.curves, m.metric.HigherIsBetter, whole)
	}
	curves := slices.Clone(m.curves)
	for i, c := range curves {
		curves[i].Y, curves[i].Low, curves[i].High = m.heights(c.Y), m.heights(c.Low), m.heights(c.High)
		curves[i].Before = m.height(c.Before)
	}
	r, cut = verticalRange(curves, m.metric.HigherIsBetter, whole)
	return analysis.Span{Low: math.Pow(10, r.Low), High: math.Pow(10, r.High)}, cut
}

// height is where a value lies on the vertical axis. What is not positive lies at the foot of
// a logarithmic one.
func (m *tracedMetric) height(v float64) float64 {
	if !m.powers {
		return v
	}
	return math.Log10(max(v, m.floor()))
}

// touchesZero says whether the foot of a logarithmic axis stands for values of 0.
func (m tracedMetric) touchesZero() bool {
	return m.powers && slices.ContainsFunc(m.curves, func(c analysis.Curve) bool {
		return slices.ContainsFunc(c.Y, func(v float64) bool { return v <= 0 })
	})
}

// heights is height of all values.
func (m *tracedMetric) heights(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = m.height(v)
	}
	return out
}

// floor is half the least positive value of the curves, infinite if there is none.
func (m *tracedMetric) floor() float64 {
	least := math.Inf(1)
	for _, c := range m.curves {
		for _, v := range c.Y {
			if v > 0 {
				least = min(least, v/2)
			}
		}
	}
	return least
}

// traceGuide says how figures of traces are read, as far as curves need it.
func traceGuide(summary string, curves []analysis.Curve) []string {
	what := "means"
	if summary == "median" {
		what = "medians"
	}
	guide := []string{
		"Curves are " + what + " over repeats with one standard error.",
		"A curve begins at the median of its repeats' first points. A repeat that begins later counts with its first value, one that has ended with its last.",
	}
	if !slices.ContainsFunc(curves, func(c analysis.Curve) bool { return c.Repeats > 1 }) {
		guide = nil
	}
	if slices.ContainsFunc(curves, func(c analysis.Curve) bool { return !math.IsNaN(c.Before) }) {
		guide = append(guide, "A thin vertical line comes down from the value before training, when every class has the same probability.")
	}
	if slices.ContainsFunc(curves, func(c analysis.Curve) bool { return c.Flat }) {
		guide = append(guide, "A dashed horizontal line is where the baseline ends, or a method that is fitted in one go.")
	}
	return guide
}

// traceCaption says what is particular to a figure.
func traceCaption(all []tracedMetric) string {
	var starts, cuts, ends []string
	repeats := map[int]bool{}
	for _, m := range all {
		title := m.metric.Title
		for _, c := range m.curves {
			repeats[c.Repeats] = true
		}
		if i := slices.IndexFunc(m.curves, func(c analysis.Curve) bool { return !math.IsNaN(c.Before) }); i >= 0 {
			starts = append(starts, title+" "+wording.Short(m.curves[i].Before, 3))
		}
		if m.cut {
			cuts = append(cuts, title)
		}
		if len(m.changes) > 0 {
			ends = append(ends, title+" by "+strings.Join(m.changes, ", "))
		}
	}
	changes := "the value changes" // of one fit, of which there is no mean
	if len(repeats) != 1 || !repeats[1] {
		changes = "the mean changes"
	}
	var sentences []string
	if slices.ContainsFunc(all, tracedMetric.touchesZero) {
		sentences = append(sentences, "Values of 0 lie at the foot of the logarithmic axis.")
	}
	if len(repeats) == 1 {
		for n := range repeats {
			sentences = append(sentences, wording.Plural(n, "repeat")+".")
		}
	}
	for _, part := range []struct {
		head, separator string
		items           []string
	}{
		{"Before training", ", ", starts}, {"Early values are cut off", ", ", cuts}, {"Over the last half of a fit " + changes, "; ", ends},
	} {
		if len(part.items) > 0 {
			sentences = append(sentences, part.head+": "+strings.Join(part.items, part.separator)+".")
		}
	}
	return strings.Join(sentences, " ")
}

// panel draws the curves over a range of time and of values, on so much width.
func (m *tracedMetric) panel(label string, time, y analysis.Span, width vg.Length) *plot.Plot {
	panel := drawing.NewPanel(label, m.metric.Axis)
	curves, looks := slices.Clone(m.curves), slices.Clone(m.looks)
	for i, c := range curves {
		if c.Flat {
			curves[i], looks[i].Dashes = across(c, time), drawing.Dashed
		}
		panel.Add(drawing.Band(figure.Logarithms(curves[i].X), m.heights(curves[i].Low), m.heights(curves[i].High), looks[i]))
	}
	var lines []plotter.XYs
	for i, c := range curves {
		stroke := drawing.LineWidth
		if c.Flat {
			stroke = drawing.ThinLine
		}
		if !math.IsNaN(c.Before) {
			start, before := math.Log10(c.X[0]), m.height(c.Before)
			panel.Add(drawing.Line(plotter.XYs{{X: math.Log10(time.Low), Y: before}, {X: start, Y: before}, {X: start, Y: m.height(c.Y[0])}}, looks[i], drawing.ThinLine))
		}
		points := make(plotter.XYs, len(c.X))
		for k := range c.X {
			points[k] = plotter.XY{X: math.Log10(c.X[k]), Y: m.height(c.Y[k])}
		}
		panel.Add(drawing.Line(points, looks[i], stroke))
		lines = append(lines, points)
	}
	if note, ok := beforeBeyond(curves, y); ok {
		note.Clear = lines
		panel.Add(note)
	}
	panel.X.Min, panel.X.Max = math.Log10(time.Low), math.Log10(time.High)
	panel.Y.Min, panel.Y.Max = m.height(y.Low), m.height(y.High)
	marks := drawing.LinearTicks(y.Low, y.High, 5)
	if m.powers {
		marks = drawing.LogTicks(y.Low, y.High)
	}
	panel.Y.Tick.Marker = plot.ConstantTicks(marks)
	panel.X.Tick.Marker = plot.ConstantTicks(figure.TicksOfTime(panel, time, width, marks))
	return panel
}

// beforeBeyond returns what is to be said of the value before training where
// the range of the vertical axis leaves it out.
func beforeBeyond(curves []analysis.Curve, y analysis.Span) (note drawing.Beyond, ok bool) {
	for _, c := range curves {
		if c.Before > y.High || c.Before < y.Low {
			return drawing.Beyond{Text: wording.Short(c.Before, 2) + " before training", Below: c.Before < y.Low}, true
		}
	}
	return drawing.Beyond{}, false
}

// across returns a curve of one point as a level line over a range of time.
func across(c analysis.Curve, time analysis.Span) analysis.Curve {
	c.X, c.Y = []float64{time.Low, time.High}, []float64{c.Y[0], c.Y[0]}
	c.Low, c.High = []float64{c.Low[0], c.Low[0]}, []float64{c.High[0], c.High[0]}
	return c
}

// signed writes a change with two significant digits, to at most four decimals.
func signed(v float64) string {
	digits := 4
	if size := math.Abs(v); size >= 1e-3 {
		digits = max(1-int(math.Floor(math.Log10(size))), 0)
	}
	if text := fmt.Sprintf("%+.*f", digits, v); strings.Trim(text, "+-0.") != "" {
		return text
	}
	return "0"
}
