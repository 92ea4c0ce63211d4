package drawing

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Entry is one series of the legend.
type Entry struct {
	Name  string
	Style Style
	Glyph *draw.GlyphStyle // of a series of points; nil: a line
	Tints []Style          // of a value that several series have: a line each, one above the other; nil: Style's
	Break bool             // it begins a line
}

// Swatch is the entry of a colour.
func Swatch(name string, c color.NRGBA) Entry {
	return Entry{Name: name, Glyph: &draw.GlyphStyle{Color: c, Radius: 4, Shape: draw.BoxGlyph{}}}
}

// IndexOf returns the place of a name in a legend, -1 if it is not there.
func IndexOf(legend []Entry, name string) int {
	return slices.IndexFunc(legend, func(e Entry) bool { return e.Name == name })
}

// Sizes of the legend.
const (
	legendHeight = 13 * vg.Length(1) // of a line
	legendMargin = 10 * vg.Length(1)
	thumbnail    = vg.Length(22) // of a series' line
	tintStep     = vg.Length(2.6)
)

// entryWidth is the room an entry of the legend takes.
func entryWidth(e Entry) vg.Length {
	return thumbnail + 4 + TextStyle(tickSize).Width(e.Name) + 12
}

// legendWidth is the room that entries take side by side.
func legendWidth(entries []Entry) vg.Length {
	var total vg.Length
	for _, e := range entries {
		total += entryWidth(e)
	}
	return total
}

// legendLines breaks the legend into lines that fit the width, each as full as it can be.
func (f *Figure) legendLines() [][]Entry {
	var lines [][]Entry
	for _, e := range f.Legend {
		last := len(lines) - 1
		if last < 0 || e.Break || legendWidth(lines[last])+entryWidth(e) > f.width-legendMargin {
			lines = append(lines, []Entry{e})
			continue
		}
		lines[last] = append(lines[last], e)
	}
	return lines
}

// drawLegend writes the legend below top, and returns where it ends.
func (f *Figure) drawLegend(c draw.Canvas, top vg.Length) vg.Length {
	for _, entries := range f.legendLines() {
		x := c.Min.X + (f.width-legendWidth(entries)+12)/2
		y := top - legendHeight/2 - 1
		for _, e := range entries {
			lines := e.Tints
			switch {
			case e.Glyph != nil:
				c.DrawGlyph(*e.Glyph, vg.Point{X: x + thumbnail - 4, Y: y})
			case lines == nil:
				lines = []Style{e.Style}
			}
			for i, s := range lines {
				y := y + tintStep*(vg.Length(len(lines)-1)/2-vg.Length(i))
				c.StrokeLine2(draw.LineStyle{Color: s.Color, Width: LineWidth, Dashes: s.Dashes}, x, y, x+thumbnail, y)
			}
			s := TextStyle(tickSize)
			s.YAlign = draw.YCenter
			c.FillText(s, vg.Point{X: x + thumbnail + 4, Y: y}, e.Name)
			x += entryWidth(e)
		}
		top -= legendHeight
	}
	return top
}
