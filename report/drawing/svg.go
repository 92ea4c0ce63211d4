package drawing

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// grid is how many units of an SVG a point has. Coordinates are whole units: invisible changes of a number change no byte.
const grid = 10

// svgCanvas writes an SVG for a repository: small, one element on each line, and the same bytes for the
// same drawing. Text stays text, with the name of its font. It has no images: code hosts forbid
// browsers to show images within an SVG.
type svgCanvas struct {
	width, height vg.Length
	pens          []pen // the last is used, those before are kept by Push
	out           bytes.Buffer

	layer  layer          // not written yet
	glyphs map[string]int // numbers, by look and shape
	clouds map[string]int // numbers of sets of places, by the way from the first on
}

// pen is how lines, areas and text are drawn.
type pen struct {
	ink      color.NRGBA
	width    vg.Length
	dashes   []vg.Length
	rotation float64
}

// layer is pieces of one look: glyphs by their shape, and lines.
type layer struct {
	look   string // attributes
	shapes []string
	glyphs map[string][]piece
	lines  []piece
}

// piece is a part of a path without a jump: a circle, or lines between points.
type piece struct {
	points [][2]float64 // in units; the centre of a circle
	radius float64      // of a circle
	closed bool
}

func newSVG(width, height vg.Length) *svgCanvas {
	c := &svgCanvas{width: width, height: height, pens: []pen{{}}, glyphs: map[string]int{}, clouds: map[string]int{}}
	vg.Initialize(c)
	return c
}

func (c *svgCanvas) Size() (w, h vg.Length)                      { return c.width, c.height }
func (c *svgCanvas) pen() *pen                                   { return &c.pens[len(c.pens)-1] }
func (c *svgCanvas) SetLineWidth(w vg.Length)                    { c.pen().width = w }
func (c *svgCanvas) SetLineDash(dashes []vg.Length, _ vg.Length) { c.pen().dashes = dashes }
func (c *svgCanvas) Rotate(angle float64)                        { c.pen().rotation += angle }
func (c *svgCanvas) Push()                                       { c.pens = append(c.pens, *c.pen()) }
func (c *svgCanvas) Pop()                                        { c.pens = c.pens[:len(c.pens)-1] }

// The parts of a canvas that no figure needs.
func (c *svgCanvas) Translate(vg.Point)                  { panic("drawing: SVG cannot be translated") }
func (c *svgCanvas) Scale(x, y float64)                  { panic("drawing: SVG cannot be scaled") }
func (c *svgCanvas) DrawImage(vg.Rectangle, image.Image) { panic("drawing: SVG cannot have images") }

// SetColor sets the colour of lines, areas and text: black where there is none.
func (c *svgCanvas) SetColor(ink color.Color) {
	c.pen().ink = Black
	if ink != nil {
		c.pen().ink = color.NRGBAModel.Convert(ink).(color.NRGBA)
	}
}

// paint is the attributes of a line or an area in the colour of the pen.
func (c *svgCanvas) paint(of string) string {
	ink := c.pen().ink
	if ink.A < math.MaxUint8 {
		return fmt.Sprintf(`%s="%s" %s-opacity="%.2g"`, of, hex(ink), of, float64(ink.A)/math.MaxUint8)
	}
	return fmt.Sprintf(`%s="%s"`, of, hex(ink))
}

// units returns where a point is, from the upper left corner.
func (c *svgCanvas) units(p vg.Point) [2]float64 {
	sin, cos := math.Sincos(c.pen().rotation)
	x, y := p.X.Points(), p.Y.Points()
	return [2]float64{grid * (x*cos - y*sin), grid * (c.height.Points() - x*sin - y*cos)}
}

// pieces takes a path apart.
func (c *svgCanvas) pieces(path vg.Path) []piece {
	var out []piece
	for _, part := range path {
		last := len(out) - 1
		switch {
		case part.Type == vg.MoveComp:
			out = append(out, piece{points: [][2]float64{c.units(part.Pos)}})
		case part.Type == vg.LineComp:
			out[last].points = append(out[last].points, c.units(part.Pos))
		case part.Type == vg.ArcComp && math.Abs(part.Angle) >= 2*math.Pi:
			out[last] = piece{points: [][2]float64{c.units(part.Pos)}, radius: grid * part.Radius.Points()}
		case part.Type == vg.CloseComp:
			out[last].closed = true
		default:
			panic("drawing: SVG draws only straight lines and circles")
		}
	}
	return out
}

// Stroke draws a line, if it has a width.
func (c *svgCanvas) Stroke(path vg.Path) {
	p := c.pen()
	if p.width <= 0 {
		return
	}
	look := fmt.Sprintf(`%s stroke-width="%s"`, c.paint("stroke"), short(grid*p.width.Points()))
	if len(p.dashes) > 0 {
		var dashes []string
		for _, d := range p.dashes {
			dashes = append(dashes, short(grid*d.Points()))
		}
		look += fmt.Sprintf(` stroke-dasharray="%s"`, strings.Join(dashes, " "))
	}
	pieces := c.pieces(path)
	if len(pieces) > 1 && pieces[0].radius == 0 && !pieces[0].closed {
		pieces = joined(pieces)
	}
	c.add(`fill="none" `+look, pieces)
}

