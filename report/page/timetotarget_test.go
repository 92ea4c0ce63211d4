package page

import (
	"math"
	"strings"
	"testing"

	"gpcbench/report/analysis"
	"gpcbench/report/reporttest"
)

// A report says which targets the untrained model meets.
func TestTrivialTargets(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	for id, r := range in.Records {
		if r.Label == "SVGPC" && r.Dataset == "diabetis" {
			r.Trace[len(r.Trace)-1].Metrics["nll"] = 3.4
			in.Records[id] = r
		}
	}
	text := markdown(t, in)
	if !strings.Contains(text, "- The untrained model already meets the worse target, so that the better one stands in its place: diabetis, X-GPC and SVGPC (10 repeats).\n") ||
		!strings.Contains(text, "- SVGPC never reaches the final NLL of X-GPC: diabetis; a9a.\n") || !strings.Contains(text, "| diabetis | X-GPC, SVGPC | better:") {
		t.Error("diabetis has a target that the untrained model meets, and the report does not say so")
	}
}

// A side says what is known of a method's times.
func TestSide(t *testing.T) {
	never := analysis.Moment{After: math.Inf(1), By: math.Inf(1)}
	r := analysis.Race{Times: [2][]analysis.Moment{{never, never}, {{After: 4, By: 5}}}, SetUps: [2][]float64{{0, 0}, {4}}, Early: [2]int{0, 1}}
	for method, want := range []string{"not reached", "4.00 to 5.00, start-up 4.0, at its first point in 1 of 1"} {
		if got := side(r, method); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A start-up that is not known in one repeat does not spoil the median of the
// others.
func TestUnknownSetUp(t *testing.T) {
	r := analysis.Race{Times: [2][]analysis.Moment{{{After: 1, By: 2}, {After: 1, By: 2}, {After: 1, By: 2}}, nil}, SetUps: [2][]float64{{math.NaN(), 0.5, 0.7}, nil}}
	if got := side(r, 0); got != "1.00 to 2.00, start-up 0.60" {
		t.Errorf("got %q", got)
	}
}

// A method that comes to the other's final NLL in no repeat is named.
func TestNeverReached(t *testing.T) {
	never := analysis.Race{At: analysis.Coordinates{"dataset": "d"}, Labels: [2]string{"A", "B"}, Target: "better", Times: [2][]analysis.Moment{{{After: math.Inf(1), By: math.Inf(1)}}, {{After: 1, By: 2}}}}
	once := analysis.Race{At: analysis.Coordinates{"dataset": "e"}, Labels: [2]string{"A", "B"}, Target: "better", Times: [2][]analysis.Moment{{{After: 1, By: 1}, {After: math.Inf(1), By: math.Inf(1)}}, {{After: 1, By: 2}, {After: 1, By: 2}}}}
	again := never
	again.At = analysis.Coordinates{"dataset": "f"}
	places := []analysis.Coordinates{{"dataset": "d", "inducing": "5"}, {"dataset": "d", "inducing": "10"}, {"dataset": "e", "inducing": "5"}}
	if got, want := placesText(places), "d, inducing = 5, 10; e, inducing = 5"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := neverReached([]analysis.Race{never, once, again}); len(got) != 1 || got[0] != "A never reaches the final NLL of B: d; f." {
		t.Errorf("got %q", got)
	}
}

// The report sums up the races to the target that both reach.
func TestTimesToTargets(t *testing.T) {
	of := func(least, most float64) analysis.Race {
		return analysis.Race{Labels: [2]string{"A", "B"}, Target: "worse", Times: [2][]analysis.Moment{{{After: 1, By: 1}}, {{After: least, By: most}}}, SetUps: [2][]float64{{0}, {0}}}
	}
	other := of(9, 9)
	other.Target = "better"
	if got := timesToTargets([]analysis.Race{of(0.5, 0.8), of(2, 3), other}); len(got) != 1 || got[0] != "B takes 0.50 to 3.0 times as long as A to the worse of their final NLLs (medians over repeats)." {
		t.Errorf("got %q", got)
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
		in := reporttest.Grid()
		in.Spec.Timing, in.Spec.Figures, in.Spec.Tables[0].Metrics = c.timing, nil, []string{c.metric}
		text := markdown(t, in)
		if strings.Contains(text, "## Time to a target") != c.shown || strings.Contains(text, "## Wall time over CPU time") != c.shown {
			t.Errorf("timing %s, a table of %s: times are compared must be %v", c.timing, c.metric, c.shown)
		}
	}
}
