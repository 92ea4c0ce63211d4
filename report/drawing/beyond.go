package drawing

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Beyond says at the edge of a panel that a value lies outside, with an arrow
// towards it.
type Beyond struct {
	Text  string
	Below bool          // outside at the lower edge instead of the upper
	Clear []plotter.XYs // lines that it does not stand on
}

// Plot draws the arrow and the text beside it: at the right, where curves have mostly left
// the edge, or where none is. Where there is no room it draws nothing: the caption says that
// values are cut off.
func (b Beyond) Plot(c draw.Canvas, p *plot.Plot) {
	const height, head = vg.Length(8), vg.Length(2.2)
	tip, step := c.Max.Y-1, vg.Length(1)
	if b.Below {
		tip, step = c.Min.Y+1, -1
	}
	s := TextStyle(NoteSize)
	s.YAlign = draw.YCenter
	width := s.Width(b.Text) + 2*head + 4
	box := vg.Rectangle{Min: vg.Point{X: c.Max.X - width, Y: min(tip, tip-step*height)}, Max: vg.Point{X: c.Max.X, Y: max(tip, tip-step*height)}}
	box, ok := b.free(box, c, p)
	if !ok {
		return
	}
	x := box.Min.X + head + 1
	c.SetColor(veil)
	c.Fill(box.Path())
	stroke := draw.LineStyle{Color: Black, Width: ThinLine}
	c.StrokeLine2(stroke, x, tip-step*height, x, tip)
	c.StrokeLine2(stroke, x-head, tip-step*head*1.3, x, tip)
	c.StrokeLine2(stroke, x+head, tip-step*head*1.3, x, tip)
	c.FillText(s, vg.Point{X: x + head + 2, Y: tip - step*height/2}, b.Text)
}

// free moves a box to the left until no line runs through it, if there is such a place.
func (b Beyond) free(box vg.Rectangle, c draw.Canvas, p *plot.Plot) (free vg.Rectangle, ok bool) {
	const places = 12
	width := box.Max.X - box.Min.X
	for i := range places {
		moved := box
		moved.Min.X -= vg.Length(i) / (places - 1) * (box.Min.X - c.Min.X)
		moved.Max.X = moved.Min.X + width
		if !slices.ContainsFunc(b.Clear, func(line plotter.XYs) bool { return crosses(line, moved, c, p) }) {
			return moved, true
		}
	}
	return vg.Rectangle{}, false
}

// crosses says whether a line has a piece that comes near a box: their bounds overlap.
func crosses(line plotter.XYs, box vg.Rectangle, c draw.Canvas, p *plot.Plot) bool {
	toX, toY := p.Transforms(&c)
	for i := 1; i < len(line); i++ {
		x, y := [2]vg.Length{toX(line[i-1].X), toX(line[i].X)}, [2]vg.Length{toY(line[i-1].Y), toY(line[i].Y)}
		if max(x[0], x[1]) >= box.Min.X && min(x[0], x[1]) <= box.Max.X && max(y[0], y[1]) >= box.Min.Y && min(y[0], y[1]) <= box.Max.Y {
			return true
		}
	}
	return false
}
