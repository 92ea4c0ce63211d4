package trace

import (
	"gonum.org/v1/plot"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// differenceRow draws how the curves of a metric differ from that of the figure's label, and where there is no difference.
func (b *builder) differenceRow(metric string) []*plot.Plot {
	row := b.row(func(at analysis.Coordinates) curves { return b.differences(at, metric) })
	panels := b.draw(row, differenceRange(curvesOf(row)))
	for _, panel := range panels {
		panel.Add(drawing.ZeroLine(panel))
	}
	return panels
}

// differences is how the curves of a metric differ from that of the figure's label.
func (b *builder) differences(at analysis.Coordinates, metric string) curves {
	styles := figure.SeriesStyles(b.p, b.p.Dimension(b.f.Series))
	d := curves{metric: metrics.Get(metric)}
	for _, label := range b.p.Dimension(spec.LabelKey).Values {
		if label == b.differencesFrom {
			continue
		}
		for _, t := range b.tintsOf(at, styles[label]) {
			records := func(label string) []record.Record { return b.p.Group(t.at.With(spec.LabelKey, label)).OK }
			if c, ok := analysis.NewDifference(label, records(label), records(b.differencesFrom), b.x, metric, b.f.Summary); ok {
				d.curves, d.styles = append(d.curves, c), append(d.styles, t.style)
			}
		}
	}
	d.metric.Axis = "Method minus " + b.differencesFrom
	return d
}

// differenceRange chooses the range of an axis of differences: that of the last third of the
// curves, in log time, and 0, with half as much again above and below as far as curves go there.
func differenceRange(of []analysis.Curve) analysis.Span {
	full, late := spans(of)
	full, late = full.Include(0), late.Include(0)
	width := max(late.High-late.Low, 1e-6)
	return analysis.Span{Low: max(full.Low, late.Low-width/2) - 0.04*width, High: min(full.High, late.High+width/2) + 0.04*width}
}
