package drawing

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A title wider than its figure is broken between words.
func TestLongTitle(t *testing.T) {
	title := "Image, with a lengthscale for each input and the rows as the files have them"
	d := New(nil, PanelWidth, 0, nil)
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
	if d := New(nil, PanelWidth, 0, legend); len(d.legendLines()) != 1 || d.width > PageWidth {
		t.Errorf("a legend of %d lines, %v wide", len(d.legendLines()), d.width)
	}
}

// A legend of several lines has no more than it needs.
func TestLegendInLines(t *testing.T) {
	entry := Entry{Name: "a method"}
	for _, c := range []struct {
		room int // entries
		want []int
	}{{6, []int{6, 1}}, {3, []int{3, 3, 1}}, {7, []int{7}}, {1, []int{1, 1, 1, 1, 1, 1, 1}}, {0, []int{1, 1, 1, 1, 1, 1, 1}}} {
		d := Figure{Legend: slices.Repeat([]Entry{entry}, 7), width: legendMargin + (vg.Length(c.room)+0.1)*entryWidth(entry)}
		var got []int
		for _, line := range d.legendLines() {
			got = append(got, len(line))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("room for %d: lines of %v, want %v", c.room, got, c.want)
		}
	}
}
