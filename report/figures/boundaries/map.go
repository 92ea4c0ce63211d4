package boundaries

import (
	"errors"
	"io/fs"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/report/drawing"
)

// errNoMap keeps a map from being drawn.
var errNoMap = errors.New("there is no map; runexp run makes it")

// mapOf returns the map of a cell, or what keeps it from being drawn.
func mapOf(p *analysis.Experiment, c record.Cell) (*record.Map, error) {
	if p.ReadMap == nil {
		return nil, errNoMap
	}
	m, err := p.ReadMap(c.ID)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoMap
	}
	return m, err
}

// mapPlotter draws a map.
type mapPlotter struct{ analysis.DecisionMap }

// box is that of the training rows, which has a width also where a column is constant.
func (m mapPlotter) box() (low, high [2]float64) {
	low, high = m.Low, m.High
	for j := range low {
		if low[j] == high[j] {
			low[j], high[j] = low[j]-1, high[j]+1
		}
	}
	return low, high
}

// inside says whether the panel shows a point.
func (m mapPlotter) inside(x [2]float64) bool {
	low, high := m.box()
	return x[0] >= low[0] && x[0] <= high[0] && x[1] >= low[1] && x[1] <= high[1]
}

// DataRange is the box of the training rows.
func (m mapPlotter) DataRange() (xmin, xmax, ymin, ymax float64) {
	low, high := m.box()
	return low[0], high[0], low[1], high[1]
}

// Plot draws the rows below all else: borders below few inducing inputs and above many, which would hide them.
func (m mapPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	to := func(x [2]float64) vg.Point { return vg.Point{X: trX(x[0]), Y: trY(x[1])} }
	m.drawRows(c, to)
	if m.many() {
		m.drawInducing(c, to)
		m.drawBorders(c, to)
	} else {
		m.drawBorders(c, to)
		m.drawInducing(c, to)
	}
	c.SetLineStyle(draw.LineStyle{Color: drawing.Grey, Width: 0.5})
	c.Stroke(c.Rectangle.Path())
}

// many says whether inducing inputs are so many that they are drawn small.
func (m mapPlotter) many() bool { return len(slices.Concat(m.Inducing...)) > manyInducing }

func (m mapPlotter) drawBorders(c draw.Canvas, to func([2]float64) vg.Point) {
	var borders vg.Path
	for _, s := range m.Borders() {
		borders.Move(to(s[0]))
		borders.Line(to(s[1]))
	}
	if len(borders) > 0 {
		c.SetLineStyle(draw.LineStyle{Color: drawing.Black, Width: borderWidth})
		c.Stroke(borders)
	}
}

// drawInducing draws the inducing inputs within the panel: dots, and above them their rings.
func (m mapPlotter) drawInducing(c draw.Canvas, to func([2]float64) vg.Point) {
	for k, points := range m.Inducing {
		fill, radius, border := classColor(k), inducingRadius, drawing.Black
		if len(m.Inducing) == 1 {
			fill = drawing.Black // one function for two classes
		}
		if m.many() {
			radius, border = smallRadius, drawing.Mix(fill, drawing.Black, 0.5)
		}
		for _, glyph := range []draw.GlyphStyle{{Color: fill, Radius: radius, Shape: draw.CircleGlyph{}}, {Color: border, Radius: radius, Shape: draw.RingGlyph{}}} {
			for _, z := range points {
				if m.inside(z) {
					c.DrawGlyph(glyph, to(z))
				}
			}
		}
	}
}

// drawRows draws the training rows, class after class.
func (m mapPlotter) drawRows(c draw.Canvas, to func([2]float64) vg.Point) {
	for k, color := range classColors {
		dot := draw.GlyphStyle{Color: drawing.Mix(color, drawing.White, 0.5), Radius: rowRadius, Shape: draw.CircleGlyph{}}
		for i, x := range m.Rows {
			if m.Labels[i]%len(classColors) == k {
				c.DrawGlyph(dot, to(x))
			}
		}
	}
}
