package drawing

import (
	"image/color"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// sans is Liberation Sans, which is as wide as Arial and Helvetica.
var sans = text.Plain{Fonts: font.NewCache(liberation.Collection())}

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
