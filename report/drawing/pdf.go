package drawing

import (
	"image/color"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pdfCanvas corrects two things of gonum's PDF canvas: it takes colours that
// are already multiplied by their opacity for plain ones, and it takes the
// bytes of text for Windows-1252.
type pdfCanvas struct{ *vgpdf.Canvas }

// SetColor sets the colour of lines, areas and text.
func (c pdfCanvas) SetColor(clr color.Color) {
	if n, ok := clr.(color.NRGBA); ok {
		clr = plain(n)
	}
	c.Canvas.SetColor(clr)
}

// plain is a colour that is not multiplied by its opacity.
type plain color.NRGBA

// RGBA returns the channels, spread to 16 bits.
func (p plain) RGBA() (r, g, b, a uint32) {
	return uint32(p.R) * 0x101, uint32(p.G) * 0x101, uint32(p.B) * 0x101, uint32(p.A) * 0x101
}

// FillString writes text; what Windows-1252 does not have becomes a question
// mark.
func (c pdfCanvas) FillString(f font.Face, pt vg.Point, text string) {
	var bytes []byte
	for _, r := range text {
		switch {
		case r < 0x80 || r >= 0xa0 && r <= 0xff:
			bytes = append(bytes, byte(r))
		case r == '–':
			bytes = append(bytes, 0x96)
		case r == '—':
			bytes = append(bytes, 0x97)
		default:
			bytes = append(bytes, '?')
		}
	}
	c.Canvas.FillString(f, pt, string(bytes))
}
