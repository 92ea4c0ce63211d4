package report

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// together draws metrics of one unit in one panel, a curve for each metric of each series.
func together(f spec.Figure, x string, all []tracedMetric) (*drawing, explanation) {
	var joint tracedMetric
	var legend []legendEntry
	for _, m := range all {
		name, unit, _ := strings.Cut(strings.TrimSuffix(m.metric.Axis, ")"), " (")
		joint.metric = metrics.Metric{Axis: wording.Capital(unit)}
		for _, c := range m.curves {
			look := spare[len(joint.looks)%len(spare)]
			joint.curves, joint.looks = append(joint.curves, c), append(joint.looks, look)
			entry := legendEntry{name: name, style: look}
			if len(m.curves) > 1 {
				entry.name = c.Name + ", " + name
			}
			legend = append(legend, entry)
		}
	}
	time := analysis.TimeRange(joint.curves)
	y, cut := verticalRange(joint.curves, false, f.Whole)
	for i := range all {
		all[i].cut = cut
	}
	panel := joint.panel(x, time, y)
	said := explanation{guide: traceGuide(f.Summary, joint.curves), caption: traceCaption(all)}
	return newDrawing([][]*plot.Plot{{panel}}, []vg.Length{panelHeight}, 1.5*panelWidth, legend), said
}
