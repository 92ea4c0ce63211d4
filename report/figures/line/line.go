package line

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/wording"
)

// Kind is metrics against an option, N, D or K.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "line", Read: read},
	Draw:       newFigure, From: "its metrics",
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	f.X, f.Y, f.Summary = t.Dimension("x", "", spec.Sizes...), t.Metrics("y"), t.Summary()
	t.Need("x", `"inducing"`)
	t.Need("y", `["nll"]`)
}

// newFigure draws a metric or more against an option, N, D or K, a panel each, with 95%
// intervals. The axis of a cost starts at 0, or is logarithmic.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	series, axis := p.Dimension(f.Series), p.Dimension(f.X)
	styles, positions := figure.SeriesStyles(p, series), positionsOf(axis.Values)
	var panels []*plot.Plot
	var legend []drawing.Entry
	single := true
	for _, metric := range f.Y {
		panel := linePanel{metric: metric, axis: axis, positions: positions}
		for k, value := range series.Values {
			beside := dodge(positions, k, len(series.Values))
			c := lineCurve{style: styles[value]}
			for i, x := range axis.Values {
				s := analysis.Summarise(p.Group(at.With(series.Key, value).With(axis.Key, x)).OK, metric, f.Summary)
				if s.N == 0 {
					continue
				}
				single = single && s.N == 1
				c.points = append(c.points, linePoint{beside[i], s})
			}
			if len(c.points) == 0 {
				continue
			}
			slices.SortStableFunc(c.points, func(a, b linePoint) int { return cmp.Compare(a.x, b.x) })
			panel.curves = append(panel.curves, c)
			legend = figure.Named(legend, value, styles)
		}
		if len(panel.curves) > 0 {
			panels = append(panels, panel.draw(p.Metric(metric).Axis))
		}
	}
	if len(panels) == 0 {
		return nil, figure.Words{}
	}
	return drawing.Row(panels, drawing.PanelHeight, legend), figure.Words{Guide: []string{lineCaption(f, single)}}
}

// lineCaption says what the points of a figure are.
func lineCaption(f spec.Figure, single bool) string {
	if single {
		return "One repeat, with 95% intervals over its test rows where a metric has them."
	}
	return wording.Capital(f.Summary) + " over repeats, with 95% intervals."
}

// linePanel is a metric against an axis.
type linePanel struct {
	metric    string
	axis      analysis.Dimension
	positions []float64 // of the axis' values
	curves    []lineCurve
}

// lineCurve is a series of a panel, in the order of its points' places.
type lineCurve struct {
	style  drawing.Style
	points []linePoint
}

type linePoint struct {
	x       float64
	summary analysis.Summary
}

// spans is the range of a panel's values, with their intervals if asked for.
func (l linePanel) spans(intervals bool) analysis.Span {
	y := analysis.Nothing
	for _, c := range l.curves {
		for _, q := range c.points {
			y = y.Include(q.summary.Value)
			if intervals && !math.IsNaN(q.summary.Low) {
				y = y.Include(q.summary.Low).Include(q.summary.High)
			}
		}
	}
	return y
}

// powers says whether the vertical axis is logarithmic: that of a cost which grows at least
// fourfold along an axis that is, where a power is a straight line.
func (l linePanel) powers() bool {
	y := l.spans(false)
	return metrics.Get(l.metric).Cost && isLogarithmic(numbersOf(l.axis.Values)) && y.Low > 0 && y.High >= 4*y.Low
}

