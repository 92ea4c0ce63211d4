package drawing

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// NewPanel returns an empty plot in the house style.
func NewPanel(x, y string) *plot.Plot {
	p := plot.New()
	p.TextHandler = sans
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle = with(axis.Label.TextStyle, LabelSize)
		axis.Tick.Label = with(axis.Tick.Label, tickSize)
		axis.LineStyle.Width = 0.6
		axis.Tick.LineStyle.Width = 0.6
		axis.Tick.Length = 3.5
		axis.Padding = 0
		axis.Label.Padding = 2
	}
	return p
}

// Line is a curve in the style of a series.
func Line(points plotter.XYs, s Style, width vg.Length) *plotter.Line {
	return &plotter.Line{XYs: points, LineStyle: draw.LineStyle{Color: s.Color, Width: width, Dashes: s.Dashes}}
}

// Points are dots in the colour of a series.
func Points(points plotter.XYs, s Style, radius vg.Length) *plotter.Scatter {
	return &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: s.Color, Radius: radius, Shape: draw.CircleGlyph{}}}
}

// SetRange gives an axis a range, with about n ticks.
func SetRange(axis *plot.Axis, low, high, n float64) {
	axis.Min, axis.Max = low, high
	axis.Tick.Marker = plot.ConstantTicks(LinearTicks(low, high, n))
}

// ZeroLine is where a panel whose horizontal axis has its range is at 0.
func ZeroLine(panel *plot.Plot) *plotter.Line {
	return Line(plotter.XYs{{X: panel.X.Min}, {X: panel.X.Max}}, Style{Grey, Solid}, 0.6)
}

// Band fills the space between low and high curves.
func Band(x, low, high []float64, s Style) *plotter.Polygon {
	ring := make(plotter.XYs, 0, 2*len(x))
	for i := range x {
		ring = append(ring, plotter.XY{X: x[i], Y: low[i]})
	}
	for i := len(x) - 1; i >= 0; i-- {
		ring = append(ring, plotter.XY{X: x[i], Y: high[i]})
	}
	return &plotter.Polygon{XYs: []plotter.XYs{ring}, Color: pale(s.Color)}
}

// Box is a filled rectangle.
func Box(left, right, bottom, top float64, c color.NRGBA) *plotter.Polygon {
	return &plotter.Polygon{XYs: []plotter.XYs{{{X: left, Y: bottom}, {X: right, Y: bottom}, {X: right, Y: top}, {X: left, Y: top}}}, Color: c}
}

// NameRows gives a panel a row for each name, from 0 upwards.
func NameRows(panel *plot.Plot, names []string) {
	ticks := make([]plot.Tick, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: float64(i), Label: name}
	}
	panel.Y.Min, panel.Y.Max = -0.6, float64(len(names))-0.4
	panel.Y.Tick.Marker = plot.ConstantTicks(ticks)
}

// Entitle writes a title above a panel, in as many lines as it takes.
func Entitle(panel *plot.Plot, title string) {
	panel.Title.Text = strings.Join(broken(title, dataWidth), "\n")
	panel.Title.TextStyle = with(panel.Title.TextStyle, LabelSize)
}

// Note is a word above a panel, in the colour of a series.
type Note struct {
	Text  string
	Color color.NRGBA
}

// Notes are words in lines between the title of a panel and its data, where no curve hides them.
type Notes []Note

// notesAcross is how many notes a line has.
const notesAcross = 4

// AddNotes writes notes above a panel, in as many lines as they take.
func AddNotes(panel *plot.Plot, n Notes) {
	panel.Add(n)
	panel.Title.Padding += (NoteSize + 1) * vg.Length((len(n)+notesAcross-1)/notesAcross)
}

// Plot writes them from the left.
func (n Notes) Plot(c draw.Canvas, p *plot.Plot) {
	s := TextStyle(NoteSize)
	at := vg.Point{Y: c.Max.Y + p.Title.Padding}
	for i, note := range n {
		if i%notesAcross == 0 {
			at = vg.Point{X: c.Min.X, Y: at.Y - NoteSize - 1}
		}
		s.Color = note.Color
		c.FillText(s, at, note.Text)
		at.X += s.Width(note.Text) + 5
	}
}
