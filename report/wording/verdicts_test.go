package wording

import "testing"

func TestOutcome(t *testing.T) {
	for _, o := range Outcomes {
		if _, known := outcomes[o]; !known {
			t.Errorf("no words for several claims of the outcome %q", o)
		}
	}
	if got := Outcome(2, DoesNotHold); got != "2 do not hold" {
		t.Errorf("got %q", got)
	}
}
