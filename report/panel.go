package report

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"gpcbench/report/wording"
)

// Sizes in a figure. Three panels are as wide as a page of two columns; two
// scaled down to a column of 3.3 inches have type of 6 points, which still
// reads.
const (
	panelWidth    = 2.3 * vg.Inch
	panelHeight   = 1.95 * vg.Inch
	scatterHeight = 2.2 * vg.Inch // with which the data area is square
	pageWidth     = 3 * panelWidth
	titleHeight   = 14 * vg.Length(1)
	legendHeight  = 13 * vg.Length(1)
	legendMargin  = 10 * vg.Length(1)
	labelSize     = vg.Length(9)
	tickSize      = vg.Length(8)
	noteSize      = vg.Length(7)
	lineWidth     = vg.Length(1.3)
	thinLine      = vg.Length(0.9)
	sideMargin    = vg.Length(5)
	columnWidth   = 1.8 * vg.Inch // of the title of a column of panels: what their data take
	pngDPI        = 220
)

// drawing is a figure before it has a format: rows of panels with a legend
// above.
type drawing struct {
	title         string // what the figure is of, above all else
	panels        [][]*plot.Plot
	heights       []vg.Length // of the rows
	legend        []legendEntry
	names         []string // of the rows, at their left; nil: they have none
	width, height vg.Length
}

// legendEntry is one series of the legend.
type legendEntry struct {
	name  string
	style style
	glyph *draw.GlyphStyle // of a series of points; nil: a line
}

// newPanel returns an empty plot in the house style.
func newPanel(x, y string) *plot.Plot {
	p := plot.New()
	p.TextHandler = sans
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle = with(axis.Label.TextStyle, labelSize)
		axis.Tick.Label = with(axis.Tick.Label, tickSize)
		axis.LineStyle.Width = 0.6
		axis.Tick.LineStyle.Width = 0.6
		axis.Tick.Length = 3.5
		axis.Padding = 0
		axis.Label.Padding = 2
	}
	return p
}

// line is a curve in the style of a series.
func line(points plotter.XYs, s style, width vg.Length) *plotter.Line {
	return &plotter.Line{XYs: points, LineStyle: draw.LineStyle{Color: s.color, Width: width, Dashes: s.dashes}}
}

// zeroLine is where a panel whose horizontal axis has its range is at 0.
func zeroLine(panel *plot.Plot) *plotter.Line {
	return line(plotter.XYs{{X: panel.X.Min}, {X: panel.X.Max}}, style{grey, solid}, 0.6)
}

// band fills the space between low and high curves.
func band(x, low, high []float64, s style) *plotter.Polygon {
	ring := make(plotter.XYs, 0, 2*len(x))
	for i := range x {
		ring = append(ring, plotter.XY{X: x[i], Y: low[i]})
	}
	for i := len(x) - 1; i >= 0; i-- {
		ring = append(ring, plotter.XY{X: x[i], Y: high[i]})
	}
	return &plotter.Polygon{XYs: []plotter.XYs{ring}, Color: pale(s.color)}
}

// power writes a power of ten with an exponent; the dash is a minus that every
// font has.
func power(e int) string { return "10" + raise + strings.Replace(strconv.Itoa(e), "-", "–", 1) }

// linearTicks labels round values, about as many as wanted, and at least four.
func linearTicks(low, high, wanted float64) []plot.Tick {
	ticks := roundValues(low, high, wanted)
	for ; len(ticks) < fewLabels && high > low; wanted *= 1.5 {
		ticks = roundValues(low, high, wanted)
	}
	return ticks
}

// roundValues labels the multiples of 1, 2 or 5 times a power of ten of which
// there are at most as many as wanted, and one.
func roundValues(low, high, wanted float64) []plot.Tick {
	raw := (high - low) / wanted
	unit := math.Pow10(int(math.Floor(math.Log10(raw))))
	step := 10 * unit
	for _, m := range []float64{1, 2, 5} {
		if m*unit >= raw*(1-1e-9) {
			step = m * unit
			break
		}
	}
	places := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high*(1+1e-12)+1e-12; k++ {
		ticks = append(ticks, plot.Tick{Value: k * step, Label: wording.Fixed(k*step, places)})
	}
	return ticks
}

