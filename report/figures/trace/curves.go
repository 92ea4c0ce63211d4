package trace

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// curves are those of one metric in one panel, and what is said of them.
type curves struct {
	metric metrics.Metric
	curves []analysis.Curve
	styles []drawing.Style // of the curves
	foot   float64         // of a logarithmic vertical axis, where values that are not positive lie; 0: the axis is linear
	cut    bool            // the axis leaves early values out
}

// curves summarises the traces of a metric at some coordinates: a curve for each series or, with
// tints, for each tint of it.
func (b *builder) curves(at analysis.Coordinates, metric string) curves {
	series := b.p.Dimension(b.f.Series)
	styles := figure.SeriesStyles(b.p, series)
	m := curves{metric: metrics.Get(metric)}
	for _, value := range series.Values {
		for _, t := range b.tintsOf(at.With(series.Key, value), styles[value]) {
			c, ok := analysis.NewCurve(value, b.p.Group(t.at).OK, b.x, metric, b.f.Summary)
			if !ok {
				continue
			}
			if b.tints != "" {
				c.Before = math.NaN() // it is the same for all
			}
			m.curves, m.styles = append(m.curves, c), append(m.styles, t.style)
		}
	}
	return m
}

// curvesOf returns the curves of a row.
func curvesOf(row []curves) []analysis.Curve {
	var out []analysis.Curve
	for _, m := range row {
		out = append(out, m.curves...)
	}
	return out
}

// panel draws the curves over a range of time and of values.
func (m *curves) panel(label string, time, y analysis.Span) *plot.Plot {
	panel := drawing.NewPanel(label, m.metric.Axis)
	all, styles := slices.Clone(m.curves), slices.Clone(m.styles)
	for i, c := range all {
		if c.Flat {
			all[i], styles[i].Dashes = across(c, time), drawing.Dashed
		}
		panel.Add(drawing.Band(figure.Logarithms(all[i].X), m.heights(all[i].Low), m.heights(all[i].High), styles[i]))
	}
	for i, c := range all {
		stroke := drawing.LineWidth
		if c.Flat {
			stroke = drawing.ThinLine
		}
		if !math.IsNaN(c.Before) {
			start, before := math.Log10(c.X[0]), m.height(c.Before)
			panel.Add(drawing.Line(plotter.XYs{{X: math.Log10(time.Low), Y: before}, {X: start, Y: before}, {X: start, Y: m.height(c.Y[0])}}, styles[i], drawing.ThinLine))
		}
		points := make(plotter.XYs, len(c.X))
		for k := range c.X {
			points[k] = plotter.XY{X: math.Log10(c.X[k]), Y: m.height(c.Y[k])}
		}
		panel.Add(drawing.Line(points, styles[i], stroke))
	}
	panel.X.Min, panel.X.Max = math.Log10(time.Low), math.Log10(time.High)
	panel.Y.Min, panel.Y.Max = m.height(y.Low), m.height(y.High)
	marks := drawing.LinearTicks(y.Low, y.High, 5)
	if m.foot > 0 {
		marks = drawing.LogTicks(y.Low, y.High)
	}
	panel.Y.Tick.Marker = plot.ConstantTicks(marks)
	panel.X.Tick.Marker = plot.ConstantTicks(figure.TicksOfTime(panel, time, drawing.PanelWidth, marks))
	return panel
}

// across returns a curve of one point as a level line over a range of time.
func across(c analysis.Curve, time analysis.Span) analysis.Curve {
	c.X, c.Y = []float64{time.Low, time.High}, []float64{c.Y[0], c.Y[0]}
	c.Low, c.High = []float64{c.Low[0], c.Low[0]}, []float64{c.High[0], c.High[0]}
	return c
}
