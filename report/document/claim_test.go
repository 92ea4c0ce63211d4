package document

import (
	"slices"
	"testing"

	"gpcbench/wording"
)

// A claim whose readings lie in two reports is judged once, by those that count; what stands beside
// would flip it.
func TestJoinClaims(t *testing.T) {
	reading := func(number int, outcome string, beside bool) Reading {
		return Reading{Number: number, As: string(rune('a' + number)), Outcome: outcome, Beside: beside}
	}
	part := func(number int, readings ...Reading) Claim { return Claim{Number: number, Readings: readings} }
	got := JoinClaims(part(1, reading(0, wording.Holds, false)), part(0, reading(2, wording.DoesNotHold, true), reading(1, wording.HoldsFew, false)), part(0, reading(0, wording.Holds, false)))
	if len(got) != 2 || got[0].Number != 0 || got[0].Outcome != wording.HoldsFew || got[1].Outcome != wording.Holds {
		t.Fatalf("%+v", got)
	}
	if main := got[0].Main(); main.Number != 1 || len(got[0].Readings) != 3 || got[0].Readings[2].Number != 2 {
		t.Errorf("the main reading is %+v of %+v", main, got[0].Readings)
	}
	if met := JoinClaims(part(0, reading(0, wording.MetByAny, false), reading(1, wording.CannotTell, false))); met[0].Main().Number != 1 {
		t.Errorf("what any method meets is shown: %+v", met[0].Main())
	}
	if half := JoinClaims(part(0, reading(0, wording.Holds, false), reading(1, wording.DoesNotHold, false), reading(2, wording.MetByAny, false))); half[0].Parts() != " (1 of 2 readings)" {
		t.Errorf("holds in part: %q", half[0].Parts())
	}
	open, closed := part(0, reading(0, wording.CannotTell, false)), part(1, reading(0, wording.Holds, false))
	open.Settle, closed.Settle = "more folds", "more folds"
	if both := JoinClaims(open, closed); both[0].Settle == "" || both[1].Settle != "" {
		t.Errorf("an open claim is settled by %q, another by %q", both[0].Settle, both[1].Settle)
	}
	if v := got[0].Variants(); !slices.Equal(v, []Variant{{"c", wording.DoesNotHold}}) {
		t.Errorf("%+v", v)
	}
}

// What follows an outcome agrees with the value beside it: no claim "holds in part (2 of 2 pairs)" or "(0 of 8 cases)", and
// one that does not hold although its interval reaches what is claimed says by which cases.
func TestParts(t *testing.T) {
	below, above := -0.4, 0.2
	scale := func(high float64) *Scale { return &Scale{Value: -0.2, Low: &below, High: &high} }
	pairs := []PairRow{{Method: "a", Outcome: wording.Holds}, {Method: "b", Outcome: wording.Holds}}
	for _, c := range []struct {
		reading Reading
		want    string
	}{
		{Reading{Outcome: wording.HoldsInPart, Pairs: pairs, Cases: Cases{For: 4}}, " (few data sets)"},
		{Reading{Outcome: wording.HoldsInPart, Cases: Cases{For: 4}}, " (few data sets)"},
		{Reading{Outcome: wording.HoldsInPart, Pairs: append(pairs, PairRow{Method: "c", Outcome: wording.CannotTell})}, " (2 of 3 pairs)"},
		{Reading{Outcome: wording.HoldsInPart, Cases: Cases{Open: 8}}, " (in the mean only)"},
		{Reading{Outcome: wording.HoldsInPart, Cases: Cases{For: 1, Open: 7}}, " (1 of 8 cases)"},
		{Reading{Outcome: wording.DoesNotHold, Cases: Cases{Against: 1, Open: 4}, Scale: scale(above)}, " (1 of 5 cases against)"},
		{Reading{Outcome: wording.DoesNotHold, Cases: Cases{Against: 1, Open: 4}, Scale: scale(-0.1)}, ""},
		{Reading{Outcome: wording.Holds, Cases: Cases{For: 1}}, ""},
	} {
		if got := JoinClaims(Claim{Readings: []Reading{c.reading}})[0].Parts(); got != c.want {
			t.Errorf("%s%s, want %s", c.reading.Outcome, got, c.want)
		}
	}
}
