package report

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// beyond says at the edge of a panel that a value lies outside, with an arrow
// towards it.
type beyond struct {
	text  string
	below bool // outside at the lower edge instead of the upper
}

// beforeBeyond returns what is to be said of the value before training where
// the range of the vertical axis leaves it out.
func beforeBeyond(curves []analysis.Curve, y analysis.Span) (note beyond, ok bool) {
	for _, c := range curves {
		if c.Before > y.High || c.Before < y.Low {
			return beyond{wording.Short(c.Before, 2) + " before training", c.Before < y.Low}, true
		}
	}
	return beyond{}, false
}

// Plot draws the arrow and the text beside it at the right, where curves have
// long left the edge.
func (b beyond) Plot(c draw.Canvas, _ *plot.Plot) {
	const height, head = vg.Length(8), vg.Length(2.2)
	tip, step := c.Max.Y-1, vg.Length(1)
	if b.below {
		tip, step = c.Min.Y+1, -1
	}
	s := textStyle(noteSize)
	s.YAlign = draw.YCenter
	x := c.Max.X - s.Width(b.text) - head - 3
	c.SetColor(veil)
	c.Fill(vg.Rectangle{Min: vg.Point{X: x - head - 1, Y: min(tip, tip-step*height)}, Max: vg.Point{X: c.Max.X, Y: max(tip, tip-step*height)}}.Path())
	stroke := draw.LineStyle{Color: black, Width: thinLine}
	c.StrokeLine2(stroke, x, tip-step*height, x, tip)
	c.StrokeLine2(stroke, x-head, tip-step*head*1.3, x, tip)
	c.StrokeLine2(stroke, x+head, tip-step*head*1.3, x, tip)
	c.FillText(s, vg.Point{X: x + head + 2, Y: tip - step*height/2}, b.text)
}
