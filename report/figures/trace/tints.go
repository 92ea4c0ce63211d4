package trace

import (
	"math"

	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
)

// addTints adds the curves of a series, one for each value of the option that the figure tints
// by. What was before training is left out of them: it is the same for all.
func (b *builder) addTints(m *curves, at analysis.Coordinates, name string, style drawing.Style) {
	tints := b.p.Dimension(b.tints).Values
	for i, value := range tints {
		if c, ok := analysis.NewCurve(name, b.p.Group(at.With(b.tints, value)).OK, b.x, m.metric.Name, b.f.Summary); ok {
			c.Before = math.NaN()
			m.curves, m.styles = append(m.curves, c), append(m.styles, tinted(style, i, len(tints)))
		}
	}
}

// tinted is the i-th of n tints of a style, from pale to its full colour.
func tinted(style drawing.Style, i, n int) drawing.Style {
	style.Color = drawing.Shade(style.Color, float64(i+1)/float64(n))
	return style
}

// tintsLegend names the tints, which all series have in common, in grey; the first with the option.
func (b *builder) tintsLegend() []drawing.Entry {
	var out []drawing.Entry
	tints := b.p.Dimension(b.tints).Values
	for i, name := range tints {
		if i == 0 {
			name = b.tints + " = " + name
		}
		out = append(out, drawing.Entry{Name: name, Style: tinted(drawing.Style{Color: drawing.Black}, i, len(tints))})
	}
	return out
}