// newDrawing lays rows of panels out. A legend that does not fit in one line makes the
// panels wider, to the width of a page.
func newDrawing(panels [][]*plot.Plot, heights []vg.Length, width vg.Length, legend []legendEntry) *drawing {
	d := &drawing{panels: panels, heights: heights, legend: legend, width: width}
	for _, h := range heights {
		d.height += h
	}
	d.width = max(width, min(legendWidth(legend)+2*legendMargin, pageWidth))
	d.height += vg.Length(len(d.legendLines())) * legendHeight
	return d
}

// entitle puts a title above the legend, in as many lines as it takes.
func (d *drawing) entitle(title string) {
	d.title = title
	d.height += vg.Length(len(d.titleLines())) * titleHeight
}

// titleLines breaks the title between words into lines that fit the width.
func (d *drawing) titleLines() []string {
	return broken(d.title, d.width-2*sideMargin)
}

// broken breaks a title between words into lines of at most a width.
func broken(title string, width vg.Length) []string {
	var lines []string
	for word := range strings.FieldsSeq(title) {
		if last := len(lines) - 1; last >= 0 && textStyle(labelSize).Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

const thumbnail = vg.Length(22)

// entryWidth is the room an entry of the legend takes.
func entryWidth(e legendEntry) vg.Length {
	return thumbnail + 4 + textStyle(tickSize).Width(e.name) + 12
}

// legendWidth is the room that entries take side by side.
func legendWidth(entries []legendEntry) vg.Length {
	var total vg.Length
	for _, e := range entries {
		total += entryWidth(e)
	}
	return total
}

// legendLines breaks the legend into lines that fit the width.
func (d *drawing) legendLines() [][]legendEntry {
	var lines [][]legendEntry
	for _, e := range d.legend {
		if last := len(lines) - 1; last >= 0 && legendWidth(lines[last])+entryWidth(e) <= d.width-legendMargin {
			lines[last] = append(lines[last], e)
			continue
		}
		lines = append(lines, []legendEntry{e})
	}
	return lines
}

// draw puts the figure on a canvas.
func (d *drawing) draw(canvas vg.CanvasSizer) {
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	top := c.Max.Y
	for _, line := range d.titleLines() {
		s := textStyle(labelSize)
		s.XAlign, s.YAlign = draw.XCenter, draw.YCenter
		c.FillText(s, vg.Point{X: c.Min.X + d.width/2, Y: top - titleHeight/2 - 1}, line)
		top -= titleHeight
	}
	for _, entries := range d.legendLines() {
		x := c.Min.X + (d.width-legendWidth(entries)+12)/2
		y := top - legendHeight/2 - 1
		for _, e := range entries {
			if e.glyph != nil {
				c.DrawGlyph(*e.glyph, vg.Point{X: x + thumbnail - 4, Y: y})
			} else {
				c.StrokeLine2(draw.LineStyle{Color: e.style.color, Width: lineWidth, Dashes: e.style.dashes}, x, y, x+thumbnail, y)
			}
			s := textStyle(tickSize)
			s.YAlign = draw.YCenter
			c.FillText(s, vg.Point{X: x + thumbnail + 4, Y: y}, e.name)
			x += entryWidth(e)
		}
		top -= legendHeight
	}
	d.drawNames(c, top)
	c.Min.X += d.nameRoom()
	for i, row := range d.align(c, top) {
		for j, canvas := range row {
			centreTitle(d.panels[i][j], canvas)
			d.panels[i][j].Draw(canvas)
		}
	}
}

// centreTitle moves the title of a panel, which stands in the middle of its canvas, to the middle
// of its data area.
func centreTitle(p *plot.Plot, c draw.Canvas) {
	if p.Title.Text == "" {
		return
	}
	area := p.DataCanvas(c)
	move := (area.Min.X + area.Max.X - c.Min.X - c.Max.X) / 2
	p.Title.TextStyle.XAlign = draw.XCenter + text.XAlignment(move/p.Title.TextStyle.Width(p.Title.Text))
}

// nameRoom is the room that the names of the rows take.
func (d *drawing) nameRoom() vg.Length {
	if d.names == nil {
		return 0
	}
	return 1.6 * labelSize
}

// drawNames writes the names of the rows of panels, which begin below top.
func (d *drawing) drawNames(c draw.Canvas, top vg.Length) {
	for i, name := range d.names {
		s := textStyle(labelSize)
		s.Rotation, s.XAlign, s.YAlign = math.Pi/2, draw.XCenter, draw.YTop
		c.FillText(s, vg.Point{X: c.Min.X + sideMargin, Y: top - d.heights[i]/2}, name)
		top -= d.heights[i]
	}
}

// align returns the canvases of the panels below top, such that all data areas are of one
// width, those of a column above each other and those of a row side by side.
func (d *drawing) align(c draw.Canvas, top vg.Length) [][]draw.Canvas {
	columns := len(d.panels[0])
	left, right := make([]vg.Length, columns), make([]vg.Length, columns)
	below, above := make([]vg.Length, len(d.panels)), make([]vg.Length, len(d.panels))
	room := d.width - d.nameRoom() - sideMargin
	tile := func(x, width, bottom, top vg.Length) draw.Canvas {
		return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: x + sideMargin, Y: bottom + 2}, Max: vg.Point{X: x + width, Y: top - 5},
		}}
	}
	for i, row := range d.panels {
		for j, p := range row {
			t := tile(c.Min.X, room/vg.Length(columns), top-d.heights[i], top)
			area := p.DataCanvas(t)
			left[j], right[j] = max(left[j], area.Min.X-t.Min.X), max(right[j], t.Max.X-area.Max.X)
			below[i], above[i] = max(below[i], area.Min.Y-t.Min.Y), max(above[i], t.Max.Y-area.Max.Y)
		}
	}
	area := room - vg.Length(columns)*sideMargin
	for j := range columns {
		area -= left[j] + right[j]
	}
	area /= vg.Length(columns)
	out := make([][]draw.Canvas, len(d.panels))
	for i, row := range d.panels {
		x := c.Min.X
		for j, p := range row {
			width := sideMargin + left[j] + area + right[j]
			t := tile(x, width, top-d.heights[i], top)
			own := p.DataCanvas(t)
			out[i] = append(out[i], draw.Crop(t, left[j]-(own.Min.X-t.Min.X), -(right[j]-(t.Max.X-own.Max.X)),
				below[i]-(own.Min.Y-t.Min.Y), -(above[i]-(t.Max.Y-own.Max.Y))))
			x += width
		}
		top -= d.heights[i]
	}
	return out
}

