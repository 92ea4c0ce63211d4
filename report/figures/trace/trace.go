package trace

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// Kind is curves of metrics against time.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "trace", Read: read, Gone: gone},
	Draw:       newFigure, From: "a trace of its metrics",
}

// gone are keys of earlier versions, with what to do instead.
var gone = map[string]string{
	"shades": "it is called tints", "ends": "leave it out, the curves show what is flat",
	"overlay": "leave it out, the metrics are side by side", "together": "leave it out, the metrics are side by side",
	"whole": "leave it out, logarithmic = true shows most", "zoom": "leave it out, logarithmic = true shows most",
}

// options are the keys that a trace alone has.
type options struct {
	logarithmic bool // the vertical axes are
	// tints is an option whose every value has a curve in each series, from pale for the first to
	// the full colour for the last; empty: none.
	tints string
	// differencesFrom is a label; a second row of panels, with columns one for each metric, has
	// the others' differences from it, repeat by repeat. Empty: none.
	differencesFrom string
	// columns is what the columns of panels of one figure are for, "variant" or an option, with a
	// row for each metric and axes in common; empty: a figure for each combination, with its metrics side by side.
	columns string
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	f.X, f.Y, f.Summary = t.OneOf("x", spec.Seconds, spec.Times...), t.Metrics("y"), t.Summary()
	t.Need("y", `["nll"]`)
	t.NeedTraces("y", f.Y)
	f.Options = options{
		logarithmic: t.Flag("logarithmic"),
		tints:       t.Dimension("tints", ""), columns: t.Dimension("columns", ""),
		differencesFrom: t.Label("differences_from"),
	}
	for key, other := range map[string]string{"differences_from": "series", "columns": "tints"} {
		if t.Has(key) && t.Has(other) {
			t.Problemf(key, "a trace has %s without %s", key, other)
		}
	}
}

// optionsOf returns them.
func optionsOf(f spec.Figure) options {
	o, _ := f.Options.(options)
	return o
}

// builder draws a figure.
type builder struct {
	options
	p      *analysis.Experiment
	f      spec.Figure
	x      string // what the horizontal axis is: the clock of the report for seconds
	time   analysis.Span
	places []analysis.Coordinates // of the columns
	titles []string               // of the columns; nil where there are none
}

// newBuilder returns one that draws at some coordinates.
func newBuilder(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) *builder {
	b := &builder{options: optionsOf(f), p: p, f: f, x: f.X, places: []analysis.Coordinates{at}}
	if b.x == spec.Seconds {
		b.x, _ = p.Clock()
	}
	if b.columns == "" {
		return b
	}
	b.places = nil
	for _, value := range p.Dimension(b.columns).Values {
		if b.columns == spec.VariantKey && f.Variants != nil && !slices.Contains(f.Variants, value) {
			continue
		}
		b.places = append(b.places, at.With(b.columns, value))
		b.titles = append(b.titles, p.Described(analysis.Coordinates{b.columns: value}))
	}
	return b
}

// newFigure draws metrics against time. Without columns the metrics are side by side, each with
// its own vertical axis; with columns there is a row for each metric, with one axis.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	b := newBuilder(p, f, at)
	var rows [][]curves // by metric, then column
	var all []analysis.Curve
	for _, metric := range f.Y {
		row := b.row(func(at analysis.Coordinates) curves { return b.curves(at, metric) })
		if of := curvesOf(row); len(of) > 0 {
			rows, all = append(rows, row), append(all, of...)
		}
	}
	if len(rows) == 0 {
		return nil, figure.Words{}
	}
	b.time = analysis.TimeRange(all)
	legend := figure.LegendOf(all, figure.SeriesStyles(p, p.Dimension(f.Series)))
	if b.tints != "" {
		legend = append(legend, b.tintsLegend(legend)...)
	}
	var panels [][]*plot.Plot
	for i, row := range rows {
		block := b.block(row)
		if i == 0 || b.titles != nil {
			panels = append(panels, block...)
			continue
		}
		for k := range block {
			panels[k] = append(panels[k], block[k]...)
		}
	}
	inGrid(panels, b.titles)
	return drawing.Grid(panels, drawing.PanelHeight, legend), figure.Words{Guide: b.guide(rows)}
}

// row returns curves for each column.
func (b *builder) row(of func(at analysis.Coordinates) curves) []curves {
	var row []curves
	for _, at := range b.places {
		row = append(row, of(at))
	}
	return row
}

// block draws a metric: a row of panels, and one of differences, if it has them. It notes in row whether
// early values are cut.
func (b *builder) block(row []curves) [][]*plot.Plot {
	setFoot(row, b.logarithmic)
	all, cut := row[0].verticalRange(curvesOf(row))
	for i := range row {
		row[i].cut = cut
	}
	panels := [][]*plot.Plot{b.draw(row, all)}
	if b.differencesFrom != "" {
		panels = append(panels, b.differenceRow(row[0].metric.Name))
	}
	return panels
}

// draw draws a row over a range of values.
func (b *builder) draw(row []curves, y analysis.Span) []*plot.Plot {
	var out []*plot.Plot
	for i := range row {
		out = append(out, row[i].panel(figure.AxisOfTime(b.x), b.time, y))
	}
	return out
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

// guide says how the figure is read, as far as its curves, by metric and column, need it.
func (b *builder) guide(rows [][]curves) []string {
	all := slices.Concat(rows...)
	var guide []string
	say := func(when bool, sentence string, args ...any) {
		if when {
			guide = append(guide, fmt.Sprintf(sentence, args...))
		}
	}
	several := func(m curves) bool {
		return slices.ContainsFunc(m.curves, func(c analysis.Curve) bool { return c.Repeats > 1 })
	}
	say(slices.ContainsFunc(all, several), "Curves are %ss over repeats with one standard error (docs/statistics.md).", b.f.Summary)
	say(slices.ContainsFunc(all, func(m curves) bool { return m.cut }), "Early values that would squeeze the rest are cut off.")
	say(b.tints != "", "A method has a curve for each value of %s, from pale to dark.", b.tints)
	row := "The lower row"
	if b.titles != nil {
		row = "The last row of a metric"
	}
	say(b.differencesFrom != "", "%s shows the mean difference from %s in the same repeat, with one standard error. What a fold does to all methods alike cancels out.", row, b.differencesFrom)
	return guide
}