// Fill draws an area. Circles of one look are kept, for they may overlap; other areas would cut holes into each other.
func (c *svgCanvas) Fill(path vg.Path) {
	pieces := c.pieces(path)
	if slices.ContainsFunc(pieces, func(p piece) bool { return p.shape() == "" }) {
		c.flush()
	}
	c.add(c.paint("fill"), pieces)
}

// add keeps the pieces of a path until others of another look come, or others that cover them.
func (c *svgCanvas) add(look string, pieces []piece) {
	l := &c.layer
	if l.look != look || c.pen().ink.A < math.MaxUint8 {
		c.flush()
		*l = layer{look: look, glyphs: map[string][]piece{}}
	}
	for _, p := range pieces {
		shape := p.shape()
		if shape == "" {
			l.lines = append(l.lines, p)
			continue
		}
		if l.glyphs[shape] == nil {
			l.shapes = append(l.shapes, shape)
		}
		l.glyphs[shape] = append(l.glyphs[shape], p)
	}
}

// flush writes what is kept.
func (c *svgCanvas) flush() {
	const few = 20 // glyphs for which a marker is not worth it
	l := c.layer
	c.layer = layer{}
	for _, shape := range l.shapes {
		pieces := l.glyphs[shape]
		if len(pieces) < few && pieces[0].radius == 0 {
			l.lines = append(l.lines, pieces...)
			continue
		}
		c.writeGlyphs(l.look, shape, pieces)
	}
	if len(l.lines) == 0 {
		return
	}
	d := ""
	for _, p := range l.lines {
		line := simpler(p.points)
		places := make([][2]int, len(line))
		for i, at := range line {
			places[i] = rounded(at)
		}
		d += fmt.Sprintf("M%d %d%s", places[0][0], places[0][1], way(places))
		if p.closed {
			d += "z"
		}
	}
	fmt.Fprintf(&c.out, "<path %s d=%q/>\n", l.look, d)
}

// writeGlyphs writes a glyph at many places, each once. The same places as before, as those of
// training rows in another panel, are used again.
func (c *svgCanvas) writeGlyphs(look, shape string, pieces []piece) {
	glyph := c.glyphs[look+shape]
	if glyph == 0 {
		glyph = len(c.glyphs) + 1
		c.glyphs[look+shape] = glyph
		fmt.Fprintf(&c.out, `<marker id="m%d" overflow="visible" markerUnits="userSpaceOnUse"><g %s>%s</g></marker>`+"\n", glyph, look, shape)
	}
	var places [][2]int
	for _, p := range pieces {
		places = append(places, rounded(p.points[0]))
	}
	left := slices.MinFunc(places, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })[0]
	band := func(at [2]int) int { return (at[0] - left) / 90 } // down one after the other all ways are short
	slices.SortFunc(places, func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(band(a), band(b)), cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0]))
	})
	places = slices.Compact(places)
	cloud := way(places) + "h0"
	n := c.clouds[cloud]
	if n == 0 {
		n = len(c.clouds) + 1
		c.clouds[cloud] = n
		fmt.Fprintf(&c.out, `<path id="p%d" fill="none" d="M0 0%s"/>`+"\n", n, cloud)
	}
	fmt.Fprintf(&c.out, `<use href="#p%d" x="%d" y="%d" style="marker:url(#m%d)"/>`+"\n", n, places[0][0], places[0][1], glyph)
}

// FillString writes text with its middle in the right place: if the font is missing and another is
// wider, the text grows to both sides.
func (c *svgCanvas) FillString(f font.Face, at vg.Point, text string) {
	c.flush()
	at.X += f.Width(text) / 2
	place, more := rounded(c.units(at)), ""
	if angle := c.pen().rotation; angle != 0 {
		more = fmt.Sprintf(` transform="rotate(%s %d %d)"`, short(-angle*180/math.Pi), place[0], place[1])
	}
	if c.pen().ink != Black {
		more += " " + c.paint("fill")
	}
	fmt.Fprintf(&c.out, `<text x="%d" y="%d" font-size="%s"%s>%s</text>`+"\n", place[0], place[1], short(grid*f.Font.Size.Points()), more, html.EscapeString(text))
}

// WriteTo writes the SVG. Its fallback fonts have the same widths as its own font.
func (c *svgCanvas) WriteTo(w io.Writer) (int64, error) {
	c.flush()
	width, height := c.width.Points(), c.height.Points()
	n, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %.0f %.0f" font-family="Liberation Sans,Arial,Helvetica,sans-serif" text-anchor="middle" stroke-linejoin="round">
%s</svg>
`, short(width), short(height), grid*width, grid*height, c.out.Bytes())
	return int64(n), err
}

// shape is the element that draws a piece with its first point at 0, where it is a glyph: a
// circle, or small. It is empty else.
func (p piece) shape() string {
	const largest = 8 * grid
	if p.radius > 0 {
		return fmt.Sprintf(`<circle r="%s"/>`, short(p.radius))
	}
	d := "M0 0"
	for _, at := range p.points[1:] {
		x, y := at[0]-p.points[0][0], at[1]-p.points[0][1]
		if math.Abs(x) > largest || math.Abs(y) > largest {
			return ""
		}
		d += "L" + short(x) + " " + short(y)
	}
	if p.closed {
		d += "z"
	}
	return fmt.Sprintf(`<path d="%s"/>`, d)
}

// short writes a number with at most one digit behind the point.
func short(v float64) string {
	return strconv.FormatFloat(math.Round(10*v)/10+0, 'f', -1, 64) // + 0: not -0
}

// hex is a colour without its opacity.
func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
