package boundaries

import (
	"errors"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/wording"
)

// Kind is borders between predicted classes, with rows and inducing inputs.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "boundaries", Read: read},
	Draw:       newFigure, From: "a map of a model of two attributes",
	Shows: func(metric string) bool { return metrics.Get(metric).Kept == "map" },
}

// options are the keys that boundaries alone have.
type options struct {
	// full is the label whose panel ends the row of a label: the full model beside the sparse
	// ones. Such labels have no rows of their own.
	full map[string]string
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	f.X, f.Start = t.Dimension("x", "dataset", "dataset", "label"), t.Label("start")
	f.Options = options{full: t.LabelsByLabel("full")}
	for _, key := range []string{"full", "start"} {
		if t.Has(key) && t.Has("series") {
			t.Problem(key, "%s is for boundaries with a row of panels for each label, without series", key)
		}
	}
	t.NeedMap()
}

// optionsOf returns them.
func optionsOf(f spec.Figure) options {
	o, _ := f.Options.(options)
	return o
}

// Sizes of a figure of boundaries, which has many small square panels.
const (
	mapPanel       = vg.Length(78)
	borderWidth    = vg.Length(0.9)
	rowRadius      = vg.Length(0.6)
	inducingRadius = vg.Length(1.7) // of few
	inducingBorder = vg.Length(0.5)
	smallRadius    = vg.Length(0.95) // of more than manyInducing
	smallBorder    = vg.Length(0.35) // theirs, which tells them from rows
	tinyRadius     = vg.Length(0.7)  // of more than mostInducing
	manyInducing   = 60
	mostInducing   = 300
)

// classColors are the colours of classes, in their order.
var classColors = []color.NRGBA{drawing.Blue, drawing.Vermilion, drawing.Green, drawing.Orange, drawing.Purple, drawing.SkyBlue, drawing.Grey}

func classColor(class int) color.NRGBA { return classColors[class%len(classColors)] }

// mapColumn is a column of panels.
type mapColumn struct {
	title string
	of    func(row string) analysis.Coordinates // whose map is drawn in a row
	full  bool                                  // the full models, whose inducing inputs are the training rows
}

// mapColumns returns the columns of a figure of boundaries, one for each value of x and
// that of the full models.
func mapColumns(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) []mapColumn {
	var out []mapColumn
	x := p.Dimension(f.X)
	for _, value := range x.Values {
		title := p.Described(analysis.Coordinates{x.Key: value})
		out = append(out, mapColumn{title: title, of: func(row string) analysis.Coordinates { return at.With(f.Series, row).With(x.Key, value) }})
	}
	if optionsOf(f).full != nil {
		out = append(out, mapColumn{title: "Full", full: true, of: func(row string) analysis.Coordinates { return at.With(f.Series, optionsOf(f).full[row]) }})
	}
	return out
}

// mapGrid is the panels of a figure of boundaries, and what is in them.
type mapGrid struct {
	names  []string       // of the rows
	panels [][]*plot.Plot // by row, then column
	drawn  []bool         // by column: whether it has a map
	legend []drawing.Entry

	missing           int // cells without a map
	inducing, outside int // inducing inputs, and those beyond the panels
}

// newFigure draws maps of the first repeat: a row of panels for each
// series, a column for each value of x, and one for the full models.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	columns := mapColumns(p, f, at)
	rows := slices.DeleteFunc(slices.Clone(p.Dimension(f.Series).Values), func(row string) bool {
		return row == f.Start || slices.Contains(slices.Collect(maps.Values(optionsOf(f).full)), row)
	})
	g := mapGrid{drawn: make([]bool, len(columns))}
	for _, row := range rows {
		g.add(p, row, columns)
	}
	if len(g.panels) == 0 {
		return nil, figure.Words{}
	}
	g.finish(columns)
	heights := slices.Repeat([]vg.Length{mapPanel}, len(g.panels))
	heights[0] += drawing.LabelSize + 4
	d := drawing.New(g.panels, heights, vg.Length(len(g.panels[0]))*mapPanel, g.legend)
	d.NameRows(g.names)
	said := g.explain(f)
	said.Below = inducingTables(p, f, at, rows)
	return d, said
}

// add draws a row, which is left out if it has no map at all.
func (g *mapGrid) add(p *analysis.Experiment, row string, columns []mapColumn) {
	var line []*plot.Plot
	any := false
	for j, column := range columns {
		panel := drawing.NewPanel("", "")
		panel.HideAxes()
		line = append(line, panel)
		cells := p.Group(column.of(row)).OK
		if len(cells) == 0 {
			continue
		}
		m, err := figure.MapOf(p, cells[0].Cell, false)
		if err != nil {
			if !errors.Is(err, figure.ErrOneAttribute) {
				g.missing++
			}
			continue
		}
		c := mapPlotter{analysis.FieldMap{Map: *m}}
		if column.full {
			c.Inducing = nil
		}
		panel.Add(c)
		g.outside += c.Outside()
		g.inducing += len(slices.Concat(c.Inducing...))
		g.legend = withClasses(g.legend, m.Classes)
		any, g.drawn[j] = true, true
	}
	if any {
		g.names = append(g.names, row)
		g.panels = append(g.panels, line)
	}
}

