package report

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// beyond says at the edge of a panel that a value lies outside, with an arrow
// towards it.
type beyond struct {
	at    float64 // on the horizontal axis
	text  string
	below bool // outside at the lower edge instead of the upper
}

// beforeBeyond returns what is to be said of the value before training where
// the range of the vertical axis leaves it out.
func beforeBeyond(curves []curve, y span) (note beyond, ok bool) {
	for _, c := range curves {
		if c.before > y.high || c.before < y.low {
			return beyond{math.Log10(c.x[0]), short(c.before, 2) + " before training", c.before < y.low}, true
		}
	}
	return beyond{}, false
}

// Plot draws the arrow and the text beside it.
func (b beyond) Plot(c draw.Canvas, p *plot.Plot) {
	const height, head = vg.Length(8), vg.Length(2.2)
	toX, _ := p.Transforms(&c)
	tip, step := c.Max.Y-1, vg.Length(1)
	if b.below {
		tip, step = c.Min.Y+1, -1
	}
	x := toX(b.at) + head + 1.5
	stroke := draw.LineStyle{Color: black, Width: thinLine}
	c.StrokeLine2(stroke, x, tip-step*height, x, tip)
	c.StrokeLine2(stroke, x-head, tip-step*head*1.3, x, tip)
	c.StrokeLine2(stroke, x+head, tip-step*head*1.3, x, tip)
	s := textStyle(noteSize)
	s.YAlign = draw.YCenter
	c.FillText(s, vg.Point{X: x + head + 2, Y: tip - step*height/2}, b.text)
}
