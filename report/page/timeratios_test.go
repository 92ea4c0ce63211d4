package page

import (
	"strings"
	"testing"

	"gpcbench/report/reporttest"
)

// Ratios of training times are written where the paper has both times.
func TestTimeRatios(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	if text := markdown(t, in); strings.Contains(text, "trains as another") {
		t.Error("the paper has one of the two times, and a ratio is written")
	}
	in.Published = []byte(strings.Replace(reporttest.PublishedSource, `["diabetis", "X-GPC", "seconds", "8.8", "0.1"],`,
		`["diabetis", "X-GPC", "seconds", "8.8", "0.1"], ["diabetis", "SVGPC", "seconds", "880", "0.1"], ["a9a", "X-GPC", "seconds", "2", "0.1"], ["a9a", "SVGPC", "seconds", "30", "0.1"],`, 1))
	for id, r := range in.Records {
		switch r.Label {
		case "X-GPC":
			r.Timing.WallSeconds = 2
		case "SVGPC":
			r.Timing.WallSeconds = 6
		}
		if r.Dataset == "a9a" {
			r.Timing.WallSeconds *= r.Timing.WallSeconds // 4 and 36
		}
		in.Records[id] = r
	}
	text := markdown(t, in)
	for _, want := range []string{
		"| diabetis | SVGPC / X-GPC | 3.0 | 100 |",
		"| a9a | SVGPC / X-GPC | 9.0 | 15 |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
}
