package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// gridPoints is the number of points that curves are read at.
const gridPoints = 240

// curve is a series of a trace figure: a summary over repeats, read on a grid.
type curve struct {
	name         string
	style        style
	x            []float64
	y, low, high []float64
	flat         bool // one point only: the baseline, or a method that is fitted in one go
	repeats      int
}

// abscissa returns where a point of a record's trace lies on the axis x:
// "iteration", "seconds" or [cpuSeconds].
func abscissa(r record.Record, p record.Point, x string) float64 {
	switch x {
	case "iteration":
		return float64(p.Iteration)
	case cpuSeconds:
		return p.Seconds / load(r)
	}
	return p.Seconds
}

// steps is one repeat's trace of a metric: after x[i] the value is y[i] until
// x[i+1].
type steps struct{ x, y []float64 }

// stepsOf reads a trace. Points at time 0 have no place on a log axis and are
// left out.
func stepsOf(r record.Record, x, metric string) steps {
	var s steps
	for _, p := range r.Trace {
		t := abscissa(r, p, x)
		if v, ok := metrics.Get(metric).At(p); ok && t > 0 {
			s.x, s.y = append(s.x, t), append(s.y, v)
		}
	}
	return s
}

// at returns the value at time t, which is not before the first point.
func (s steps) at(t float64) float64 {
	i, found := slices.BinarySearch(s.x, t)
	for found && i+1 < len(s.x) && s.x[i+1] == t {
		i++
	}
	if !found {
		i--
	}
	return s.y[i]
}

// newCurve summarises the traces of repeats on a grid that is even in log
// time, from when all repeats have a value to when the last one ends; one that
// has stopped keeps its last value. The band is one standard error.
func newCurve(name string, st style, records []record.Record, x, metric, summary string) (curve, bool) {
	c := curve{name: name, style: st, flat: true}
	var all []steps
	start, end := 0.0, 0.0
	for _, r := range records {
		s := stepsOf(r, x, metric)
		if len(s.x) == 0 {
			continue
		}
		if last := len(s.x) - 1; r.Method == baseline {
			s = steps{s.x[last:], s.y[last:]}
		}
		all = append(all, s)
		start, end = max(start, s.x[0]), max(end, s.x[len(s.x)-1])
		c.flat = c.flat && len(s.x) == 1
	}
	c.repeats = len(all)
	if len(all) == 0 {
		return c, false
	}
	n := gridPoints
	if c.flat || start >= end {
		n = 1
	}
	for i := range n {
		t := end
		if i < n-1 {
			t = start * math.Pow(end/start, float64(i)/float64(n-1))
		}
		values := make([]float64, len(all))
		for j, s := range all {
			values[j] = s.at(t)
		}
		s := summarise(values, metric, summary)
		se := s.SE
		if math.IsNaN(se) {
			se = 0
		}
		c.x, c.y = append(c.x, t), append(c.y, s.Value)
		c.low, c.high = append(c.low, s.Value-se), append(c.high, s.Value+se)
	}
	return c, true
}

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

// traceFigure draws a metric or more against time, a panel each.
func (p *project) traceFigure(f spec.Figure, at coordinates) (*drawing, string) {
	series := p.dimension(f.Series)
	styles := p.styles(series)
	var panels []*plot.Plot
	var legend []legendEntry
	var cuts, ends []string
	repeats := map[int]bool{}
	for _, metric := range f.Y {
		var curves []curve
		var changes []string
		for _, value := range series.values {
			g := p.group(at.with(series.key, value))
			if c, ok := newCurve(value, styles[value], g.ok, f.X, metric, f.Summary); ok {
				curves = append(curves, c)
				repeats[c.repeats] = true
				if change, ok := lastHalf(g.ok, f.X, metric); ok && !c.flat && metric != "objective" {
					changes = append(changes, value+" "+signed(change))
				}
				if !slices.ContainsFunc(legend, func(e legendEntry) bool { return e.name == value }) {
					legend = append(legend, legendEntry{name: value, style: styles[value]})
				}
			}
		}
		if len(curves) == 0 {
			continue
		}
		panel, cut := tracePanel(f, metric, curves)
		panels = append(panels, panel)
		if cut {
			cuts = append(cuts, metrics.Get(metric).Title)
		}
		if len(changes) > 0 {
			ends = append(ends, metrics.Get(metric).Title+": "+strings.Join(changes, ", "))
		}
	}
	if len(panels) == 0 {
		return nil, ""
	}
	caption := "Mean over repeats with one standard error"
	if f.Summary == "median" {
		caption = "Median over repeats with one standard error"
	}
	if len(repeats) == 1 {
		for n := range repeats {
			caption += fmt.Sprintf(" (%s)", plural(n, "repeat"))
			if n == 1 {
				caption = "One repeat"
			}
		}
	}
	caption += "; a fit that has ended keeps its last value. A horizontal line is where a method that needs no curve ends: the baseline, or one that is fitted in one go."
	for _, c := range cuts {
		caption += " The vertical axis of " + c + " is cut where early values would squeeze the rest."
	}
	if len(ends) > 0 {
		caption += " Changes over the last half of a fit, in the mean over repeats: " + strings.Join(ends, "; ") + "."
	}
	return newDrawing([][]*plot.Plot{panels}, []vg.Length{panelHeight}, vg.Length(len(panels))*panelWidth, legend), caption
}

func tracePanel(f spec.Figure, metric string, curves []curve) (*plot.Plot, bool) {
	label := "Training time (s)"
	if f.X == "iteration" {
		label = "Iteration"
	}
	panel := newPanel(label, metrics.Get(metric).Axis)
	x := nothing
	for _, c := range curves {
		if !c.flat || !slices.ContainsFunc(curves, func(c curve) bool { return !c.flat }) {
			x = x.include(c.x[0]).include(c.x[len(c.x)-1])
		}
	}
	if x.low == x.high {
		x = span{x.low / 2, x.high * 2}
	}
	y, cut := verticalRange(curves, metrics.Get(metric).HigherIsBetter, f.Whole)
	for _, c := range curves {
		if c.flat {
			c.x, c.y = []float64{x.low, x.high}, []float64{c.y[0], c.y[0]}
			c.low, c.high = []float64{c.low[0], c.low[0]}, []float64{c.high[0], c.high[0]}
			c.style.dashes = dashed
		}
		panel.Add(band(logarithms(c.x), c.low, c.high, c.style))
	}
	for _, c := range curves {
		points := make(plotter.XYs, len(c.x))
		for i := range c.x {
			points[i] = plotter.XY{X: math.Log10(c.x[i]), Y: c.y[i]}
		}
		width := lineWidth
		if c.flat {
			points = plotter.XYs{{X: math.Log10(x.low), Y: c.y[0]}, {X: math.Log10(x.high), Y: c.y[0]}}
			c.style.dashes, width = dashed, 0.9
		}
		panel.Add(line(points, c.style, width))
	}
	panel.X.Min, panel.X.Max = math.Log10(x.low), math.Log10(x.high)
	panel.X.Tick.Marker = plot.ConstantTicks(logTicks(x.low, x.high))
	panel.Y.Min, panel.Y.Max = y.low, y.high
	panel.Y.Tick.Marker = plot.ConstantTicks(linearTicks(y.low, y.high, 5))
	return panel, cut
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
