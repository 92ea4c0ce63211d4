package report

import (
	"fmt"
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
	short := crowded
	short.Timing = record.Timing{WallSeconds: 0.04, CPUSeconds: 0.01}
	linear := crowded
	linear.Method = "logistic"
	if l := loadsOf([]record.Record{quiet, short, linear}); l.fits != 1 || l.busy != 0 {
		t.Errorf("a fit of 40 ms and the baseline tell that the machine was busy: %+v", l)
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
		"**Busy machine**: 1 of 39 fits took more than 1.2 times their CPU time, at most 2.50 (diabetis, SVGPC, repeat 4).",
		"| diabetis | SVGPC | 10 | 1 | 1.00 | 2.50 |",
		"All curves against time and times to a target are in CPU seconds.",
		"Times are CPU seconds.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	for _, f := range r.Files {
		if strings.HasPrefix(f.Path, "figure1-") && strings.HasSuffix(f.Path, ".svg") &&
			(!strings.Contains(string(f.Content), "CPU time (s)") || strings.Contains(string(f.Content), "Training time (s)")) {
			t.Errorf("the axis of %s is not CPU time, as that of the other figures", f.Path)
		}
	}
	in.Spec.Tables[0].Metrics, in.Spec.Figures = []string{"error"}, nil
	if text := string(build(t, in).Files[0].Content); strings.Contains(text, "Busy machine") || strings.Contains(text, "over CPU time") {
		t.Error("a report without times warns of them")
	}
}

// Curves and times to a target of a busy machine are in CPU seconds, those of
// all data sets on the same clock.
func TestOneClock(t *testing.T) {
	in := synthetic("paper", 10)
	for id, r := range in.Records {
		if r.Dataset == "diabetis" {
			r.Timing.CPUSeconds /= 2
			in.Records[id] = r
		}
	}
	p := newProject(in)
	if clock, busy := p.clock(); !busy || clock != cpuSeconds {
		t.Fatalf("clock %s of a machine that was busy", clock)
	}
	for _, r := range p.races() {
		if r.at["dataset"] != "diabetis" || r.labels != [2]string{"X-GPC", "SVGPC"} {
			continue
		}
		for i, s := range r.setUps[1] {
			near(t, "set-up", s, setUp(in.Records[fmt.Sprintf("diabetis-SVGPC-%d", i)], "seconds")/2)
		}
	}
	if clock, busy := newProject(synthetic("paper", 10)).clock(); busy || clock != "seconds" {
		t.Errorf("clock %s of a machine that was not busy", clock)
	}
}
