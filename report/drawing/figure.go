package drawing

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes in a figure. Three panels are as wide as a page of two columns; two
// scaled down to a column of 3.3 inches have type of 6 points, which still reads.
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

	title         string // what the figure is of, above all else
	width, height vg.Length
}

// New lays panels out in a width and a height. A legend that does not fit in one line makes them wider,
// to the width of a page.
func New(panels [][]*plot.Plot, width, height vg.Length, legend []Entry) *Figure {
	f := &Figure{Panels: panels, Legend: legend, height: height}
	f.width = max(width, min(legendWidth(legend)+2*legendMargin, PageWidth))
	f.height += vg.Length(len(f.legendLines())) * legendHeight
	return f
}

// Grid lays out rows of panels that are all as high, and as wide as a panel is.
func Grid(panels [][]*plot.Plot, height vg.Length, legend []Entry) *Figure {
	return New(panels, vg.Length(len(panels[0]))*PanelWidth, vg.Length(len(panels))*height, legend)
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

// draw puts the figure on a canvas: title, legend, and panels whose data areas are of one size.
func (f *Figure) draw(canvas vg.CanvasSizer) {
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	for _, line := range f.titleLines() {
		s := TextStyle(LabelSize)
		s.XAlign, s.YAlign = draw.XCenter, draw.YCenter
		c.FillText(s, vg.Point{X: c.Min.X + f.width/2, Y: c.Max.Y - titleHeight/2 - 1}, line)
		c.Max.Y -= titleHeight
	}
	c.Max.Y = f.drawLegend(c, c.Max.Y)
	area := draw.Crop(c, f.nameRoom()+sideMargin, -sideMargin, 2, -sideMargin)
	tiles := draw.Tiles{Rows: len(f.Panels), Cols: len(f.Panels[0]), PadX: sideMargin, PadY: sideMargin}
	for i, row := range plot.Align(f.Panels, tiles, area) {
		for j, canvas := range row {
			canvas = onGrid(f.Panels[i][j], canvas)
			centreTitle(f.Panels[i][j], canvas)
			f.Panels[i][j].Draw(canvas)
		}
		if f.Names != nil {
			s := TextStyle(LabelSize)
			s.Rotation, s.XAlign, s.YAlign = math.Pi/2, draw.XCenter, draw.YTop
			data := f.Panels[i][0].DataCanvas(row[0])
			c.FillText(s, vg.Point{X: c.Min.X + sideMargin, Y: data.Center().Y}, f.Names[i])
		}
	}
}

// onGrid makes the data area of a panel a little smaller, so that it lies on the grid of an SVG: what
// several panels show is then the same in each.
func onGrid(p *plot.Plot, c draw.Canvas) draw.Canvas {
	area := p.DataCanvas(c)
	fit := func(low, high vg.Length) (up, down vg.Length) {
		start := math.Ceil(grid * float64(low))
		length := math.Floor(grid*float64(high-low)-1e-6) - 1
		return vg.Length(start/grid) - low, vg.Length((start+length)/grid) - high
	}
	left, right := fit(area.Min.X, area.Max.X)
	bottom, top := fit(area.Min.Y, area.Max.Y)
	return draw.Crop(c, left, right, bottom, top)
}

// centreTitle moves the title of a panel from the middle of its canvas to the middle of its data area.
func centreTitle(p *plot.Plot, c draw.Canvas) {
	if p.Title.Text == "" {
		return
	}
	data := p.DataCanvas(c)
	move := data.Center().X - c.Center().X
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
