package report

import (
	"math"
	"strings"
	"testing"

	"gpcbench/harness/record"
)

func TestReach(t *testing.T) {
	r, ok := newRunner(traced(0, []float64{1, 2, 4, 8}, []float64{0.9, 0.7, 0.5, 0.6}), "seconds")
	if !ok || r.final() != 0.6 {
		t.Fatalf("%+v", r)
	}
	for _, c := range []struct{ limit, want float64 }{
		{1, 1}, {0.9, 1}, {0.8, 1.5}, {0.7, 2}, {0.55, 3.5}, {0.4, math.Inf(1)},
	} {
		if got := r.reach(c.limit); got != c.want && !(math.Abs(got-c.want) < 1e-12) {
			t.Errorf("reach %g: %g, want %g", c.limit, got, c.want)
		}
	}
	if _, ok := newRunner(record.Record{}, "seconds"); ok {
		t.Error("a fit without a trace runs")
	}
}

// Iterations 1 to 4 at 0.5 seconds each after 2.5 seconds of set-up; on a
// machine that was busy half of the time CPU times are half of that.
func TestSetUp(t *testing.T) {
	r := traced(0, []float64{3, 3.5, 4, 4.5}, []float64{4, 3, 2, 1})
	near(t, "set-up", setUp(r, "seconds"), 2.5)
	r.Timing.WallSeconds, r.Timing.CPUSeconds = 5, 2.5
	near(t, "set-up in CPU seconds", setUp(r, cpuSeconds), 1.25)
	if s := setUp(traced(0, []float64{3}, []float64{4}), "seconds"); !math.IsNaN(s) {
		t.Errorf("set-up of a trace of one point: %g", s)
	}
	if s := setUp(traced(0, []float64{1, 9}, []float64{4, 3}), "seconds"); s != 0 {
		t.Errorf("a first iteration that is faster than the rest: set-up %g", s)
	}
}

// The first fit ends at 1 and the second at 2 of the same repeat, so that they
// race to 2 and to 1 (less than 1% above): the second never comes to 1.
func TestRace(t *testing.T) {
	first := []record.Record{
		traced(0, []float64{10, 20, 30, 40}, []float64{4, 2, 1, 1}),
		traced(1, []float64{10, 20, 30, 40}, []float64{3, 2, 1, 1}),
		traced(3, []float64{10, 20}, []float64{4, 2}), // has no partner
	}
	second := []record.Record{
		traced(0, []float64{10, 40, 70}, []float64{5, 4, 2}),
		traced(1, []float64{10, 40, 70}, []float64{5, 2, 2}),
		traced(2, []float64{10, 40, 70}, []float64{5, 4, 2}),
	}
	pairs := pairsOf(first, second, "seconds")
	if len(pairs) != 2 {
		t.Fatalf("%d pairs, want 2", len(pairs))
	}
	worse := newRace(pairs, targets[0].choose)
	near(t, "target", worse.nll, 2)
	limit := 2 * 1.01
	want := [2]float64{(40 + 30*(4-limit)/2) / (10 + 10*(4-limit)/2), (10 + 30*(5-limit)/3) / (10 + 10*(3-limit)/1)}
	near(t, "ratio", worse.ratio().median, (want[0]+want[1])/2)
	if worse.reached(0) != 2 || worse.reached(1) != 2 {
		t.Errorf("%d and %d reached the worse target, want 2 and 2", worse.reached(0), worse.reached(1))
	}
	// set-up: none of the first, which takes 10 seconds an iteration from the
	// start, and none of the second, whose first iteration is the fastest
	near(t, "ratio of learning", worse.ratioOfLearning().median, worse.ratio().median)
	better := newRace(pairs, targets[1].choose)
	if better.reached(0) != 2 || better.reached(1) != 0 || !math.IsInf(better.ratio().median, 1) || better.ratio().String() != "–" {
		t.Errorf("better target: %d and %d reached it, ratio %v", better.reached(0), better.reached(1), better.ratio())
	}
	if got := better.side(1); got != "not reached, set-up 0, 0 of 2" {
		t.Errorf("got %q", got)
	}
}

func TestMedianInterval(t *testing.T) {
	infinite := math.Inf(1)
	for _, c := range []struct {
		x    []float64
		want string
	}{
		{nil, "–"},
		{[]float64{3, 1, 2}, "2.0"},
		{[]float64{6, 5, 4, 3, 2, 1}, "3.5 [1.0, 6.0]"},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7, infinite, infinite}, "4.5 [1.0, ∞]"}, // second and ninth
		{[]float64{infinite, infinite, 1}, "–"},
		{[]float64{0, 0, 1}, "–"},
	} {
		if got := medianInterval(c.x).String(); got != c.want {
			t.Errorf("%v: got %q, want %q", c.x, got, c.want)
		}
	}
}

// Times are compared where the report shows times: cells of their own time, or
// a table or figure of times.
func TestRacesNeedTimes(t *testing.T) {
	for _, c := range []struct {
		timing string
		metric string
		shown  bool
	}{{"shared", "error", false}, {"shared", "seconds", true}, {"exclusive", "error", true}} {
		in := grid()
		in.Spec.Timing, in.Spec.Figures, in.Spec.Tables[0].Metrics = c.timing, nil, []string{c.metric}
		text := string(build(t, in).Files[0].Content)
		if strings.Contains(text, "## Time to a target") != c.shown || strings.Contains(text, "## Wall time over CPU time") != c.shown {
			t.Errorf("timing %s, a table of %s: times are compared must be %v", c.timing, c.metric, c.shown)
		}
	}
}