// formats are the endings of a figure's files.
var formats = []string{"svg", "png", "pdf"}

// drawOn draws the figure. The writer of PDF panics where it cannot write its fonts to the
// folder of temporary files.
func (d *drawing) drawOn(canvas vg.CanvasSizer) (err error) {
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case string:
			err = fmt.Errorf("%s (fonts are first written to %s; TMPDIR may name another folder)", failure, os.TempDir())
		default:
			panic(failure)
		}
	}()
	d.draw(canvas)
	return nil
}

// pdfDate is the time of drawing that the PDF writer notes.
var pdfDate = regexp.MustCompile(`(Date \(D:)\d{14}`)

// Encode draws the figure in a format.
func (d *drawing) Encode(format string) ([]byte, error) {
	var canvas vg.CanvasWriterTo
	switch format {
	case "svg":
		canvas = vgsvg.New(d.width, d.height)
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(d.width, d.height), vgimg.UseDPI(pngDPI))}
	case "pdf":
		canvas = pdfCanvas{vgpdf.New(d.width, d.height)}
	}
	if err := d.drawOn(canvas); err != nil {
		return nil, fmt.Errorf("figure as %s: %w", format, err)
	}
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("figure as %s: %w", format, err)
	}
	content := out.Bytes()
	switch format {
	case "svg": // fonts of the same widths, for readers without Liberation
		content = bytes.ReplaceAll(content, []byte("font-family:Liberation Sans;"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
	case "pdf": // the same records, the same bytes
		content = pdfDate.ReplaceAll(content, []byte("${1}20000101000000"))
	}
	return content, nil
}
