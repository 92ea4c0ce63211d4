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
	White     = color.NRGBA{255, 255, 255, 255}

	// Two of Tol's muted scheme (2021), which stay apart from these too.
	Indigo = color.NRGBA{51, 34, 136, 255}
	Wine   = color.NRGBA{136, 34, 85, 255}
)

// pale is a colour for bands: mostly transparent, and black, which is a baseline's, the most.
func pale(c color.NRGBA) color.NRGBA {
	alpha := uint8(50)
	if c == Black {
		alpha = 24
	}
	c.A = alpha
	return c
}

// Mix is a share of a colour with as much of white or another as is left.
func Mix(c, with color.NRGBA, share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(b) + share*(float64(a)-float64(b)) + 0.5) }
	return color.NRGBA{mix(c.R, with.R), mix(c.G, with.G), mix(c.B, with.B), c.A}
}
