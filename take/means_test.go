package take

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/record"
)

// complementary are two methods of which each is good where the other is not, and one that is worse.
func complementary() *simulation {
	s := simulated(60, []string{"Shares", "Linear", "A", "B"}, map[string]runner{
		"Shares": {"majority", 0.69, 0.01, false}, "Linear": {"logistic", 0.6, 0.1, false}, "A": {"xgpc", 0.41, 1, false}, "B": {"svgp", 0.4, 1, false},
	})
	s.atRow = func(label string, row int) float64 {
		if label == "A" && row%2 == 0 || label == "B" && row%2 == 1 {
			return 1.9
		}
		if label == "A" || label == "B" {
			return 0.1
		}
		return 1
	}
	s.race.Means = true
	return s
}

// The mean of two methods is taken where its loss is lower than that of each, and judged by the rows of both.
func TestMeanOfTwo(t *testing.T) {
	s := complementary()
	out := s.run()
	if out.Taken != "A + B" || !slices.Equal(out.Members, []string{"A", "B"}) || out.Halves != [2]string{"A + B", "A + B"} {
		t.Fatalf("%q is taken, of %q; the halves prefer %q", out.Taken, out.Members, out.Halves)
	}
	want := 0.0
	for _, part := range [][2]float64{{1.9, 0.1}, {0.1, 1.9}} {
		want -= math.Log((math.Exp(-0.41*part[0])+math.Exp(-0.4*part[1]))/2) / 2
	}
	best := out.Results[0]
	if best.Label != "A + B" || best.Stands != Taken || math.Abs(best.Loss.Value-want) > 1e-9 || best.Rows != 10*testRowsOfRepeat || math.Abs(best.Seconds-2) > 1e-9 {
		t.Errorf("%+v, want a loss of %g", best, want)
	}
	if next := out.Results[1]; next.Label != "B" || next.Loss.Value <= want || !(next.Above.Value > 0) {
		t.Errorf("%+v", next)
	}
	if said := strings.Join(out.Sentences("Linear"), " "); !strings.Contains(said, "The mean of 2 is that of the class probabilities of A and B.") {
		t.Error(said)
	}
	if line := out.Lines("Linear")[1]; line[0] != "mean of 2" {
		t.Errorf("%q", line)
	}
	if rest := s.race.Deadline.Sub(s.now).Seconds(); rest < 2*fitFactor {
		t.Errorf("two fits on one core have %g s", rest)
	}
}

func TestNoMeanUnlessAskedFor(t *testing.T) {
	s := complementary()
	s.race.Means = false
	if out := s.run(); out.Taken != "B" || !slices.Equal(out.Members, []string{"B"}) || strings.Contains(strings.Join(out.Sentences("Linear"), " "), "The mean of") {
		t.Errorf("%+v", out)
	}
}

// A mean whose members cannot be fitted in the time that is left is not taken.
func TestMeanThatThereIsNoTimeFor(t *testing.T) {
	s := complementary()
	s.run()
	s.now = s.race.Deadline.Add(-duration(1.5 * fitFactor))
	if out := s.race.Outcome(); out.Taken != "B" {
		t.Errorf("%s is taken", out.Taken)
	}
	s.race.Cores = 2
	if out := s.race.Outcome(); out.Taken != "A + B" {
		t.Errorf("on two cores %s is taken", out.Taken)
	}
}

// Repeats that a member failed on are none of the mean's.
func TestMeanOfRepeatsThatAllHave(t *testing.T) {
	s := complementary()
	s.run()
	delete(s.race.Records, "A/7")
	label := s.race.average([]string{"B", "A"})
	records := s.race.on(label, s.race.both())
	if label != "A + B" || len(records) != 9 || slices.ContainsFunc(records, func(r record.Record) bool { return r.Repeat == 7 }) {
		t.Errorf("%s has %d records", label, len(records))
	}
}
