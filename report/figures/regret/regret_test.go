package regret

import (
	"testing"

	"gpcbench/report/drawing"
)

func TestCells(t *testing.T) {
	for want, regret := range map[string]float64{"0": 0.0004, ".8": 0.0081, "1.2": 0.012, "12": 0.1234, "10": 0.0999} {
		if got := number(100 * regret); got != want {
			t.Errorf("%g is written %s, want %s", regret, got, want)
		}
	}
	if stepOf(0.02, 0.02) != 2 || stepOf(0.0201, 0.02) != 3 || stepOf(9, 0.02) != len(steps) {
		t.Error("the third step is the margin")
	}
	if colourOf(0, 0.02, true) != drawing.Black || colourOf(0, 0.02, false).R != 250 || colourOf(9, 0.02, false) != drawing.Wine {
		t.Error("colours from pale to wine, and black what is worse than the shares")
	}
}
