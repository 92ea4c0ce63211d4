package analysis

import (
	"testing"

	"gpcbench/report/recordtest"
)

func TestHolm(t *testing.T) {
	want := []float64{0.03, 0.06, 0.06, 0.02} // R: p.adjust(c(.01, .04, .03, .005), "holm")
	for i, p := range holm([]float64{0.01, 0.04, 0.03, 0.005}) {
		recordtest.Near(t, "adjusted p", p, want[i])
	}
	if got := holm([]float64{0.7, 0.9}); got[0] != 1 || got[1] != 1 {
		t.Errorf("adjusted p above 1: %v", got)
	}
}
