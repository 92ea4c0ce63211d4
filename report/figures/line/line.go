package line

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/wording"
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
	said := "One repeat, with 95% intervals over its test rows where a metric has them."
	for _, metric := range f.Y {
		var curves []curve
		for k, value := range series.Values {
			c := curve{style: styles[value]}
			for i, x := range dodge(positions, k, len(series.Values)) {
				s := analysis.Summarise(p.Group(at.With(series.Key, value).With(axis.Key, axis.Values[i])).OK, metric, f.Summary)
				if s.N > 0 {
					c.points = append(c.points, point{x, s})
				}
				if s.N > 1 {
					said = wording.Capital(f.Summary) + " over repeats, with 95% intervals."
				}
			}
			if len(c.points) > 0 {
				slices.SortStableFunc(c.points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
				curves, legend = append(curves, c), figure.Named(legend, value, styles)
			}
		}
		if len(curves) > 0 {
			panels = append(panels, panelOf(metrics.Get(metric), axis, positions, curves))
		}
	}
	if len(panels) == 0 {
		return nil, figure.Words{}
	}
	return drawing.Row(panels, drawing.PanelHeight, legend), figure.Words{Guide: []string{said}}
}

// curve is a series of a panel, in the order of its points' places.
type curve struct {
	style  drawing.Style
	points []point
}

type point struct {
	x float64
	analysis.Summary
}

// panelOf draws a metric. The vertical axis is logarithmic of a cost which grows at least fourfold
// along an axis that is: a power is a straight line there.
func panelOf(m metrics.Metric, axis analysis.Dimension, positions []float64, curves []curve) *plot.Plot {
	panel := drawing.NewPanel(axisTitle(axis.Key), m.Axis)
	values, all := analysis.Nothing, analysis.Nothing // without intervals and with them
	for _, c := range curves {
		for _, q := range c.points {
			values = values.Include(q.Value)
			if !math.IsNaN(q.Low) {
				all = all.Include(q.Low).Include(q.High)
			}
		}
	}
	all = all.Include(values.Low).Include(values.High)
	margin, height := max(0.06*(all.High-all.Low), 1e-6), func(v float64) float64 { return v }
	low, high := all.Low-margin, all.High+margin
	if m.Cost {
		low, high = 0, 1.06*all.High
	}
	marks := drawing.LinearTicks(low, high, 5)
	if m.Cost && isLogarithmic(numbersOf(axis.Values)) && values.Low > 0 && values.High >= 4*values.Low {
		least, most := values.Low/1.3, all.High*1.3
		height = func(v float64) float64 { return math.Log10(max(v, least)) }
		low, high, marks = height(least), height(most), drawing.LogTicks(least, most)
	}
	panel.Y.Min, panel.Y.Max, panel.Y.Tick.Marker = low, high, plot.ConstantTicks(marks)
	for _, c := range curves {
		var line plotter.XYs
		for _, q := range c.points {
			line = append(line, plotter.XY{X: q.x, Y: height(q.Value)})
			if !math.IsNaN(q.Low) {
				panel.Add(drawing.Line(plotter.XYs{{X: q.x, Y: height(q.Low)}, {X: q.x, Y: height(q.High)}}, drawing.Style{Color: c.style.Color}, 0.8))
			}
		}
		panel.Add(drawing.Line(line, c.style, drawing.LineWidth), drawing.Points(line, c.style, 1.9))
	}
	panel.X.Min, panel.X.Max = around(positions)
	var ticks []plot.Tick
	for i, x := range axis.Values {
		if spec.IsSize(axis.Key) {
			x = shortSize(x)
		}
		ticks = append(ticks, plot.Tick{Value: positions[i], Label: x})
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
	case record.InducingOption:
		return "Inducing points"
	case spec.Size:
		return "Rows of the table"
	case spec.Width:
		return "Attributes"
	case spec.Classes:
		return "Classes or labels"
	case record.BatchOption:
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
