package format

import (
	"testing"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// The threshold is in the middle, and the interval and the value at their shares of the line.
func TestScaleText(t *testing.T) {
	low, high := -0.2, 1.0
	interval := &document.Scale{Value: 0.4, Low: &low, High: &high}
	for _, c := range []struct {
		scale   *document.Scale
		outcome string
		style   Style
		want    string
	}{
		{interval, wording.Holds, Style{}, "        ──│───●──────"},
		{interval, wording.HoldsInPart, Style{ASCII: true}, "        --|---~------"},
		{&document.Scale{Value: -1}, wording.DoesNotHold, Style{}, "✗         │          "},
		{&document.Scale{Value: -1}, wording.DoesNotHold, Style{Colour: true}, "\x1b[31m✗\x1b[0m         │          "},
		{&document.Scale{Value: 0}, wording.CannotTell, Style{}, "          ○          "},
		{nil, wording.CannotTell, Style{}, "          │          "},
	} {
		if got := ScaleText(c.scale, c.outcome, c.style); got != c.want {
			t.Errorf("%+v, %s: %q, want %q", c.scale, c.outcome, got, c.want)
		}
	}
	for _, outcome := range wording.Outcomes {
		if of, ok := outcomeSigns[outcome]; !ok || of.mark == 0 || of.ascii == 0 || of.colour == 0 {
			t.Errorf("%q has no mark or colour", outcome)
		}
	}
}
