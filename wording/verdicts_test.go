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

func TestJoint(t *testing.T) {
	for _, c := range []struct {
		of   []string
		want string
	}{
		{nil, CannotTell},
		{[]string{Holds, Holds}, Holds},
		{[]string{Holds, HoldsFew}, HoldsFew},
		{[]string{Holds, MetByAny}, Holds},
		{[]string{MetByAny}, MetByAny},
		{[]string{MetByAny, CannotTell}, CannotTell},
		{[]string{Holds, CannotTell}, HoldsInPart},
		{[]string{HoldsInPart, DoesNotHold}, HoldsInPart},
		{[]string{CannotTell, DoesNotHold}, DoesNotHold},
		{[]string{MetByAny, DoesNotHold}, DoesNotHold},
	} {
		if got := Joint(c.of); got != c.want {
			t.Errorf("%q: %s, want %s", c.of, got, c.want)
		}
	}
}

func TestHeld(t *testing.T) {
	if n := Held([]string{Holds, HoldsFew, MetByAny, HoldsInPart, DoesNotHold}); n != 3 {
		t.Errorf("%d hold", n)
	}
}
