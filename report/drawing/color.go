package drawing

import "image/color"

// The colours of Okabe and Ito (2008), which stay apart for the colour-blind,
// without their yellow, which is too light for a line on white paper.
var (
	Black     = color.NRGBA{0, 0, 0, 255}
	Orange    = color.NRGBA{230, 159, 0, 255}
	SkyBlue   = color.NRGBA{86, 180, 233, 255}
	Green     = color.NRGBA{0, 158, 115, 255}
	Blue      = color.NRGBA{0, 114, 178, 255}
	Vermilion = color.NRGBA{213, 94, 0, 255}
	Purple    = color.NRGBA{204, 121, 167, 255}
	Grey      = color.NRGBA{120, 120, 120, 255}

	// Two of Tol's muted scheme (2021), which stay apart from these too.
	Indigo = color.NRGBA{51, 34, 136, 255}
	Wine   = color.NRGBA{136, 34, 85, 255}
)

// Pale is a colour for bands: mostly transparent, and black, which is a
// baseline's, the most.
func Pale(c color.NRGBA) color.NRGBA {
	alpha := uint8(50)
	if c == Black {
		alpha = 24
	}
	c.A = alpha
	return c
}

// palest is how much of its colour the palest shade has.
const palest = 0.3

// Shade is a colour from the palest, at share 0, to itself at 1.
func Shade(c color.NRGBA, share float64) color.NRGBA {
	strength := palest + (1-palest)*share
	mix := func(v uint8) uint8 { return uint8(255 - strength*(255-float64(v)) + 0.5) }
	return color.NRGBA{mix(c.R), mix(c.G), mix(c.B), c.A}
}

// Dark is a colour half way to black.
func Dark(c color.NRGBA) color.NRGBA { return color.NRGBA{c.R / 2, c.G / 2, c.B / 2, c.A} }

// Tint is a colour half way to white.
func Tint(c color.NRGBA) color.NRGBA {
	half := func(v uint8) uint8 { return uint8((int(v) + 255 + 1) / 2) }
	return color.NRGBA{half(c.R), half(c.G), half(c.B), 255}
}
