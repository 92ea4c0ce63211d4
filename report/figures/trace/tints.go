package trace

import (
	"gpcbench/analysis"
	"gpcbench/report/drawing"
)

// tint is where the records of a curve of a series are, and its style.
type tint struct {
	at    analysis.Coordinates
	style drawing.Style
}

// tintsOf returns one for each value of the option that the figure tints by; without such an option
// it is the series itself.
func (b *builder) tintsOf(at analysis.Coordinates, style drawing.Style) []tint {
	if b.tints == "" {
		return []tint{{at, style}}
	}
	var out []tint
	values := b.p.Dimension(b.tints).Values
	for i, value := range values {
		out = append(out, tint{at.With(b.tints, value), tinted(style, i, len(values))})
	}
	return out
}

// tinted is the i-th of n tints of a style, from pale to its full colour.
func tinted(style drawing.Style, i, n int) drawing.Style {
	const palest = 0.45 // of the colour
	if n > 1 {
		style.Color = drawing.Mix(style.Color, drawing.White, palest+(1-palest)*float64(i)/float64(n-1))
	}
	return style
}

// tintsLegend names the tints in a line of their own, each with those of all series of a legend; the first with the option.
func (b *builder) tintsLegend(series []drawing.Entry) []drawing.Entry {
	var out []drawing.Entry
	tints := b.p.Dimension(b.tints).Values
	for i, name := range tints {
		if i == 0 {
			name = b.tints + " = " + name
		}
		e := drawing.Entry{Name: name, Break: i == 0}
		for _, s := range series {
			e.Tints = append(e.Tints, tinted(s.Style, i, len(tints)))
		}
		out = append(out, e)
	}
	return out
}
