package boundaries

import (
	"fmt"
	"image/color"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// Kind is borders between predicted classes, with rows and inducing inputs.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "boundaries", Read: read},
	Draw:       newFigure, From: "a map of a model of two attributes",
}

// options are the keys that boundaries alone have.
type options struct {
	// full is the label whose panel ends the row of a label: the full model beside the sparse
	// ones. Such labels have no rows of their own.
	full map[string]string
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	f.X, f.Start = t.Dimension("x", spec.DatasetKey, spec.DatasetKey, spec.LabelKey), t.Label("start")
	f.Options = options{full: t.LabelsByLabel("full")}
	for _, key := range []string{"full", "start"} {
		if t.Has(key) && t.Has("series") {
			t.Problemf(key, "%s needs a row of panels for each label; remove series", key)
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
	smallRadius    = vg.Length(0.8) // of more than manyInducing
	manyInducing   = 60
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

// mapColumns returns the columns of a figure of boundaries, one for each value of x and that of the full models.
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

	gaps []analysis.Gap
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
		return nil, figure.Words{Gaps: g.gaps}
	}
	g.finish(columns)
	d := drawing.New(g.panels, vg.Length(len(g.panels[0]))*mapPanel, vg.Length(len(g.panels))*mapPanel+drawing.LabelSize+4, g.legend)
	d.NameRows(g.names)
	return d, g.explain(f)
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
		m, err := mapOf(p, cells[0].Cell)
		if err != nil {
			g.gaps = analysis.WithGap(g.gaps, err.Error(), cells[0].Cell.Name())
			continue
		}
		c := mapPlotter{analysis.DecisionMap{Map: *m}}
		if column.full {
			c.Inducing = nil
		}
		panel.Add(c)
		g.legend = withClasses(g.legend, m.Classes)
		any, g.drawn[j] = true, true
	}
	if any {
		g.names = append(g.names, row)
		g.panels = append(g.panels, line)
	}
}

// finish writes the titles of the columns and leaves out columns without a map.
func (g *mapGrid) finish(columns []mapColumn) {
	for j, column := range slices.Backward(columns) {
		drawing.Entitle(g.panels[0][j], column.title)
		g.panels[0][j].Title.Padding = 2
		for i := range g.panels {
			if !g.drawn[j] {
				g.panels[i] = slices.Delete(g.panels[i], j, j+1)
			}
		}
	}
}

// explain says what the panels show, and what they do not.
func (g *mapGrid) explain(f spec.Figure) figure.Words {
	said := figure.Words{Gaps: g.gaps, Guide: []string{fmt.Sprintf("Pale dots: training rows in the colours of their classes. Black lines: borders between predicted classes. "+
		"Outlined dots: inducing inputs after training, in the colour of the class whose function they belong to (black if two classes share one function). "+
		"If a panel has more than %d, they are small and outlined in a darker tone of that colour. All are from the first repeat. "+
		"Panels end at the outermost training rows; inducing inputs beyond them are not drawn.", manyInducing)}}
	if optionsOf(f).full != nil {
		said.Guide = append(said.Guide, "Full: the model without inducing inputs that each row approximates.")
	}
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