// draw returns the panel.
func (l linePanel) draw(title string) *plot.Plot {
	panel := drawing.NewPanel(axisTitle(l.axis.Key), title)
	y, place := l.spans(true), func(v float64) float64 { return v }
	margin := max(0.06*(y.High-y.Low), 1e-6)
	low, high := y.Low-margin, y.High+margin
	if metrics.Get(l.metric).Cost {
		low, high = 0, 1.06*y.High
	}
	marks := drawing.LinearTicks(low, high, 5)
	if l.powers() {
		least, most := l.spans(false).Low/1.3, y.High*1.3
		place = func(v float64) float64 { return math.Log10(max(v, least)) }
		low, high, marks = place(least), place(most), drawing.LogTicks(least, most)
	}
	panel.Y.Min, panel.Y.Max = low, high
	panel.Y.Tick.Marker = plot.ConstantTicks(marks)
	for _, c := range l.curves {
		var points plotter.XYs
		for _, q := range c.points {
			points = append(points, plotter.XY{X: q.x, Y: place(q.summary.Value)})
			if !math.IsNaN(q.summary.Low) {
				panel.Add(drawing.Line(plotter.XYs{{X: q.x, Y: place(q.summary.Low)}, {X: q.x, Y: place(q.summary.High)}}, drawing.Style{Color: c.style.Color}, 0.8))
			}
		}
		panel.Add(drawing.Line(points, c.style, drawing.LineWidth), drawing.Points(points, c.style, 1.9))
	}
	panel.X.Min, panel.X.Max = around(l.positions)
	var ticks []plot.Tick
	for i, x := range l.axis.Values {
		if spec.IsSize(l.axis.Key) {
			x = shortSize(x)
		}
		ticks = append(ticks, plot.Tick{Value: l.positions[i], Label: x})
	}
	panel.X.Tick.Marker = plot.ConstantTicks(drawing.Untouched(ticks, panel.X.Min, panel.X.Max, drawing.AxisWidth(drawing.PanelWidth, marks)))
	return panel
}

// positionsOf places the values of an option: as numbers, or as their
// logarithms if all are positive and the largest is at least eight times the
// smallest, or evenly in their order if one is not a number.
func positionsOf(values []string) []float64 {
	out := numbersOf(values)
	switch {
	case out == nil:
		for i := range values {
			out = append(out, float64(i))
		}
	case isLogarithmic(out):
		return figure.Logarithms(out)
	}
	return out
}

// numbersOf returns the values of an option as numbers, nil if one is none.
func numbersOf(values []string) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		x, ok := analysis.NumberOf(v)
		if !ok || strings.HasSuffix(v, "%") != strings.HasSuffix(values[0], "%") {
			return nil
		}
		out[i] = x
	}
	return out
}

// isLogarithmic says whether numbers are placed by their logarithms.
func isLogarithmic(x []float64) bool {
	return len(x) > 0 && slices.Min(x) > 0 && slices.Max(x) >= 8*slices.Min(x)
}

// around leaves some room at both ends of the axis.
func around(positions []float64) (low, high float64) {
	low, high = slices.Min(positions), slices.Max(positions)
	margin := 0.05 * (high - low)
	if margin == 0 {
		margin = 1
	}
	return low - margin, high + margin
}

// dodge moves the positions of the k-th of n series a little aside, so that
// its intervals do not hide those of the others.
func dodge(positions []float64, k, n int) []float64 {
	const step = 0.012 // of the axis
	low, high := around(positions)
	out := make([]float64, len(positions))
	for i, x := range positions {
		out[i] = x + step*(high-low)*(float64(k)-float64(n-1)/2)
	}
	return out
}

// axisTitle is what an axis calls an option.
func axisTitle(key string) string {
	switch key {
	case "inducing":
		return "Inducing points"
	case spec.Size:
		return "Rows of the table"
	case spec.Width:
		return "Attributes"
	case spec.Classes:
		return "Classes or labels"
	case "batch":
		return "Rows in a minibatch"
	}
	return key
}

// shortSize writes what sizeText wrote so that it fits below an axis: 11M.
func shortSize(text string) string {
	for _, unit := range []struct{ zeros, name string }{{",000,000", "M"}, {",000", "k"}} {
		if short, round := strings.CutSuffix(text, unit.zeros); round {
			return short + unit.name
		}
	}
	return text
}
