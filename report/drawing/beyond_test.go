package drawing

import (
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// The note on the value before training gives way to a line that runs through its place, and
// is left out where there is no other.
func TestNoteGivesWay(t *testing.T) {
	p := plot.New()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	c := draw.New(vgimg.New(200, 100))
	at := vg.Rectangle{Min: vg.Point{X: 150, Y: 90}, Max: vg.Point{X: 200, Y: 99}}
	rises := plotter.XYs{{X: 0.7, Y: 0}, {X: 0.9, Y: 1}}
	if got, ok := (Beyond{}).free(at, c, p); !ok || got != at {
		t.Errorf("without lines it moves to %v", got)
	}
	if got, ok := (Beyond{Clear: []plotter.XYs{rises}}).free(at, c, p); !ok || got.Max.X > 140 || got.Min.X < 0 {
		t.Errorf("beside a line that reaches the top between 140 and 180 it stands at %v", got)
	}
	along := plotter.XYs{{X: 0, Y: 0.95}, {X: 1, Y: 0.95}}
	if got, ok := (Beyond{Clear: []plotter.XYs{along}}).free(at, c, p); ok {
		t.Errorf("with no room it stands at %v", got)
	}
}
