package page

import (
	"maps"
	"strings"
	"testing"

	"gpcbench/report/reporttest"
)

// The provenance cites the paper and and its ranges are of numbers.
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
	text := markdown(t, in)
	for _, want := range []string{
		"| paper | Author: Title, 2020, https://doi.org/10.1/x |",
		"| load | 9.5 to 10.25 (",
	} {
		if !strings.Contains(text, want) {
			_, provenance, _ := strings.Cut(text, "## Provenance")
			t.Errorf("no %q in\n%s", want, provenance)
		}
	}
}
