// Package intervals draws one table at a glance: a row a method, its mean as a dot with an interval.
package intervals

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/wording"
)

// Kind is metrics of methods side by side, a panel each.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "intervals", Read: read},
	Draw:       newFigure, From: "its metrics",
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) { f.Y, f.Summary = t.Metrics("y"), t.Summary() }

// OfOneTable is the figure that a report on several methods on one table has without being asked.
func OfOneTable(p *analysis.Experiment) (spec.Figure, bool) {
	asked := func(f spec.Figure) bool { return f.Kind == Kind.Name }
	if len(p.Datasets) != 1 || len(p.Labels) < 3 || slices.ContainsFunc(p.Spec.Figures, asked) || len(analysis.Combinations(p.Rest(spec.LabelKey))) > 1 {
		return spec.Figure{}, false
	}
	return spec.Figure{Kind: Kind.Name, Summary: "mean", Panels: spec.DatasetKey, Series: spec.LabelKey}, true
}

const (
	rowHeight = vg.Length(14)
	besides   = vg.Length(56) // the axis, its title and that of the panel
	// farOff is how many times the range of the methods a floor may widen it to: beyond, it would hide how they differ.
	farOff = 4
)

// row is a method with its value in each metric.
type row struct {
	name   string
	values []analysis.Summary
}

// newFigure draws a panel for each metric, with the methods from the best in the first down. A method
// that learns shares alone is a line.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	shown := f.Y
	if len(shown) == 0 {
		worth := p.Worth()
		shown = []string{worth.Loss, worth.Secondary, worth.Calibration}
	}
	styles := figure.SeriesStyles(p, p.Dimension(f.Series))
	var rows, floors []row
	for _, value := range p.Dimension(f.Series).Values {
		here := at.With(f.Series, value)
		r := row{name: value}
		for _, metric := range shown {
			r.values = append(r.values, analysis.Summarise(p.Group(here).OK, metric, f.Summary))
		}
		switch {
		case !slices.ContainsFunc(r.values, func(s analysis.Summary) bool { return s.N > 0 }):
		case slices.Contains(p.Floors(), here[spec.LabelKey]):
			floors = append(floors, r)
		default:
			rows = append(rows, r)
		}
	}
	sign := 1.0
	if metrics.Get(shown[0]).HigherIsBetter {
		sign = -1
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(sign*b.values[0].Value, sign*a.values[0].Value) })
	var panels []*plot.Plot
	for i, metric := range shown {
		has := func(r row) bool { return r.values[i].N > 0 }
		if slices.ContainsFunc(rows, has) {
			panels = append(panels, panelOf(metrics.Get(metric), i, rows, floors, styles, len(panels) == 0))
		}
	}
	if len(panels) == 0 {
		return nil, figure.Words{}
	}
	var legend []drawing.Entry
	for _, r := range floors {
		legend = figure.Named(legend, r.name, styles)
	}
	over := wording.Capital(f.Summary) + " over repeats with 95% intervals"
	repeated := func(s analysis.Summary) bool { return s.N > 1 }
	if !slices.ContainsFunc(rows, func(r row) bool { return slices.ContainsFunc(r.values, repeated) }) {
		over = "One repeat with 95% intervals over its test rows"
	}
	said := figure.Words{Guide: []string{fmt.Sprintf("%s, the best %s above.", over, analysis.ShortName(metrics.Get(shown[0])))}}
	return drawing.Row(panels, besides+rowHeight*vg.Length(len(rows)), legend), said
}

// panelOf draws the i-th metric; the methods are named at the first.
func panelOf(m metrics.Metric, i int, rows, floors []row, styles map[string]drawing.Style, named bool) *plot.Plot {
	panel := drawing.NewPanel(m.Axis, "")
	x := analysis.Nothing
	names := make([]string, len(rows))
	for j, r := range rows {
		y, s := float64(j), r.values[i]
		if named {
			names[j] = r.name
		}
		if s.N == 0 {
			continue
		}
		x = x.Include(s.Value)
		if !math.IsNaN(s.Low) && !math.IsNaN(s.High) {
			x = x.Include(s.Low).Include(s.High)
			panel.Add(drawing.Line(plotter.XYs{{X: s.Low, Y: y}, {X: s.High, Y: y}}, drawing.Style{Color: styles[r.name].Color}, drawing.LineWidth))
		}
		panel.Add(drawing.Points(plotter.XYs{{X: s.Value, Y: y}}, styles[r.name], 3))
	}
	far := ""
	methods := x
	for _, r := range floors {
		v := r.values[i].Value
		if with := methods.Include(v); r.values[i].N == 0 || with.High-with.Low > farOff*(methods.High-methods.Low) {
			if r.values[i].N > 0 {
				far = fmt.Sprintf("%s: %s", r.name, wording.Short(v, 3))
			}
			continue
		}
		x = x.Include(v)
		panel.Add(drawing.Line(plotter.XYs{{X: v, Y: -0.6}, {X: v, Y: float64(len(rows)) - 0.4}}, styles[r.name], drawing.LineWidth))
	}
	if far != "" {
		drawing.Entitle(panel, far)
	}
	margin := max(0.04*(x.High-x.Low), 1e-6)
	drawing.SetRange(&panel.X, x.Low-margin, x.High+margin, 4)
	drawing.NameRows(panel, names)
	return panel
}
