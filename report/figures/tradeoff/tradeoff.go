// Package tradeoff draws what a cost buys: a metric against the cost of the fits, as an option goes up.
package tradeoff

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/wording"
)

// Kind is a metric against a cost, a point for each value of an option.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "tradeoff", Read: read},
	Draw:       newFigure, From: "its metric and its cost",
}

// options are the keys that no other kind has.
type options struct{ cost string }

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	f.X, f.Y, f.Summary = t.Dimension("x", ""), t.Metrics("y"), t.Summary()
	f.Options = options{t.OneOf("cost", "cpu_seconds", costs()...)}
	t.Need("x", `"inducing"`)
	t.Need("y", `["nll"]`)
}

// costs are the metrics that a fit costs.
func costs() []string {
	return slices.DeleteFunc(metrics.Names(), func(name string) bool { return !metrics.Get(name).Cost })
}

// newFigure draws a panel for each metric.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	series, along, cost := p.Dimension(f.Series), p.Dimension(f.X), metrics.Get(f.Options.(options).cost)
	styles := figure.SeriesStyles(p, series)
	var panels []*plot.Plot
	var legend []drawing.Entry
	for _, name := range f.Y {
		m := metrics.Get(name)
		var curves []curve
		for _, value := range series.Values {
			c := curve{style: styles[value]}
			for i, v := range along.Values {
				fits := p.Group(at.With(series.Key, value).With(along.Key, v)).OK
				x, y := analysis.Summarise(fits, cost.Name, f.Summary), analysis.Summarise(fits, name, f.Summary)
				if x.N > 0 && x.Value > 0 && y.N > 0 {
					c.points, c.begins = append(c.points, plotter.XY{X: math.Log10(x.Value), Y: y.Value}), c.begins || i == 0
				}
			}
			if len(c.points) > 0 {
				curves, legend = append(curves, c), figure.Named(legend, value, styles)
			}
		}
		if len(curves) > 0 {
			panels = append(panels, panelOf(cost, m, curves))
		}
	}
	if len(panels) == 0 {
		return nil, figure.Words{}
	}
	return drawing.Row(panels, drawing.PanelHeight, legend), figure.Words{Guide: []string{
		wording.Capital(f.Summary) + " over repeats. The points of a curve are " + f.X + " = " + strings.Join(along.Values, ", ") + ", in this order, if they were run. The larger dot is the first."}}
}

// curve is a series of a panel, in the order of the option.
type curve struct {
	style  drawing.Style
	points plotter.XYs // the logarithm of the cost, and the metric
	begins bool        // the first point is of the first value
}

// panelOf draws a metric against the logarithm of a cost.
func panelOf(cost, m metrics.Metric, curves []curve) *plot.Plot {
	panel := drawing.NewPanel(cost.Axis, m.Axis)
	x, y := analysis.Nothing, analysis.Nothing
	for _, c := range curves {
		for _, q := range c.points {
			x, y = x.Include(math.Pow(10, q.X)), y.Include(q.Y)
		}
		panel.Add(drawing.Line(c.points, c.style, drawing.LineWidth), drawing.Points(c.points, c.style, 1.9))
		if c.begins {
			panel.Add(drawing.Points(c.points[:1], c.style, 3))
		}
	}
	x.Low, x.High = x.Low/1.3, x.High*1.3
	margin := max(0.06*(y.High-y.Low), 1e-6)
	marks := drawing.LinearTicks(y.Low-margin, y.High+margin, 5)
	panel.Y.Min, panel.Y.Max, panel.Y.Tick.Marker = y.Low-margin, y.High+margin, plot.ConstantTicks(marks)
	panel.X.Min, panel.X.Max = math.Log10(x.Low), math.Log10(x.High)
	panel.X.Tick.Marker = plot.ConstantTicks(figure.TicksOfTime(panel, x, drawing.PanelWidth, marks))
	return panel
}
