package drawing

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A title wider than its figure is broken between words.
func TestLongTitle(t *testing.T) {
	title := "Image, with a lengthscale for each input and the rows as the files have them"
	d := New(nil, nil, PanelWidth, nil)
	d.Entitle(title)
	lines := d.titleLines()
	if len(lines) < 2 || strings.Join(lines, " ") != title || d.height != vg.Length(len(lines))*titleHeight {
		t.Errorf("%q in %v", lines, d.height)
	}
	for _, text := range lines {
		if TextStyle(LabelSize).Width(text) > d.width {
			t.Errorf("%q is wider than the figure", text)
		}
	}
}

// A legend wider than a panel makes the figure wider before it takes a second line.
func TestLegendInOneLine(t *testing.T) {
	var legend []Entry
	for range 5 {
		legend = append(legend, Entry{Name: "a method"})
	}
	if d := New(nil, nil, PanelWidth, legend); len(d.legendLines()) != 1 || d.width > PageWidth {
		t.Errorf("a legend of %d lines, %v wide", len(d.legendLines()), d.width)
	}
}
