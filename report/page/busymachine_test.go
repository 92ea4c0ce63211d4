package page

import (
	"strings"
	"testing"

	"gpcbench/report/reporttest"
)

// A report warns of fits that were not alone, where it shows times.
func TestBusyMachine(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	slow := in.Records["diabetis-SVGPC-4"]
	slow.Timing.CPUSeconds /= 2.5
	in.Records[slow.ID] = slow
	text := markdown(t, in)
	for _, want := range []string{
		"**Busy machine**: 1 of 39 fits took more than 1.2 times their CPU time.",
		"The largest ratio is 2.50 (diabetis, SVGPC, repeat 4).",
		"| diabetis | SVGPC | 10 | 1 | 2.50 |",
		"Curves and times to a target are in CPU seconds.",
		"Times are in CPU seconds, as medians over repeats",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	for _, f := range read(t, in).Figures[0] {
		if svg := svgOf(t, f); !strings.Contains(svg, "CPU time (s)") || strings.Contains(svg, "Training time (s)") {
			t.Errorf("the axis of %s is not CPU time, as that of the other figures", f.Name)
		}
	}
	in.Spec.Tables[0].Metrics, in.Spec.Figures = []string{"error"}, nil
	if text := markdown(t, in); strings.Contains(text, "Busy machine") || strings.Contains(text, "## Wall time over CPU time") {
		t.Error("a report without times warns of them")
	}
}

// Where fits stood still a table of the user's own has CPU times, and none is the best.
func TestTimesOfStalledFits(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Published, in.Spec.Tables[0].Published, in.Spec.Tables[0].Metrics, in.Spec.Figures = nil, "", []string{"seconds"}, nil
	if text := markdown(t, in); !strings.Contains(text, "Training time (s)") {
		t.Errorf("%s", text[:min(len(text), 3000)])
	}
	stopped := in.Records["diabetis-SVGPC-4"]
	stopped.Timing.WallSeconds, stopped.Timing.CPUSeconds = 40, 2
	in.Records[stopped.ID] = stopped
	text := markdown(t, in)
	table, _, _ := strings.Cut(text[strings.Index(text, "## Table 1"):], "The best of a row")
	if !strings.Contains(table, "CPU time (s)") || strings.Contains(table, "Training time (s)") || strings.Contains(table, "| **") {
		t.Errorf("%s", table)
	}
}

// What has no record is told by methods and data sets.
func TestNotRunIsTold(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	for id, r := range in.Records {
		if r.Label == "SVGPC" && r.Dataset == "diabetis" && r.Repeat > 6 {
			delete(in.Records, id)
		}
	}
	if text := markdown(t, in); !strings.Contains(text, "\n3 cells were not run, of the method SVGPC, of the data set diabetis. ") {
		t.Errorf("%s", text[:min(len(text), 3000)])
	}
}

// A fit that stood still is told of, whether the report shows times or not.
func TestStalledFit(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Spec.Tables[0].Metrics, in.Spec.Figures = []string{"error"}, nil
	stopped := in.Records["diabetis-SVGPC-4"]
	stopped.Timing.WallSeconds, stopped.Timing.CPUSeconds = 40, 2
	in.Records[stopped.ID] = stopped
	for _, text := range []string{onTerminal(t, in), markdown(t, in)} {
		if want := "1 of 39 fits had the processor for less than a third of the time."; !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
