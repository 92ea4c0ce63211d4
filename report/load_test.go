package report

import (
	"strings"
	"testing"

	"gpcbench/harness/record"
)

func TestLoad(t *testing.T) {
	quiet := record.Record{Timing: record.Timing{WallSeconds: 1.1, CPUSeconds: 1}}
	crowded := record.Record{Timing: record.Timing{WallSeconds: 3, CPUSeconds: 2}}
	crowded.Dataset, crowded.Label, crowded.Repeat = "german", "SVGPC", 7
	unknown := record.Record{Timing: record.Timing{WallSeconds: 3}}
	l := loadsOf([]record.Record{quiet, unknown, crowded})
	if l.fits != 3 || l.busy != 1 || l.String() != "1.50 (german, SVGPC, repeat 7)" {
		t.Errorf("%+v", l)
	}
	near(t, "median", l.median, 1.1)
	if clock, busy := clockOf([]record.Record{quiet, unknown}); busy || clock != "seconds" {
		t.Errorf("clock %s of a machine that was not busy", clock)
	}
	if clock, busy := clockOf([]record.Record{quiet, crowded}); !busy || clock != cpuSeconds {
		t.Errorf("clock %s of a machine that was busy", clock)
	}
	crowded.Method = baseline
	if _, busy := clockOf([]record.Record{quiet, crowded}); busy {
		t.Error("the baseline, whose trace is not drawn, decides the clock")
	}
}

// A report warns of fits that were not alone, where it shows times.
func TestBusyMachine(t *testing.T) {
	in := synthetic("paper", 10)
	slow := in.Records["diabetis-SVGPC-4"]
	slow.Timing.CPUSeconds /= 2.5
	in.Records[slow.ID] = slow
	r := build(t, in)
	text := string(r.Files[0].Content)
	for _, want := range []string{
		"**Busy machine**: 1 of 59 fits took more than 1.2 times their CPU time, at most 2.50 (diabetis, SVGPC, repeat 4).",
		"| diabetis | SVGPC | 10 | 1 | 1.00 | 2.50 |",
		"| diabetis (CPU time) | X-GPC, SVGPC |",
		"| a9a | X-GPC, SVGPC |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	in.Spec.Tables[0].Metrics, in.Spec.Figures = []string{"error"}, nil
	if text := string(build(t, in).Files[0].Content); strings.Contains(text, "Busy machine") || strings.Contains(text, "over CPU time") {
		t.Error("a report without times warns of them")
	}
}
