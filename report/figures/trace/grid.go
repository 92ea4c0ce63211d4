package trace

import (
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/wording"
)

// worthZoom is the share of a row's range below which a row of a part of it shows more.
const worthZoom = 0.75

// traceGrid draws traces as a grid: a column for each value of what the figure's columns
// are for, a row for each metric and below it, if the figure zooms in on some curves or has
// differences, others. All columns have the same axes.
func traceGrid(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, x string) (*drawing.Figure, figure.Words) {
	columns := columnsOf(p, f)
	rows := gridRows(p, f, at, columns, x)
	var curves []analysis.Curve
	for _, row := range rows {
		curves = append(curves, curvesOf(row, nil)...)
	}
	if len(curves) == 0 {
		return nil, figure.Words{}
	}
	time := analysis.TimeRange(curves)
	var panels [][]*plot.Plot
	zoomed := false
	for _, row := range rows {
		of := metricPanels(row, f, x, time)
		zoomed = zoomed || len(of) > 1
		panels = append(panels, of...)
		if optionsOf(f).differencesFrom != "" {
			panels = append(panels, differenceRow(p, f, at, columns, x, row[0].metric.Name, time))
		}
	}
	var titles []string
	for _, value := range columns {
		titles = append(titles, p.Described(analysis.Coordinates{optionsOf(f).columns: value}))
	}
	inGrid(panels, titles)
	legend := figure.LegendOf(curves, figure.SeriesStyles(p, p.Dimension(f.Series)))
	said := figure.Words{Guide: gridGuide(f, curves, zoomed), Caption: gridCaption(p, f, at, columns, titles, rows)}
	return drawing.New(panels, slices.Repeat([]vg.Length{drawing.PanelHeight}, len(panels)), vg.Length(len(columns))*drawing.PanelWidth, legend), said
}

// gridRows returns the traces of a grid by metric and column.
func gridRows(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, columns []string, x string) [][]tracedMetric {
	var rows [][]tracedMetric
	for _, metric := range f.Y {
		var row []tracedMetric
		for _, value := range columns {
			row = append(row, newTracedMetric(p, f, at.With(optionsOf(f).columns, value), x, metric))
		}
		rows = append(rows, row)
	}
	return rows
}

// metricPanels draws the row of a metric and, where the figure zooms in and that shows more,
// one below it. It notes in row which curves are cut.
func metricPanels(row []tracedMetric, f spec.Figure, x string, time analysis.Span) [][]*plot.Plot {
	y, cut := verticalRange(curvesOf(row, nil), row[0].metric.HigherIsBetter, optionsOf(f).whole)
	for i := range row {
		row[i].cut = cut
	}
	panels := [][]*plot.Plot{panelsOf(row, x, time, y)}
	if optionsOf(f).zoom == nil {
		return panels
	}
	near, _ := verticalRange(curvesOf(row, optionsOf(f).zoom), row[0].metric.HigherIsBetter, false)
	if near.High-near.Low < worthZoom*(y.High-y.Low) {
		panels = append(panels, panelsOf(row, x, time, near))
	}
	return panels
}

// gridGuide says how a grid is read.
func gridGuide(f spec.Figure, curves []analysis.Curve, zoomed bool) []string {
	guide := traceGuide(f.Summary, curves)
	if zoomed {
		guide = append(guide, "The lower row of a metric, where there are two, is the range of "+wording.And(optionsOf(f).zoom)+".")
	}
	if optionsOf(f).differencesFrom != "" {
		guide = append(guide, differenceGuide("The last row of a metric", optionsOf(f).differencesFrom))
	}
	return guide
}

// differenceRow draws how the curves of a metric differ from that of the figure's label.
func differenceRow(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, columns []string, x, metric string, time analysis.Span) []*plot.Plot {
	var row []tracedMetric
	for _, value := range columns {
		row = append(row, newDifference(p, f, at.With(optionsOf(f).columns, value), x, metric))
	}
	y := differenceRange(curvesOf(row, nil))
	var panels []*plot.Plot
	for _, d := range row {
		panels = append(panels, differencePanel(d, x, time, y))
	}
	return panels
}

// curvesOf returns the curves of a row, of some series or, of nil, of all.
func curvesOf(row []tracedMetric, series []string) []analysis.Curve {
	var out []analysis.Curve
	for _, m := range row {
		for _, c := range m.curves {
			if series == nil || slices.Contains(series, c.Name) {
				out = append(out, c)
			}
		}
	}
	return out
}

// panelsOf draws a row.
func panelsOf(row []tracedMetric, x string, time, y analysis.Span) []*plot.Plot {
	var out []*plot.Plot
	for i := range row {
		out = append(out, row[i].panel(figure.AxisOfTime(x), time, y, drawing.PanelWidth))
	}
	return out
}

// columnsOf returns the values that the columns of a grid are for.
func columnsOf(p *analysis.Experiment, f spec.Figure) []string {
	return slices.DeleteFunc(slices.Clone(p.Dimension(optionsOf(f).columns).Values), func(value string) bool {
		return optionsOf(f).columns == spec.VariantKey && f.Variants != nil && !slices.Contains(f.Variants, value)
	})
}

// inGrid leaves the names of axes to the panels at the edge, and puts the columns' titles
// above. Without titles columns have vertical axes of their own.
func inGrid(panels [][]*plot.Plot, titles []string) {
	for i, row := range panels {
		for j, panel := range row {
			if i < len(panels)-1 {
				panel.X.Label.Text = ""
			}
			if j > 0 && titles != nil {
				panel.Y.Label.Text = ""
			}
			if i == 0 && titles != nil {
				drawing.Entitle(panel, titles[j])
			}
		}
	}
}

// gridCaption is the captions of the columns, one after the other.
func gridCaption(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, columns, titles []string, rows [][]tracedMetric) string {
	var said []string
	for j, value := range columns {
		var all []tracedMetric
		for _, row := range rows {
			if len(row[j].curves) > 0 {
				all = append(all, row[j])
			}
		}
		if len(all) == 0 {
			continue
		}
		text := traceCaption(all)
		if optionsOf(f).ends {
			text += endsCaption(p, f, at.With(optionsOf(f).columns, value), all)
		}
		title := "With " + titles[j]
		if optionsOf(f).columns == spec.VariantKey {
			title = wording.Capital(titles[j])
		}
		said = append(said, title+": "+text)
	}
	return strings.Join(said, " ")
}
