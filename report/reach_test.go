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
	r.setUp = 0.5
	never := moment{math.Inf(1), math.Inf(1)}
	for _, c := range []struct {
		limit float64
		want  moment
	}{
		{1, moment{0.5, 1}}, {0.9, moment{0.5, 1}}, {0.8, moment{1, 2}}, {0.7, moment{1, 2}}, {0.55, moment{2, 4}}, {0.4, never},
	} {
		if got := r.reach(c.limit); got != c.want {
			t.Errorf("reach %g: %v, want %v", c.limit, got, c.want)
		}
	}
	r.setUp = math.NaN()
	if got := r.reach(1); got != (moment{0, 1}) {
		t.Errorf("without a known set-up, before the first point: %v", got)
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
	// the first is there between 10 and 20 seconds in both repeats, the second
	// between 40 and 70, and between 10 and 40
	near(t, "least ratio", worse.ratio().least.median, (40./20+10./20)/2)
	near(t, "most ratio", worse.ratio().most.median, (70./10+40./10)/2)
	if worse.reached(0) != 2 || worse.reached(1) != 2 {
		t.Errorf("%d and %d reached the worse target, want 2 and 2", worse.reached(0), worse.reached(1))
	}
	better := newRace(pairs, targets[1].choose)
	if better.reached(0) != 2 || better.reached(1) != 0 || !math.IsInf(better.ratio().least.median, 1) || better.ratio().String() != "–" {
		t.Errorf("better target: %d and %d reached it, ratio %v", better.reached(0), better.reached(1), better.ratio())
	}
	if got := better.side(1); got != "not reached, set-up 0, reached in 0 of 2" {
		t.Errorf("got %q", got)
	}
}

// The first fit begins after 4 seconds and takes one an iteration, the second
// after 8 and takes 2.
func TestRatioOfLearning(t *testing.T) {
	first := []record.Record{traced(0, []float64{5, 6, 7}, []float64{3, 2, 1})}
	second := []record.Record{traced(0, []float64{10, 12, 14}, []float64{4, 3, 1})}
	r := newRace(pairsOf(first, second, "seconds"), targets[0].choose)
	if got := r.ratio().String(); got != "1.7 to 2.3" { // 12 / 7 to 14 / 6
		t.Errorf("ratio %s", got)
	}
	if got := r.ratioOfLearning().String(); got != "1.3 to 3.0" { // (12 - 8) / (7 - 4) to (14 - 8) / (6 - 4)
		t.Errorf("ratio of learning %s", got)
	}
	if got := r.side(1); got != "12.0 to 14.0, set-up 8.0" {
		t.Errorf("got %q", got)
	}
}

// A target that is met at the first point is only known to be met by then.
func TestMetAtTheFirstPoint(t *testing.T) {
	first := traced(0, []float64{5, 6, 7}, []float64{1, 1, 1})
	second := traced(0, []float64{10, 12, 14}, []float64{4, 3, 1})
	r := newRace(pairsOf([]record.Record{first}, []record.Record{second}, "seconds"), targets[0].choose)
	if got := r.ratioOfLearning().String(); got != "at least 4.0" { // (12 - 8) / (5 - 4)
		t.Errorf("the first is there at its first point: %s", got)
	}
	if got := r.side(0); got != "4.00 to 5.00, set-up 4.0, at its first point in 1 of 1" {
		t.Errorf("got %q", got)
	}
	r = newRace(pairsOf([]record.Record{second}, []record.Record{first}, "seconds"), targets[0].choose)
	if got := r.ratioOfLearning().String(); got != "at most 0.25" {
		t.Errorf("the second is there at its first point: %s", got)
	}
	r = newRace(pairsOf([]record.Record{first}, []record.Record{first}, "seconds"), targets[0].choose)
	if got := r.ratioOfLearning().String(); got != "–" {
		t.Errorf("both are: %s", got)
	}
}

