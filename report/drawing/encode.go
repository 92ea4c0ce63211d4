package drawing

import (
	"bytes"
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// pngDPI is the resolution of a picture in dots.
const pngDPI = 220

// Formats are the endings of a figure's files.
var Formats = []string{"svg", "png"}

// Encode draws the figure in a format.
func (f *Figure) Encode(format string) ([]byte, error) {
	var canvas vg.CanvasWriterTo
	switch format {
	case "svg":
		canvas = newSVG(f.width, f.height)
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(pngDPI))}
	}
	f.draw(canvas)
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("figure as %s: %w", format, err)
	}
	return out.Bytes(), nil
}
