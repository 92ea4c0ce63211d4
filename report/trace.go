package report

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

// span is a range of an axis.
type span struct{ low, high float64 }

func (s span) empty() bool { return !(s.low <= s.high) }

func (s span) include(v float64) span { return span{min(s.low, v), max(s.high, v)} }

var nothing = span{math.Inf(1), math.Inf(-1)}

// verticalRange chooses the range of the vertical axis. Early values may be
// many times worse than what the curves come to: if showing them would squeeze
// the last third of the curves, in log time, into less than half of the height,
// the range ends at twice the later range, and cut is true. Early values that
// are better than later ones are always shown, and all are if whole is set.
func verticalRange(curves []curve, higherIsBetter, whole bool) (r span, cut bool) {
	full, late := nothing, nothing
	for _, c := range curves {
		if !math.IsNaN(c.before) {
			full = full.include(c.before)
		}
		end := c.x[len(c.x)-1]
		from := end * math.Cbrt(c.x[0]/end)
		for i := range c.x {
			full = full.include(c.low[i]).include(c.high[i])
			if c.x[i] >= from {
				late = late.include(c.low[i]).include(c.high[i])
			}
		}
	}
	if whole {
		late = full
	}
	width := late.high - late.low
	if width == 0 {
		width = max(math.Abs(late.high)*0.1, 1e-3)
	}
	r = full
	if !higherIsBetter && full.high > late.high+width {
		r.high, cut = late.high+width, true
	}
	if higherIsBetter && full.low < late.low-width {
		r.low, cut = late.low-width, true
	}
	margin := 0.04 * (r.high - r.low)
	if margin == 0 {
		margin = 0.1 * width
	}
	low := r.low - margin
	if r.low >= 0 {
		low = max(low, 0)
	}
	return span{low, r.high + margin}, cut
}

// tracedMetric is the curves of one metric and what is said of them.
type tracedMetric struct {
	metric  string
	curves  []curve
	changes []string // over the last half of a fit, by series
	flat    []string // series that hardly change there, where the figure asks for it
	cut     bool     // the axis leaves early values out
}

// traceFigure draws a metric or more against time, a panel each, on the
// clock of the report.
func (p *project) traceFigure(f spec.Figure, at coordinates) (*drawing, words) {
	x := f.X
	if x == "seconds" {
		x, _ = p.clock()
	}
	var all []tracedMetric
	var curves []curve
	for _, metric := range f.Y {
		if m := p.tracedMetric(f, at, x, metric); len(m.curves) > 0 {
			all, curves = append(all, m), append(curves, m.curves...)
		}
	}
	if len(all) == 0 {
		return nil, words{}
	}
	var panels []*plot.Plot
	time := timeRange(curves)
	for i := range all {
		panels = append(panels, all[i].panel(axisOfTime(x), time, f.Whole))
	}
	legend := legendOf(curves)
	said := words{traceGuide(f.Summary, curves), traceCaption(all)}
	if f.Shades != "" {
		legend = legendOf(lastOfEach(curves))
		said = p.shadedWords(f, said, all)
	}
	if f.Ends {
		said.caption += p.endsCaption(f, at, all)
	}
	return newDrawing([][]*plot.Plot{panels}, []vg.Length{panelHeight}, vg.Length(len(panels))*panelWidth, legend), said
}

// tracedMetric summarises the traces of a metric, a curve for each series.
func (p *project) tracedMetric(f spec.Figure, at coordinates, x, metric string) tracedMetric {
	series := p.dimension(f.Series)
	styles := p.styles(series)
	m := tracedMetric{metric: metric}
	for _, value := range series.values {
		if f.Shades != "" {
			m.curves = append(m.curves, p.shadedCurves(f, at.with(series.key, value), curve{name: value, style: styles[value]}, x, metric)...)
			continue
		}
		records := p.group(at.with(series.key, value)).ok
		c, ok := newCurve(value, styles[value], records, x, metric, f.Summary)
		if !ok {
			continue
		}
		m.curves = append(m.curves, c)
		if change, ok := lastHalf(records, x, metric); ok && !c.flat && metric != "objective" {
			m.changes = append(m.changes, value+" "+signed(change))
			if f.Ends && settled(change, c.y[len(c.y)-1]) {
				m.flat = append(m.flat, value)
			}
		}
	}
	return m
}

// legendOf names every series once.
func legendOf(curves []curve) []legendEntry {
	var out []legendEntry
	for _, c := range curves {
		if !slices.ContainsFunc(out, func(e legendEntry) bool { return e.name == c.name }) {
			out = append(out, legendEntry{name: c.name, style: c.style})
		}
	}
	return out
}

