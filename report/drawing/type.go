package drawing

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// raise stands before an exponent in the text of a figure: "10" + raise + "3".
const raise = "\x01"

// typesetter sets plain text, and exponents smaller and raised.
type typesetter struct{ text.Plain }

// sans is Liberation Sans, which is as wide as Arial and Helvetica.
var sans = typesetter{text.Plain{Fonts: font.NewCache(liberation.Collection())}}

// exponentSize is the size of an exponent, exponentRise how far it is raised,
// and exponentRoom how much higher it makes the line, against the text before.
const (
	exponentSize = 0.72
	exponentRise = 0.38
	exponentRoom = 0.2
)

// Box returns the extent of a line.
func (h typesetter) Box(txt string, fnt font.Font) (width, height, depth vg.Length) {
	base, exponent, raised := strings.Cut(txt, raise)
	width, height, depth = h.Plain.Box(base, fnt)
	if raised {
		fnt.Size *= exponentSize
		w, _, _ := h.Plain.Box(exponent, fnt)
		width += w
		height += exponentRoom * fnt.Size / exponentSize
	}
	return width, height, depth
}

// Draw puts text on a canvas; text with an exponent must not be rotated.
func (h typesetter) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	base, exponent, raised := strings.Cut(txt, raise)
	if !raised {
		h.Plain.Draw(c, txt, sty, pt)
		return
	}
	width, _, _ := h.Box(txt, sty.Font)
	pt.X += vg.Length(sty.XAlign) * width
	sty.XAlign = text.XLeft
	pt.Y += vg.Length(sty.YAlign) * exponentRoom * sty.Font.Size
	h.Plain.Draw(c, base, sty, pt)
	pt.X += sty.Width(base)
	pt.Y += exponentRise * sty.Font.Size
	sty.Font.Size *= exponentSize
	h.Plain.Draw(c, exponent, sty, pt)
}

// TextStyle is type of a size.
func TextStyle(size vg.Length) text.Style {
	return text.Style{
		Color: color.Black, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Handler: sans,
	}
}

// with keeps the alignment and rotation of a style and sets the type.
func with(s text.Style, size vg.Length) text.Style {
	t := TextStyle(size)
	t.XAlign, t.YAlign, t.Rotation = s.XAlign, s.YAlign, s.Rotation
	return t
}
