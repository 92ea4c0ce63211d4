package drawing

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes in a figure. Three panels are as wide as a page of two columns; two
// scaled down to a column of 3.3 inches have type of 6 points, which still
// reads.
const (
	PanelWidth  = 2.3 * vg.Inch
	PanelHeight = 1.95 * vg.Inch
	PageWidth   = 3 * PanelWidth
	LineWidth   = vg.Length(1.3)
	ThinLine    = vg.Length(0.9)
	LabelSize   = vg.Length(9) // of titles and axes
	NoteSize    = vg.Length(7) // of words within a panel

	tickSize    = vg.Length(8)
	dataWidth   = 1.8 * vg.Inch // what the data of a panel take, and the title above them
	titleHeight = 14 * vg.Length(1)
	sideMargin  = vg.Length(5)
)

// Figure is a figure before it has a format: rows of panels with a legend above.
type Figure struct {
	Panels [][]*plot.Plot // by row
	Legend []Entry
	Names  []string // of the rows, at their left: see NameRows; nil: they have none

	title         string      // what the figure is of, above all else
	heights       []vg.Length // of the rows
	width, height vg.Length
}

// New lays rows of panels out. A legend that does not fit in one line makes the
// panels wider, to the width of a page.
func New(panels [][]*plot.Plot, heights []vg.Length, width vg.Length, legend []Entry) *Figure {
	f := &Figure{Panels: panels, Legend: legend, heights: heights, width: width}
	for _, h := range heights {
		f.height += h
	}
	f.width = max(width, min(legendWidth(legend)+2*legendMargin, PageWidth))
	f.height += vg.Length(len(f.legendLines())) * legendHeight
	return f
}

// Grid lays out rows of panels that are all as high, and as wide as a panel is.
func Grid(panels [][]*plot.Plot, height vg.Length, legend []Entry) *Figure {
	return New(panels, slices.Repeat([]vg.Length{height}, len(panels)), vg.Length(len(panels[0]))*PanelWidth, legend)
}

// Row is Grid of one row.
func Row(panels []*plot.Plot, height vg.Length, legend []Entry) *Figure {
	return Grid([][]*plot.Plot{panels}, height, legend)
}

// Entitle puts a title above the legend, in as many lines as it takes.
func (f *Figure) Entitle(title string) {
	f.title = title
	f.height += vg.Length(len(f.titleLines())) * titleHeight
}

// titleLines breaks the title between words into lines that fit the width.
func (f *Figure) titleLines() []string {
	return broken(f.title, f.width-2*sideMargin)
}

// broken breaks a title between words into lines of at most a width.
func broken(title string, width vg.Length) []string {
	var lines []string
	for word := range strings.FieldsSeq(title) {
		if last := len(lines) - 1; last >= 0 && TextStyle(LabelSize).Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// draw puts the figure on a canvas.
func (f *Figure) draw(canvas vg.CanvasSizer) {
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	top := c.Max.Y
	for _, line := range f.titleLines() {
		s := TextStyle(LabelSize)
		s.XAlign, s.YAlign = draw.XCenter, draw.YCenter
		c.FillText(s, vg.Point{X: c.Min.X + f.width/2, Y: top - titleHeight/2 - 1}, line)
		top -= titleHeight
	}
	top = f.drawLegend(c, top)
	f.drawNames(c, top)
	c.Min.X += f.nameRoom()
	for i, row := range f.align(c, top) {
		for j, canvas := range row {
			centreTitle(f.Panels[i][j], canvas)
			f.Panels[i][j].Draw(canvas)
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

// NameRows writes names at the left of the rows of panels, which makes the figure wider.
func (f *Figure) NameRows(names []string) {
	f.Names = names
	f.width += f.nameRoom()
}

// nameRoom is the room that the names of the rows take.
func (f *Figure) nameRoom() vg.Length {
	if f.Names == nil {
		return 0
	}
	return 1.6 * LabelSize
}

// drawNames writes the names of the rows of panels, which begin below top.
func (f *Figure) drawNames(c draw.Canvas, top vg.Length) {
	for i, name := range f.Names {
		s := TextStyle(LabelSize)
		s.Rotation, s.XAlign, s.YAlign = math.Pi/2, draw.XCenter, draw.YTop
		c.FillText(s, vg.Point{X: c.Min.X + sideMargin, Y: top - f.heights[i]/2}, name)
		top -= f.heights[i]
	}
}

// onGrid makes a margin so wide that data areas are on the grid of an SVG: what several panels
// show is then the same in each.
func onGrid(margin vg.Length) vg.Length { return vg.Length(math.Ceil(grid*float64(margin)) / grid) }

// align returns the canvases of the panels below top, such that all data areas are of one
// width, those of a column above each other and those of a row side by side.
func (f *Figure) align(c draw.Canvas, top vg.Length) [][]draw.Canvas {
	columns := len(f.Panels[0])
	left, right := make([]vg.Length, columns), make([]vg.Length, columns)
	below, above := make([]vg.Length, len(f.Panels)), make([]vg.Length, len(f.Panels))
	room := f.width - f.nameRoom() - sideMargin
	tile := func(x, width, bottom, top vg.Length) draw.Canvas {
		return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: x + sideMargin, Y: bottom + 2}, Max: vg.Point{X: x + width, Y: top - 5},
		}}
	}
	for i, row := range f.Panels {
		for j, p := range row {
			t := tile(c.Min.X, room/vg.Length(columns), top-f.heights[i], top)
			area := p.DataCanvas(t)
			left[j], right[j] = max(left[j], onGrid(area.Min.X-t.Min.X)), max(right[j], onGrid(t.Max.X-area.Max.X))
			below[i], above[i] = max(below[i], onGrid(area.Min.Y-t.Min.Y)), max(above[i], onGrid(t.Max.Y-area.Max.Y))
		}
	}
	area := room - vg.Length(columns)*sideMargin
	for j := range columns {
		area -= left[j] + right[j]
	}
	area = -onGrid(-area / vg.Length(columns))
	out := make([][]draw.Canvas, len(f.Panels))
	for i, row := range f.Panels {
		x := c.Min.X
		for j, p := range row {
			width := sideMargin + left[j] + area + right[j]
			t := tile(x, width, top-f.heights[i], top)
			own := p.DataCanvas(t)
			out[i] = append(out[i], draw.Crop(t, left[j]-(own.Min.X-t.Min.X), -(right[j]-(t.Max.X-own.Max.X)),
				below[i]-(own.Min.Y-t.Min.Y), -(above[i]-(t.Max.Y-own.Max.Y))))
			x += width
		}
		top -= f.heights[i]
	}
	return out
}
