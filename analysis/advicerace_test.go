package analysis

import (
	"fmt"
	"math"
	"testing"

	"gpcbench/harness/record/recordtest"
)

// The linear model ends after one second, A and B after ten.
func TestShareOfARace(t *testing.T) {
	f := twoKinds()
	l := leftOut{Fits: f, of: f.Sets[0], judged: -1}
	for _, c := range []struct{ seconds, each float64 }{{1.5, 0.5}, {3, 1}, {5, 2}, {21, math.Inf(1)}} {
		if got := l.share(c.seconds, "Linear", "A", "B"); got != c.each {
			t.Errorf("of %g seconds each has %g, want %g", c.seconds, got, c.each)
		}
	}
	taken, used := l.race(l.share(5, "Linear", "A", "B"), "Linear", "A", "B")
	recordtest.Near(t, "time of a race of 5 seconds", used, 5)
	if taken != "A" {
		t.Errorf("%s is taken", taken)
	}
}

// A is the best alone on four of the sets, B on the four others; the linear model lowers no regret.
func TestTeam(t *testing.T) {
	if team := twoKinds().Team(); fmt.Sprint(team) != "[A B]" && fmt.Sprint(team) != "[B A]" {
		t.Errorf("the team is %v", team)
	}
}

// A, which has no model yet, drops out in the first round, and the linear model in the second.
func TestHalving(t *testing.T) {
	f := twoKinds()
	for i := range f.Sets[0].Fits["A"] {
		f.Sets[0].Fits["A"][i].X[0] = 8
	}
	l := leftOut{Fits: f, of: f.Sets[0], judged: -1}
	taken, used := l.halve(12) // 2 seconds each, then 3 more for B and the linear model, which ends after 1
	if taken != "B" {
		t.Errorf("%s is taken", taken)
	}
	recordtest.Near(t, "time of halving", used, 2+5+1)
}
