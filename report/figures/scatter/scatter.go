package scatter

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// Kind is predictions against those of the reference.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "scatter", Formerly: "posterior", Read: read},
	Draw:       newFigure, From: "predictions to hold against the reference's, which runexp run --predictions keeps",
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, _ *spec.Figure) { t.NeedReference() }

// scatterHeight is the height of a panel with which its data area is square.
const scatterHeight = 2.2 * vg.Inch

// scatterPoints is the most points of a series in a panel: more only hide each
// other, and make a figure of megabytes.
const scatterPoints = 1000

// glyphs tell the series of a scatter plot apart in grey print.
var glyphs = []draw.GlyphDrawer{draw.RingGlyph{}, draw.CrossGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}}

// newFigure draws how far each series' predictions lie from those of the reference
// at the same test rows, against the reference's, a panel a quantity. The predictions
// themselves would all lie on the diagonal.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	series := p.Dimension(f.Series)
	styles := figure.SeriesStyles(p, series)
	var panels []*plot.Plot
	var legend []drawing.Entry
	thinned := false
	for _, q := range analysis.Quantities {
		panel := drawing.NewPanel(q.Title, "Method minus "+p.Spec.Reference)
		x, y := analysis.Nothing, analysis.Nothing.Include(0)
		for _, value := range series.Values {
			if at.With(f.Series, value)[spec.LabelKey] == p.Spec.Reference {
				continue
			}
			points := points(p, q, p.Group(at.With(series.Key, value)))
			if len(points) == 0 {
				continue
			}
			if every := (len(points) + scatterPoints - 1) / scatterPoints; every > 1 {
				points, thinned = everyOf(points, every), true
			}
			for _, point := range points {
				x, y = x.Include(point.X), y.Include(point.Y)
			}
			g := draw.GlyphStyle{Color: styles[value].Color, Radius: 1.7, Shape: glyphs[len(legend)%len(glyphs)]}
			if i := drawing.IndexOf(legend, value); i >= 0 {
				g = *legend[i].Glyph
			} else {
				legend = append(legend, drawing.Entry{Name: value, Style: styles[value], Glyph: &g})
			}
			panel.Add(&plotter.Scatter{XYs: points, GlyphStyle: g})
		}
		if x.Empty() || y.Low == y.High { // nobody differs from the reference, as where the fits are the same
			continue
		}
		setAxis(&panel.X, x)
		setAxis(&panel.Y, y)
		panel.Add(drawing.ZeroLine(panel))
		panels = append(panels, panel)
	}
	if len(panels) == 0 {
		return nil, figure.Words{}
	}
	guide := []string{fmt.Sprintf("Each point is a test row. x: the value of %s; y: a method's value minus that. On the line the two agree.", p.Spec.Reference)}
	if thinned {
		guide = append(guide, fmt.Sprintf("A series of more than %d rows shows only every second, third and so on.", scatterPoints))
	}
	return drawing.Row(panels, scatterHeight, legend), figure.Words{Guide: guide}
}

// setAxis gives an axis the range of values with a margin.
func setAxis(axis *plot.Axis, r analysis.Span) {
	margin := max(0.04*(r.High-r.Low), 1e-6)
	drawing.SetRange(axis, r.Low-margin, r.High+margin, 5)
}

// points returns the reference's values and by how much those of a group are larger, over all repeats.
func points(p *analysis.Experiment, q analysis.Quantity, g analysis.Group) plotter.XYs {
	var out plotter.XYs
	for _, r := range g.OK {
		m, ok := p.Matches[r.ID]
		if !ok || m.Distances(q) == nil {
			continue
		}
		own, reference := q.Values(m.Own), q.Values(m.Reference)
		for c := range own {
			for i, v := range own[c] {
				out = append(out, plotter.XY{X: reference[c][i], Y: v - reference[c][i]})
			}
		}
	}
	return out
}

// everyOf returns the first of every n points.
func everyOf(points plotter.XYs, n int) plotter.XYs {
	var out plotter.XYs
	for i := 0; i < len(points); i += n {
		out = append(out, points[i])
	}
	return out
}
