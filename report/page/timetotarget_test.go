package page

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/report/reporttest"
)

// Where the untrained model meets the worse target in every repeat, the better one stands in, which
// one method does not reach.
func TestTrivialTargets(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	for id, r := range in.Records {
		if r.Label == "SVGPC" && r.Dataset == "diabetis" {
			r.Trace[len(r.Trace)-1].Metrics["nll"] = 3.4
			in.Records[id] = r
		}
	}
	text := markdown(t, in)
	if !regexp.MustCompile(`\| diabetis \| X-GPC, SVGPC \| [^|]*\|[^|]*\| not reached \|`).MatchString(text) {
		t.Errorf("diabetis has a target that the untrained model meets:\n%s", text)
	}
}

func TestTimesText(t *testing.T) {
	never := analysis.Moment{After: math.Inf(1), By: math.Inf(1)}
	one, two := analysis.Moment{After: 1, By: 2}, analysis.Moment{After: 4, By: 5}
	for want, times := range map[string][]analysis.Moment{
		"not reached": {never, never}, "4.00 to 5.00": {two}, "1.00 to 2.00, reached in 2 of 3": {one, one, never}, "reached in 1 of 3": {one, never, never},
	} {
		if got := timesText(analysis.TimeToTarget{Times: [2][]analysis.Moment{times, nil}}, 0); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Times are compared where the report shows times: cells of their own time, or
// a table or figure of times.
func TestTimesToTargetsNeedTimes(t *testing.T) {
	for _, c := range []struct {
		timing string
		metric string
		shown  bool
	}{{"shared", "error", false}, {"shared", "seconds", true}, {"exclusive", "error", true}} {
		in := reporttest.Grid()
		in.Spec.Timing, in.Spec.Figures, in.Spec.Tables[0].Metrics = c.timing, nil, []string{c.metric}
		text := markdown(t, in)
		if strings.Contains(text, "## Time to a target") != c.shown {
			t.Errorf("timing %s, a table of %s: times are compared must be %v", c.timing, c.metric, c.shown)
		}
	}
}
