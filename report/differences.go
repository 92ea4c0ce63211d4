package report

import (
	"math"

	"gonum.org/v1/plot"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
)

// differencePanels draws how curves differ from that of one label, a panel for each metric.
func differencePanels(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, x string, time analysis.Span, all []tracedMetric) []*plot.Plot {
	styles := seriesStyles(p, p.Dimension(f.Series))
	records := func(label string) analysis.Group { return p.Group(at.With("label", label)) }
	var panels []*plot.Plot
	for _, m := range all {
		d := tracedMetric{metric: m.metric}
		for _, label := range p.Dimension("label").Values {
			if label == f.DifferencesFrom {
				continue
			}
			if c, ok := analysis.NewDifference(label, records(label).OK, records(f.DifferencesFrom).OK, x, m.metric.Name, f.Summary); ok {
				d.curves, d.looks = append(d.curves, c), append(d.looks, styles[label])
			}
		}
		d.metric.Axis = "Minus " + f.DifferencesFrom
		panel := d.panel(axisOfTime(x), time, differenceRange(d.curves))
		panel.Add(zeroLine(panel))
		panels = append(panels, panel)
	}
	return panels
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