// Two classes have an NLL of log 2 before training: a fit that overfits and ends
// at 3.4 sets no target.
func TestUntrainedModelMeetsTheTarget(t *testing.T) {
	two := func(r record.Record) record.Record {
		r.Provenance = map[string]string{"classes": "2"}
		return r
	}
	good := two(traced(0, []float64{1, 2}, []float64{0.6, 0.5}))
	bad := two(traced(0, []float64{1, 2}, []float64{0.6, 3.4}))
	close := two(traced(0, []float64{1, 2}, []float64{0.6, 0.69})) // 1% above is over log 2
	for _, second := range []record.Record{bad, close} {
		pairs := pairsOf([]record.Record{good}, []record.Record{second}, "seconds")
		if r := newRace(pairs, targets[0].choose); r.trivial != 1 || len(r.times[0]) != 0 {
			t.Errorf("the target %g is run for: %+v", second.Trace[1].Metrics["nll"], r)
		}
		if r := newRace(pairs, targets[1].choose); r.trivial != 0 || len(r.times[0]) != 1 {
			t.Errorf("the target 0.5 is not run for: %+v", r)
		}
	}
	in := synthetic("paper", 10)
	for id, r := range in.Records {
		if r.Label == "SVGPC" && r.Dataset == "diabetis" {
			r.Trace[len(r.Trace)-1].Metrics["nll"] = 3.4
			in.Records[id] = r
		}
	}
	text := string(build(t, in).Files[0].Content)
	if !strings.Contains(text, "- Left out, because the untrained model meets the worse target: diabetis, X-GPC and SVGPC, 10 repeats.\n") ||
		strings.Contains(text, "| diabetis | X-GPC, SVGPC | worse:") || !strings.Contains(text, "| diabetis | X-GPC, SVGPC | better:") {
		t.Error("diabetis has a target that the untrained model meets, and the report does not leave it out")
	}
}

// A set-up that is not known in one repeat does not spoil the median of the
// others.
func TestUnknownSetUp(t *testing.T) {
	r := race{times: [2][]moment{{{1, 2}, {1, 2}, {1, 2}}, nil}, setUps: [2][]float64{{math.NaN(), 0.5, 0.7}, nil}}
	if got := r.side(0); got != "1.00 to 2.00, set-up 0.60" {
		t.Errorf("got %q", got)
	}
	if s := setUp(traced(0, nil, nil), "seconds"); !math.IsNaN(s) {
		t.Errorf("set-up without a trace: %g", s)
	}
}

// A method that comes to the other's final NLL in no repeat is named.
func TestNeverReached(t *testing.T) {
	never := race{at: coordinates{"dataset": "d"}, labels: [2]string{"A", "B"}, target: "better", times: [2][]moment{{{math.Inf(1), math.Inf(1)}}, {{1, 2}}}}
	once := race{at: coordinates{"dataset": "e"}, labels: [2]string{"A", "B"}, target: "better", times: [2][]moment{{{1, 1}, {math.Inf(1), math.Inf(1)}}, {{1, 2}, {1, 2}}}}
	again := never
	again.at = coordinates{"dataset": "f"}
	if got := neverReached([]race{never, once, again}); len(got) != 1 || got[0] != "A comes to the final NLL of B in no repeat: d; f." {
		t.Errorf("got %q", got)
	}
}

// The report sums up the races to the target that both reach.
func TestTimesToTargets(t *testing.T) {
	of := func(least, most float64) race {
		return race{labels: [2]string{"A", "B"}, target: "worse", times: [2][]moment{{{1, 1}}, {{least, most}}}, setUps: [2][]float64{{0}, {0}}}
	}
	other := of(9, 9)
	other.target = "better"
	if got := timesToTargets([]race{of(0.5, 0.8), of(2, 3), other}); len(got) != 1 || got[0] != "To the worse of the two final NLLs B takes 0.50 to 3.0 times as long as A." {
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
