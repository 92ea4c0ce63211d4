package drawing

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Note is a line of words within a panel, in the colour of a series.
type Note struct {
	Text  string
	Color color.NRGBA
}

// Notes are lines in the upper left corner of a panel.
type Notes []Note

// Plot writes them.
func (n Notes) Plot(c draw.Canvas, _ *plot.Plot) {
	s := TextStyle(NoteSize)
	for i, line := range n {
		s.Color = line.Color
		c.FillText(s, vg.Point{X: c.Min.X + 3, Y: c.Max.Y - (NoteSize+1)*vg.Length(i+1)}, line.Text)
	}
}
