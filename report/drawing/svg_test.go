package drawing

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// svgOf is a figure of one panel.
func svgOf(t *testing.T, of ...plot.Plotter) string {
	t.Helper()
	panel := NewPanel("x <&>", "y")
	panel.Add(of...)
	svg, err := Row([]*plot.Plot{panel}, PanelHeight, nil).Encode("svg")
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return string(svg)
}

func wave(n int, shift float64) plotter.XYs {
	var out plotter.XYs
	for i := range n {
		x := float64(i) / float64(n)
		out = append(out, plotter.XY{X: x, Y: math.Sin(9*x) + shift})
	}
	return out
}

// What changes less than can be seen changes no byte, and steps that cannot be seen are left out.
func TestSVGLine(t *testing.T) {
	if svgOf(t, Line(wave(500, 0), Style{Blue, Solid}, 1)) != svgOf(t, Line(wave(500, 1e-9), Style{Blue, Solid}, 1)) {
		t.Error("what nobody sees changes bytes")
	}
	if n := len(svgOf(t, Line(wave(100_000, 0), Style{Blue, Solid}, 1))); n > 60_000 {
		t.Errorf("a line takes %d bytes", n)
	}
}

// Dots of one style are one path, each a line of no length with a round end.
func TestSVGDots(t *testing.T) {
	svg := svgOf(t, Points(wave(50, 0), Style{Blue, Solid}, 2))
	if n := strings.Count(svg, "l0,0"); n != 50 {
		t.Errorf("%d dots", n)
	}
	if !strings.Contains(svg, "stroke-width:4;stroke-linecap:round") || strings.Contains(svg, "A") && strings.Contains(svg, "A2,2") {
		t.Errorf("dots are not round:\n%.600s", svg)
	}
}
