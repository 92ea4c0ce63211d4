package trace

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// newDifference is how the curves of a metric differ from that of the figure's label.
func newDifference(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, x, metric string) tracedMetric {
	styles := figure.SeriesStyles(p, p.Dimension(f.Series))
	records := func(label string) analysis.Group { return p.Group(at.With("label", label)) }
	d := tracedMetric{metric: p.Metric(metric)}
	for _, label := range p.Dimension("label").Values {
		if label == optionsOf(f).differencesFrom {
			continue
		}
		if c, ok := analysis.NewDifference(label, records(label).OK, records(optionsOf(f).differencesFrom).OK, x, metric, f.Summary); ok {
			d.curves, d.looks = append(d.curves, c), append(d.looks, styles[label])
		}
	}
	d.metric.Axis = "Method minus " + optionsOf(f).differencesFrom
	return d
}

// differencePanel draws differences, and where there is none.
func differencePanel(d tracedMetric, x string, time, y analysis.Span) *plot.Plot {
	panel := d.panel(figure.AxisOfTime(x), time, y, drawing.PanelWidth)
	panel.Add(drawing.ZeroLine(panel))
	return panel
}

// differenceGuide says how a row of differences is read.
func differenceGuide(row, from string) string {
	return fmt.Sprintf("%s is the mean of the differences from %s in the same repeat, with one standard error: what a fold does to all methods is not in it.", row, document.Escape(from))
}

// differenceRange chooses the range of an axis of differences: that of the last third of the
// curves, in log time, and 0, with half as much again above and below as far as curves go there.
func differenceRange(curves []analysis.Curve) analysis.Span {
	full, late := analysis.Nothing.Include(0), analysis.Nothing.Include(0)
	for _, c := range curves {
		end := c.X[len(c.X)-1]
		from := end * math.Cbrt(c.X[0]/end)
		for i := range c.X {
			full = full.Include(c.Low[i]).Include(c.High[i])
			if c.X[i] >= from {
				late = late.Include(c.Low[i]).Include(c.High[i])
			}
		}
	}
	width := max(late.High-late.Low, 1e-6)
	return analysis.Span{Low: max(full.Low, late.Low-width/2) - 0.04*width, High: min(full.High, late.High+width/2) + 0.04*width}
}