// finish writes the titles of the columns and leaves out those without a map.
func (g *mapGrid) finish(columns []mapColumn) {
	for j, column := range columns {
		drawing.Entitle(g.panels[0][j], column.title)
		g.panels[0][j].Title.Padding = 2
	}
	for i, row := range g.panels {
		g.panels[i] = nil
		for j, panel := range row {
			if g.drawn[j] {
				g.panels[i] = append(g.panels[i], panel)
			}
		}
	}
}

// explain says what the panels show, and what they do not.
func (g *mapGrid) explain(f spec.Figure) figure.Words {
	said := figure.Words{Guide: []string{fmt.Sprintf("Pale dots are training rows in the colours of their classes, black lines the borders between predicted classes. Outlined dots are the inducing inputs after training, in the colour of the class whose function they belong to (black where two classes have one function); of more than %d in a panel they are small, outlined in a darker tone of that colour. All are of the first repeat.", manyInducing)}}
	if optionsOf(f).full != nil {
		said.Guide = append(said.Guide, "Full is the model without inducing inputs that each row approximates.")
	}
	var own []string
	if g.outside > 0 {
		own = append(own, fmt.Sprintf("%d of %s %s outside the panels, which end at the outermost training rows.", g.outside, wording.Plural(g.inducing, "inducing input"), wording.Agree(g.outside, "lies", "lie")))
	}
	if g.missing > 0 {
		own = append(own, wording.Agree(g.missing, "One cell has", fmt.Sprintf("%d cells have", g.missing))+" no map to draw; runexp run makes it.")
	}
	said.Caption = strings.Join(own, " ")
	return said
}

// withClasses adds the classes of a map to a legend, which has an entry for each
// colour: classes of several data sets may have the same.
func withClasses(legend []drawing.Entry, classes []string) []drawing.Entry {
	for k, name := range classes {
		switch {
		case k == len(legend):
			dot := draw.GlyphStyle{Color: classColor(k), Radius: 2.5, Shape: draw.CircleGlyph{}}
			legend = append(legend, drawing.Entry{Name: "class " + name, Glyph: &dot})
		case !slices.Contains(strings.Split(strings.TrimPrefix(legend[k].Name, "class "), ", "), name):
			legend[k].Name += ", " + name
		}
	}
	return legend
}

// mapPlotter draws a map.
type mapPlotter struct{ analysis.FieldMap }

// DataRange is the box of the training rows.
func (m mapPlotter) DataRange() (xmin, xmax, ymin, ymax float64) {
	low, high := m.Box()
	return low[0], high[0], low[1], high[1]
}

// Plot draws the rows below all else: borders below few inducing inputs and above many, which
// would hide them.
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

// radius is that of the inducing inputs.
func (m mapPlotter) radius() vg.Length {
	switch {
	case len(slices.Concat(m.Inducing...)) > mostInducing:
		return tinyRadius
	case m.many():
		return smallRadius
	}
	return inducingRadius
}

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

func (m mapPlotter) drawInducing(c draw.Canvas, to func([2]float64) vg.Point) {
	for k, points := range m.Inducing {
		circles := m.circles(c, points, to)
		if len(circles) == 0 {
			continue
		}
		fill := classColor(k)
		if len(m.Inducing) == 1 {
			fill = drawing.Black // one function for two classes
		}
		border := draw.LineStyle{Color: drawing.Black, Width: inducingBorder}
		if m.many() {
			border = draw.LineStyle{Color: drawing.Dark(fill), Width: smallBorder}
		}
		c.SetColor(fill)
		c.Fill(circles)
		c.SetLineStyle(border)
		c.Stroke(circles)
	}
}

// circles returns a path of the points that are inside the panel, as far as their circles
// are; points that cannot be told apart are drawn once.
func (m mapPlotter) circles(c draw.Canvas, points [][2]float64, to func([2]float64) vg.Point) vg.Path {
	const apart = 0.2 // points of print
	seen := map[[2]int]bool{}
	radius := m.radius()
	var path vg.Path
	for _, z := range points {
		at := to(z)
		key := [2]int{int(math.Round(float64(at.X) / apart)), int(math.Round(float64(at.Y) / apart))}
		if !m.Inside(z) || seen[key] {
			continue
		}
		seen[key] = true
		if at.X-radius < c.Min.X || at.X+radius > c.Max.X || at.Y-radius < c.Min.Y || at.Y+radius > c.Max.Y {
			path = append(path, clipped(c, at, radius)...)
			continue
		}
		path.Move(vg.Point{X: at.X + radius, Y: at.Y})
		path.Arc(at, radius, 0, 2*math.Pi)
		path.Close()
	}
	return path
}

// clipped is the part of a circle that lies on the canvas.
func clipped(c draw.Canvas, centre vg.Point, radius vg.Length) vg.Path {
	const corners = 24
	var circle []vg.Point
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		circle = append(circle, vg.Point{X: centre.X + radius*vg.Length(cos), Y: centre.Y + radius*vg.Length(sin)})
	}
	var path vg.Path
	for i, at := range c.ClipPolygonXY(circle) {
		if i == 0 {
			path.Move(at)
			continue
		}
		path.Line(at)
	}
	path.Close()
	return path
}

// drawRows draws the training rows, class after class.
func (m mapPlotter) drawRows(c draw.Canvas, to func([2]float64) vg.Point) {
	for k, color := range classColors {
		dot := draw.GlyphStyle{Color: drawing.Tint(color), Radius: rowRadius, Shape: draw.CircleGlyph{}}
		for i, x := range m.Rows {
			if m.Labels[i]%len(classColors) == k {
				c.DrawGlyph(dot, to(x))
			}
		}
	}
}
