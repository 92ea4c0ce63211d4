package drawing

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// svgOf is what is drawn on a canvas of 100 points.
func svgOf(t *testing.T, do func(c draw.Canvas)) string {
	t.Helper()
	canvas := newSVG(100, 100)
	do(draw.NewCanvas(canvas, 100, 100))
	var w bytes.Buffer
	if _, err := canvas.WriteTo(&w); err != nil {
		t.Fatal(err)
	}
	return w.String()
}

func wave(shift float64) []vg.Point {
	var out []vg.Point
	for i := range 1000 {
		x := float64(i) / 10
		out = append(out, vg.Point{X: vg.Length(x), Y: vg.Length(50 + 20*math.Sin(x/5) + shift)})
	}
	return out
}

// A line loses the points that nobody would see, and no others; what changes less than a unit
// changes no byte.
func TestSVGLine(t *testing.T) {
	drawn := func(shift float64) string {
		return svgOf(t, func(c draw.Canvas) { c.StrokeLines(draw.LineStyle{Color: Blue, Width: 1}, wave(shift)) })
	}
	if n := len(drawn(0)); n > 1200 {
		t.Errorf("a line of 1000 points takes %d bytes", n)
	}
	if drawn(0) != drawn(1e-9) {
		t.Error("what nobody sees changes bytes")
	}
	var line [][2]float64
	for _, p := range wave(0) {
		line = append(line, [2]float64{grid * p.X.Points(), grid * p.Y.Points()})
	}
	short := simpler(line)
	for i, piece := 0, 1; piece < len(short); i++ {
		if line[i] == short[piece] {
			piece++
			continue
		}
		if d := offLine(line[i], short[piece-1], short[piece]); d > 1 {
			t.Fatalf("point %d is %g units from the line", i, d)
		}
	}
}

// Glyphs at the same places in two panels are written once, and so is one that lies on another.
func TestSVGGlyphs(t *testing.T) {
	svg := svgOf(t, func(c draw.Canvas) {
		for _, left := range []vg.Length{5, 55} {
			for _, shape := range []draw.GlyphDrawer{draw.CircleGlyph{}, draw.CrossGlyph{}} {
				for i := range 30 {
					g := draw.GlyphStyle{Color: Green, Radius: 2, Shape: shape}
					c.DrawGlyph(g, vg.Point{X: left + vg.Length(i), Y: vg.Length(3 * i)})
					c.DrawGlyph(g, vg.Point{X: left + vg.Length(i), Y: vg.Length(3 * i)})
				}
			}
			c.FillText(TextStyle(NoteSize), vg.Point{X: left, Y: 95}, "a < b")
		}
	})
	for text, n := range map[string]int{"<marker": 3, "a &lt; b": 2, "<image": 0} {
		if got := strings.Count(svg, text); got != n {
			t.Errorf("%s is there %d times, want %d", text, got, n)
		}
	}
	if n := len(svg); n > 2500 {
		t.Errorf("%d bytes", n)
	}
}

// Short lines that meet become long ones, and none is lost.
func TestSVGJoinedLines(t *testing.T) {
	var pieces []piece
	for i := range 4 { // a square, and from its first corner a tail
		at := func(i int) [2]float64 { return [][2]float64{{0, 0}, {9, 0}, {9, 9}, {0, 9}}[i%4] }
		pieces = append(pieces, piece{points: [][2]float64{at(i), at(i + 1)}})
	}
	pieces = append(pieces, piece{points: [][2]float64{{0, 0}, {-5, -5}}})
	if got := fmt.Sprint(joined(pieces)); got != "[{[[0 0] [9 0] [9 9] [0 9] [0 0] [-5 -5]] 0 false}]" && got != "[{[[0 0] [0 9] [9 9] [9 0] [0 0] [-5 -5]] 0 false}]" {
		t.Error(got)
	}
}
