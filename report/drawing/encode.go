package drawing

import (
	"bytes"
	"fmt"
	"os"
	"regexp"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pngDPI is the resolution of a picture in dots.
const pngDPI = 220

// Formats are the endings of a figure's files.
var Formats = []string{"svg", "png", "pdf"}

// drawOn draws the figure. The writer of PDF panics where it cannot write its fonts to the
// folder of temporary files.
func (f *Figure) drawOn(canvas vg.CanvasSizer) (err error) {
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case string:
			err = fmt.Errorf("%s (fonts are first written to %s; TMPDIR may name another folder)", failure, os.TempDir())
		default:
			panic(failure)
		}
	}()
	f.draw(canvas)
	return nil
}

// pdfDate is the time of drawing that the PDF writer notes.
var pdfDate = regexp.MustCompile(`(Date \(D:)\d{14}`)

// Encode draws the figure in a format.
func (f *Figure) Encode(format string) ([]byte, error) {
	var canvas vg.CanvasWriterTo
	switch format {
	case "svg":
		canvas = newSVG(f.width, f.height)
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(pngDPI))}
	case "pdf":
		canvas = pdfCanvas{vgpdf.New(f.width, f.height)}
	}
	if err := f.drawOn(canvas); err != nil {
		return nil, fmt.Errorf("figure as %s: %w", format, err)
	}
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("figure as %s: %w", format, err)
	}
	if format == "pdf" { // the same records, the same bytes
		return pdfDate.ReplaceAll(out.Bytes(), []byte("${1}20000101000000")), nil
	}
	return out.Bytes(), nil
}
