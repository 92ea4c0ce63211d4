package trace

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/wording"
)

// together draws metrics of one unit in one panel, a curve for each metric of each series.
func together(f spec.Figure, x string, all []tracedMetric) (*drawing.Figure, figure.Words) {
	var joint tracedMetric
	var legend []drawing.Entry
	for _, m := range all {
		name, unit, _ := strings.Cut(strings.TrimSuffix(m.metric.Axis, ")"), " (")
		joint.metric = metrics.Metric{Axis: wording.Capital(unit)}
		for _, c := range m.curves {
			look := drawing.Numbered(len(joint.looks))
			joint.curves, joint.looks = append(joint.curves, c), append(joint.looks, look)
			entry := drawing.Entry{Name: name, Style: look}
			if len(m.curves) > 1 {
				entry.Name = c.Name + ", " + name
			}
			legend = append(legend, entry)
		}
	}
	time := analysis.TimeRange(joint.curves)
	y, cut := verticalRange(joint.curves, false, optionsOf(f).whole)
	for i := range all {
		all[i].cut = cut
	}
	const width = 1.5 * drawing.PanelWidth
	panel := joint.panel(x, time, y, width)
	said := figure.Words{Guide: traceGuide(f.Summary, joint.curves), Caption: traceCaption(all)}
	return drawing.New([][]*plot.Plot{{panel}}, []vg.Length{drawing.PanelHeight}, width, legend), said
}
