package trace

import (
	"strings"

	"gonum.org/v1/plot"

	"gpcbench/harness/metrics"
	"gpcbench/report/drawing"
	"gpcbench/report/wording"
)

// drawOverlay draws metrics of one unit, a row each, in one panel: a curve for each metric of each
// series.
func (b *builder) drawOverlay(rows [][]curves) (panel *plot.Plot, legend []drawing.Entry) {
	var joint curves
	for _, row := range rows {
		m := row[0]
		name, unit, _ := strings.Cut(strings.TrimSuffix(m.metric.Axis, ")"), " (")
		joint.metric = metrics.Metric{Axis: wording.Capital(unit)}
		for _, c := range m.curves {
			entry := drawing.Entry{Name: name, Style: drawing.Numbered(len(legend))}
			if len(m.curves) > 1 {
				entry.Name = c.Name + ", " + name
			}
			joint.curves, joint.styles = append(joint.curves, c), append(joint.styles, entry.Style)
			legend = append(legend, entry)
		}
	}
	group := []curves{joint}
	panels, _ := b.block(group)
	for _, row := range rows {
		row[0].cut = group[0].cut
	}
	return panels[0][0], legend
}