// traceGuide says how figures of traces are read, as far as curves need it.
func traceGuide(summary string, curves []curve) []string {
	what := "means"
	if summary == "median" {
		what = "medians"
	}
	guide := []string{
		"Curves are " + what + " over repeats with one standard error.",
		"A curve begins at the median of its repeats' first points. A repeat that begins later counts with its first value, one that has ended with its last.",
	}
	if !slices.ContainsFunc(curves, func(c curve) bool { return c.repeats > 1 }) {
		guide = nil
	}
	if slices.ContainsFunc(curves, func(c curve) bool { return !math.IsNaN(c.before) }) {
		guide = append(guide, "A thin vertical line comes down from the value before training, when every class has the same probability.")
	}
	if slices.ContainsFunc(curves, func(c curve) bool { return c.flat }) {
		guide = append(guide, "A dashed horizontal line is where the baseline ends, or a method that is fitted in one go.")
	}
	return guide
}

// traceCaption says what is particular to a figure.
func traceCaption(all []tracedMetric) string {
	var starts, cuts, ends []string
	repeats := map[int]bool{}
	for _, m := range all {
		title := metrics.Get(m.metric).Title
		for _, c := range m.curves {
			repeats[c.repeats] = true
		}
		if i := slices.IndexFunc(m.curves, func(c curve) bool { return !math.IsNaN(c.before) }); i >= 0 {
			starts = append(starts, title+" "+short(m.curves[i].before, 3))
		}
		if m.cut {
			cuts = append(cuts, title)
		}
		if len(m.changes) > 0 {
			ends = append(ends, title+": "+strings.Join(m.changes, ", "))
		}
	}
	var sentences []string
	if len(repeats) == 1 {
		for n := range repeats {
			sentences = append(sentences, plural(n, "repeat")+".")
		}
	}
	for _, part := range []struct {
		head, separator string
		items           []string
	}{
		{"Before training", ", ", starts}, {"Early values are cut off", ", ", cuts}, {"Mean change over the last half of a fit", "; ", ends},
	} {
		if len(part.items) > 0 {
			sentences = append(sentences, part.head+": "+strings.Join(part.items, part.separator)+".")
		}
	}
	return strings.Join(sentences, " ")
}

// axisOfTime is what the horizontal axis is called.
func axisOfTime(x string) string {
	if x == "iteration" {
		return "Iteration"
	}
	return metrics.Get(x).Axis
}

// leftMargin is the share of the horizontal axis before the first curve begins,
// where values before training are drawn.
const leftMargin = 0.04

// panel draws the curves over a range of time.
func (m *tracedMetric) panel(label string, time span, whole bool) *plot.Plot {
	info := metrics.Get(m.metric)
	panel := newPanel(label, info.Axis)
	y, cut := verticalRange(m.curves, info.HigherIsBetter, whole)
	m.cut = cut
	curves := slices.Clone(m.curves)
	for i, c := range curves {
		if c.flat {
			curves[i] = c.across(time)
		}
		panel.Add(band(logarithms(curves[i].x), curves[i].low, curves[i].high, c.style))
	}
	for _, c := range curves {
		width := lineWidth
		if c.flat {
			width = thinLine
		}
		if !math.IsNaN(c.before) {
			start := math.Log10(c.x[0])
			panel.Add(line(plotter.XYs{{X: math.Log10(time.low), Y: c.before}, {X: start, Y: c.before}, {X: start, Y: c.y[0]}}, c.style, thinLine))
		}
		points := make(plotter.XYs, len(c.x))
		for i := range c.x {
			points[i] = plotter.XY{X: math.Log10(c.x[i]), Y: c.y[i]}
		}
		panel.Add(line(points, c.style, width))
	}
	if note, ok := beforeBeyond(curves, y); ok {
		panel.Add(note)
	}
	panel.X.Min, panel.X.Max = math.Log10(time.low), math.Log10(time.high)
	panel.X.Tick.Marker = plot.ConstantTicks(logTicks(time.low, time.high))
	panel.Y.Min, panel.Y.Max = y.low, y.high
	panel.Y.Tick.Marker = plot.ConstantTicks(linearTicks(y.low, y.high, 5))
	return panel
}

// across returns a curve of one point as a dashed line over a range of time.
func (c curve) across(time span) curve {
	c.x, c.y = []float64{time.low, time.high}, []float64{c.y[0], c.y[0]}
	c.low, c.high = []float64{c.low[0], c.low[0]}, []float64{c.high[0], c.high[0]}
	c.style.dashes = dashed
	return c
}

// timeRange is the range of the horizontal axis: that of the curves, of the flat
// ones only if there are no others, with room for what was before.
func timeRange(curves []curve) span {
	out := nothing
	before := false
	for _, c := range curves {
		if !c.flat || !slices.ContainsFunc(curves, func(c curve) bool { return !c.flat }) {
			out = out.include(c.x[0]).include(c.x[len(c.x)-1])
		}
		before = before || !math.IsNaN(c.before)
	}
	if out.low == out.high {
		return span{out.low / 2, out.high * 2}
	}
	if before {
		out.low *= math.Pow(out.low/out.high, leftMargin)
	}
	return out
}

// logarithms returns them, to base 10.
func logarithms(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Log10(v)
	}
	return out
}

// styles gives the values of the series dimension their looks.
func (p *project) styles(series dimension) map[string]style {
	if series.key == "label" {
		return stylesOf(p.Spec.Methods)
	}
	return ordered(series.values)
}
