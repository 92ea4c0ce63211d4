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

// Notes are lines in a corner of a panel: the upper left one, or the lower right one.
type Notes struct {
	Lines      []Note
	LowerRight bool
}

// Plot writes them.
func (n Notes) Plot(c draw.Canvas, _ *plot.Plot) {
	const step = NoteSize + 1
	s := TextStyle(NoteSize)
	at := vg.Point{X: c.Min.X + 3, Y: c.Max.Y - step}
	if n.LowerRight {
		s.XAlign = draw.XRight
		at = vg.Point{X: c.Max.X - 3, Y: c.Min.Y + step*vg.Length(len(n.Lines)-1) + 3}
	}
	for _, line := range n.Lines {
		s.Color = line.Color
		c.FillText(s, at, line.Text)
		at.Y -= step
	}
}
