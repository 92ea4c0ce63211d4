package analysis

import (
	"fmt"
	"math"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
)

func TestReach(t *testing.T) {
	r, ok := newTimedTrace(recordtest.Traced(0, []float64{1, 2, 4, 8}, []float64{0.9, 0.7, 0.5, 0.6}), "seconds", "nll")
	if !ok || r.final() != 0.6 {
		t.Fatalf("%+v", r)
	}
	r.setUp = 0.5
	never := Moment{math.Inf(1), math.Inf(1)}
	for _, c := range []struct {
		limit float64
		want  Moment
	}{
		{1, Moment{0.5, 1}}, {0.9, Moment{0.5, 1}}, {0.8, Moment{1, 2}}, {0.7, Moment{1, 2}}, {0.55, Moment{2, 4}}, {0.4, never},
	} {
		if got := r.reach(c.limit); got != c.want {
			t.Errorf("reach %g: %v, want %v", c.limit, got, c.want)
		}
	}
	r.setUp = 0
	if got := r.reach(1); got != (Moment{0, 1}) {
		t.Errorf("without a known set-up, before the first point: %v", got)
	}
	if _, ok := newTimedTrace(record.Record{}, "seconds", "nll"); ok {
		t.Error("a fit without a trace runs")
	}
}

// Iterations 1 to 4 at 0.5 seconds each after 2.5 seconds of set-up; on a
// machine that was busy half of the time CPU times are half of that.
func TestSetUp(t *testing.T) {
	if s := setUp(recordtest.Traced(0, nil, nil), "seconds"); s != 0 {
		t.Errorf("set-up without a trace: %g", s)
	}
	r := recordtest.Traced(0, []float64{3, 3.5, 4, 4.5}, []float64{4, 3, 2, 1})
	recordtest.Near(t, "set-up", setUp(r, "seconds"), 2.5)
	r.Timing.WallSeconds, r.Timing.CPUSeconds = 5, 2.5
	recordtest.Near(t, "set-up in CPU seconds", setUp(r, CPUSeconds), 1.25)
	if s := setUp(recordtest.Traced(0, []float64{3}, []float64{4}), "seconds"); s != 0 {
		t.Errorf("set-up of a trace of one point: %g", s)
	}
	if s := setUp(recordtest.Traced(0, []float64{1, 9}, []float64{4, 3}), "seconds"); s != 0 {
		t.Errorf("a first iteration that is faster than the rest: set-up %g", s)
	}
}

// The first fit ends at 1 and the second at 2 of the same repeat, so that they
// race to 2 and to 1 (less than 1% above): the second never comes to 1.
func TestRace(t *testing.T) {
	first := []record.Record{
		recordtest.Traced(0, []float64{10, 20, 30, 40}, []float64{4, 2, 1, 1}),
		recordtest.Traced(1, []float64{10, 20, 30, 40}, []float64{3, 2, 1, 1}),
		recordtest.Traced(3, []float64{10, 20}, []float64{4, 2}), // has no partner
	}
	second := []record.Record{
		recordtest.Traced(0, []float64{10, 40, 70}, []float64{5, 4, 2}),
		recordtest.Traced(1, []float64{10, 40, 70}, []float64{5, 2, 2}),
		recordtest.Traced(2, []float64{10, 40, 70}, []float64{5, 4, 2}),
	}
	worse := NewTimeToTarget(first, second, "seconds", "nll")
	if len(worse.Times[0]) != 2 {
		t.Fatalf("%d pairs, want 2", len(worse.Times[0]))
	}
	recordtest.Near(t, "target", worse.Target, 2)
	// the first is there between 10 and 20 seconds in both repeats, the second
	// between 40 and 70, and between 10 and 40
	recordtest.Near(t, "least ratio", worse.Ratio().Least.Median, (40./20+10./20)/2)
	recordtest.Near(t, "most ratio", worse.Ratio().Most.Median, (70./10+40./10)/2)
	if worse.Reached(0) != 2 || worse.Reached(1) != 2 {
		t.Errorf("%d and %d reached the worse target, want 2 and 2", worse.Reached(0), worse.Reached(1))
	}
}

// A target that is met at the first point was met after the start-up and by then.
func TestMetAtTheFirstPoint(t *testing.T) {
	first := recordtest.Traced(0, []float64{5, 6, 7}, []float64{1, 1, 1})
	second := recordtest.Traced(0, []float64{10, 12, 14}, []float64{4, 3, 1})
	r := NewTimeToTarget([]record.Record{first}, []record.Record{second}, "seconds", "nll")
	if got := r.Ratio().String(); got != "2.4 to 3.5" { // 12 / 5 to 14 / 4
		t.Errorf("the first is there at its first point: %s", got)
	}
	r = NewTimeToTarget([]record.Record{second}, []record.Record{first}, "seconds", "nll")
	if got := r.Ratio().String(); got != "0.29 to 0.42" {
		t.Errorf("the second is there at its first point: %s", got)
	}
	r = NewTimeToTarget([]record.Record{first}, []record.Record{first}, "seconds", "nll")
	if got := r.Ratio().String(); got != "0.80 to 1.2" {
		t.Errorf("both are: %s", got)
	}
}

// Two classes have an NLL of log 2 before training: a fit that overfits and ends
// at 3.4 sets no target; the other's is it then.
func TestUntrainedModelMeetsTheTarget(t *testing.T) {
	two := func(r record.Record) record.Record {
		r.Provenance = map[string]string{"classes": "2"}
		return r
	}
	good := two(recordtest.Traced(0, []float64{1, 2}, []float64{0.6, 0.5}))
	bad := two(recordtest.Traced(0, []float64{1, 2}, []float64{0.6, 3.4}))
	close := two(recordtest.Traced(0, []float64{1, 2}, []float64{0.6, 0.69})) // 1% above is over log 2
	for _, second := range []record.Record{bad, close} {
		if r := NewTimeToTarget([]record.Record{good}, []record.Record{second}, "seconds", "nll"); r.Target != 0.5 || r.Reached(0) != 1 || r.Reached(1) != 0 {
			t.Errorf("in the place of %g, 0.5 is the target: %+v", second.Trace[1].Metrics["nll"], r)
		}
		if r := NewTimeToTarget([]record.Record{bad}, []record.Record{second}, "seconds", "nll"); len(r.Times[0]) != 0 {
			t.Errorf("two that are not better than the untrained model run: %+v", r)
		}
	}
}

func TestMedianInterval(t *testing.T) {
	infinite, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		x    []float64
		want Interval
	}{
		{nil, Interval{nan, nan, nan}},
		{[]float64{3, 1, 2}, Interval{2, nan, nan}},
		{[]float64{6, 5, 4, 3, 2, 1}, Interval{3.5, 1, 6}},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7, infinite, infinite}, Interval{4.5, 1, infinite}}, // second and ninth
		{[]float64{infinite, infinite, 1}, Interval{infinite, nan, nan}},
		{[]float64{0, 0, 1}, Interval{0, nan, nan}},
	} {
		if got := MedianInterval(c.x); fmt.Sprint(got) != fmt.Sprint(c.want) { // NaN is not itself
			t.Errorf("%v: got %v, want %v", c.x, got, c.want)
		}
	}
}
