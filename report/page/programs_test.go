package page

import (
	"maps"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/report/reporttest"
)

// What a report says of programs: the kinds of their failures, curves of refits, and libraries of several versions.
func TestPrograms(t *testing.T) {
	in := reporttest.Synthetic("paper", 3)
	for id, r := range in.Records {
		if r.Label != "SVGPC" {
			continue
		}
		r.Provenance = maps.Clone(r.Provenance)
		r.Provenance["command"], r.Provenance["library torch"] = "GPyTorch 1.11", "1.13"
		if r.Repeat == 1 && r.Status == record.OK {
			r.Provenance["library torch"] = "2.0"
		}
		if r.Status == record.Failed {
			r.FailureKind, r.Error = "memory", "memory: it used more than it may have"
		}
		in.Records[id] = r
	}
	for _, c := range in.Cells {
		if c.Label == "Linear" && c.Repeat == 0 {
			half := *c
			half.ID, half.Refit, half.Options = c.ID+"-half", "iterations", map[string]any{"iterations": 50}
			in.Cells = append(in.Cells, &half)
			break
		}
	}
	text := markdown(t, in)
	for _, want := range []string{
		"**Mixed versions**", "- SVGPC: torch 1.13 and 2.0", "| SVGPC | memory | 1 |",
		"The points of Linear in time are separate fits", "17 of 19 cells done, [1 failed]",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, text)
		}
	}
	if text := markdown(t, reporttest.Synthetic("paper", 3)); strings.Contains(text, "Mixed versions") || strings.Contains(text, "| failure |") {
		t.Error("a report without programs speaks of them")
	}
}
