// Package contours draws a metric over two options as contours.
package contours

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// Kind is a panel of contours a method, over two options of the grid.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "contours", Read: read},
	Draw:       newFigure, From: "its metrics at all values of both options",
}

// options are the keys that no other kind has.
type options struct{ up string }

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	f.X, f.Y, f.Options = t.Dimension("x", ""), t.Metrics("y"), options{t.Dimension("up", "")}
	t.Need("x", `"lengthscale"`)
	t.Need("up", `"variance"`)
	t.Need("y", `["log_evidence", "objective"]`)
}

// below are the levels of contours, so far below the highest value of the first panel.
var below = []float64{1, 2, 4, 8, 16, 32, 64}

// surface is the values of a label on the grid; it is a plotter.GridXYZ.
type surface struct {
	x, y  []float64
	z     [][]float64 // by y, then by x
	title string
}

func (s surface) Dims() (c, r int)   { return len(s.x), len(s.y) }
func (s surface) Z(c, r int) float64 { return s.z[r][c] }
func (s surface) X(c int) float64    { return s.x[c] }
func (s surface) Y(r int) float64    { return s.y[r] }

// highest returns the largest value and where it is.
func (s surface) highest() (z float64, at plotter.XY) {
	z = math.Inf(-1)
	for r, row := range s.z {
		for c, v := range row {
			if v > z {
				z, at = v, plotter.XY{X: s.x[c], Y: s.y[r]}
			}
		}
	}
	return z, at
}

// newFigure draws a panel for each label that has records at all points of the grid.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	series, x, y := p.Dimension(f.Series), p.Dimension(f.X), p.Dimension(f.Options.(options).up)
	xs, ys := places(x.Values), places(y.Values)
	if xs == nil || ys == nil {
		return nil, figure.Words{}
	}
	var all []surface
	for _, value := range series.Values {
		for _, metric := range f.Y {
			s := surface{x: xs, y: ys, title: value}
			if s.fill(p, at.With(series.Key, value), x, y, metric) {
				all = append(all, s)
				break
			}
		}
	}
	if len(all) == 0 {
		return nil, figure.Words{}
	}
	top, _ := all[0].highest()
	var levels []float64
	for _, d := range slices.Backward(below) {
		levels = append(levels, top-d)
	}
	var panels []*plot.Plot
	for _, s := range all {
		panels = append(panels, panelOf(s, x, y, levels))
	}
	return drawing.Row(panels, 1.05*drawing.PanelHeight, nil), figure.Words{Guide: []string{fmt.Sprintf(
		"Contours lie 1, 2, 4 and so on to %g below the highest value of %s, at the same values in all panels. "+
			"The dot marks the highest value on a panel's grid. Values are means over repeats.", below[len(below)-1], all[0].title)}}
}

// fill reads the metric at every point of the grid, false if one has none.
func (s *surface) fill(p *analysis.Experiment, at analysis.Coordinates, x, y analysis.Dimension, metric string) bool {
	m := metrics.Get(metric)
	for _, up := range y.Values {
		var row []float64
		for _, along := range x.Values {
			sum, n := 0.0, 0.0
			for _, r := range p.Group(at.With(x.Key, along).With(y.Key, up)).OK {
				if v, ok := m.Value(r); ok {
					sum, n = sum+v, n+1
				}
			}
			if n == 0 {
				return false
			}
			row = append(row, sum/n)
		}
		s.z = append(s.z, row)
	}
	return true
}

// places returns the logarithms of the values of an option in rising order, nil unless they are positive numbers and rise.
func places(values []string) []float64 {
	var out []float64
	for _, v := range values {
		x, ok := analysis.NumberOf(v)
		if !ok || x <= 0 || len(out) > 0 && math.Log(x) <= out[len(out)-1] {
			return nil
		}
		out = append(out, math.Log(x))
	}
	return out
}

// lines are contours of one style in an order that is the same each time: the plotter's own is that of a map.
type lines struct{ *plotter.Contour }

// Plot draws the contours in the order of their points.
func (l lines) Plot(to draw.Canvas, p *plot.Plot) {
	var drawn recorder.Canvas
	l.Contour.Plot(draw.Canvas{Canvas: &drawn, Rectangle: to.Rectangle}, p)
	var paths []vg.Path
	for _, action := range drawn.Actions {
		if stroke, ok := action.(*recorder.Stroke); ok {
			paths = append(paths, stroke.Path)
		}
	}
	slices.SortFunc(paths, func(a, b vg.Path) int { return slices.CompareFunc(a, b, byPlace) })
	to.SetLineStyle(l.LineStyles[0])
	for _, path := range paths {
		to.Stroke(path)
	}
}

// byPlace orders points of paths from left to right, then from the bottom up.
func byPlace(a, b vg.PathComp) int {
	return cmp.Or(cmp.Compare(a.Pos.X, b.Pos.X), cmp.Compare(a.Pos.Y, b.Pos.Y))
}

// panelOf draws the contours of a surface.
func panelOf(s surface, x, y analysis.Dimension, levels []float64) *plot.Plot {
	panel := drawing.NewPanel(x.Key, y.Key)
	drawing.Entitle(panel, s.title)
	panel.Add(lines{&plotter.Contour{
		GridXYZ: s, Levels: levels,
		LineStyles: []draw.LineStyle{{Color: drawing.Blue, Width: drawing.ThinLine}},
		Min:        levels[0], Max: levels[len(levels)-1],
	}})
	_, at := s.highest()
	panel.Add(&plotter.Scatter{XYs: plotter.XYs{at}, GlyphStyle: draw.GlyphStyle{Color: drawing.Vermilion, Radius: vg.Length(2.4), Shape: draw.CircleGlyph{}}})
	for _, a := range []struct {
		axis   *plot.Axis
		values []string
		at     []float64
	}{{&panel.X, x.Values, s.x}, {&panel.Y, y.Values, s.y}} {
		margin := 0.03 * (a.at[len(a.at)-1] - a.at[0])
		a.axis.Min, a.axis.Max = a.at[0]-margin, a.at[len(a.at)-1]+margin
		var ticks []plot.Tick
		for i := 0; i < len(a.at); i += 2 {
			ticks = append(ticks, plot.Tick{Value: a.at[i], Label: a.values[i]})
		}
		a.axis.Tick.Marker = plot.ConstantTicks(ticks)
	}
	return panel
}
