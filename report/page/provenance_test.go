package page

import (
	"maps"
	"strings"
	"testing"

	"gpcbench/report/reporttest"
)

// The provenance cites the paper and says what fits took, and its ranges are of numbers.
func TestProvenance(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Cite = "Author: Title, 2020, https://doi.org/10.1/x"
	for id, r := range in.Records {
		r.Provenance = maps.Clone(r.Provenance)
		r.Provenance["load"] = map[int]string{0: "9.5", 1: "10.25"}[r.Repeat]
		if r.Repeat > 1 {
			r.Provenance["load"] = "9.75 " + r.Dataset + r.Label
		}
		in.Records[id] = r
	}
	r := in.Records["a9a-SVGPC-3"]
	r.Timing.PeakRSS = 3e9
	r.Label = "as it was called when it was run"
	in.Records[r.ID] = r
	text := markdown(t, in)
	for _, want := range []string{
		"| paper | Author: Title, 2020, https://doi.org/10.1/x |",
		"| load | 9.5 to 10.25 (",
		"| peak memory of a fit | median 0.067 GB, largest 3.0 GB (a9a, SVGPC, repeat 3) |",
	} {
		if !strings.Contains(text, want) {
			_, provenance, _ := strings.Cut(text, "## Provenance")
			t.Errorf("no %q in\n%s", want, provenance)
		}
	}
}
