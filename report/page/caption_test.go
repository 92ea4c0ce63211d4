package page

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/analysis/analysistest"
	"gpcbench/harness/record"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

// A caption says what its table has, and nothing else.
func TestCaption(t *testing.T) {
	of := func(repeats int, entries ...replication.Entry) *replication.Table {
		return &replication.Table{Layout: analysis.Layout{Summary: "mean", Repeats: repeats}, Blocks: []replication.MetricBlock{{Metric: "nll", Entries: [][]replication.Entry{entries}}}}
	}
	one := replication.Entry{Entry: analysis.Entry{Summary: analysis.Summary{N: 1, SE: math.NaN()}}}
	single := replication.Entry{Entry: analysis.Entry{Summary: analysis.Summary{N: 1, SE: 1, Single: true}, Best: true}}
	ten := replication.Entry{Entry: analysis.Entry{Summary: analysis.Summary{N: 10, SD: 1}}}
	nine := replication.Entry{Entry: analysis.Entry{Summary: analysis.Summary{N: 9, SD: 1}}}
	slow := replication.Entry{Entry: analysis.Entry{Summary: analysis.Summary{N: 10}, Busy: true}}
	falling := replication.Entry{Entry: analysis.Entry{Summary: analysis.Summary{N: 10}, WorseThanShares: true, Unfinished: true}}
	compared := of(10, ten)
	compared.Published = &replication.PublishedTable{Spread: "se"}
	compared.Blocks[0].Entries[0][0].Summary.SE = 1
	for _, c := range []struct {
		table *replication.Table
		want  string
	}{
		{of(1, one, one), "One repeat."},
		{of(1, one, single), "One repeat ± standard error over its test rows."},
		{of(1, single), "One repeat ± standard error over its test rows."},
		{of(10, ten, ten), "Mean over 10 repeats ± standard deviation."},
		{of(10, ten, nine), "Mean over 10 repeats ± standard deviation."},
		{of(10, ten, single), "Mean over 10 repeats ± standard deviation, of 1 repeat ± standard error over its test rows."},
		{of(10, ten, one), "Mean over 10 repeats ± standard deviation."},
		{compared, "Mean over 10 repeats ± standard error, as in the paper."},
		{of(10, slow), "Mean over 10 repeats. † the machine was busy, and the time is too long."},
		{of(10, ten, falling), "Mean over 10 repeats ± standard deviation. ‡ worse than the shares of the classes or labels alone. " +
			"↓ not finished: still falling when the budget of most fits was spent."},
	} {
		if got := caption(c.table); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// What holds for all figures of a section is said once, and of repeats only where there are several.
func TestSectionsExplainWhatTheyHave(t *testing.T) {
	text := markdown(t, reporttest.Synthetic("paper", 10))
	for _, sentence := range []string{"share of test rows whose most probable", "over repeats with one standard error"} {
		if got := strings.Count(text, sentence); got != 1 {
			t.Errorf("%q stands %d times, want 1", sentence, got)
		}
	}
	in := reporttest.Synthetic("paper", 1)
	in.Records = map[string]record.Record{}
	for _, c := range in.Cells {
		if r := analysistest.Record(c.Cell); c.Label != "Linear" {
			delete(r.Provenance, "classes")
			in.Records[c.ID] = r
		}
	}
	text = markdown(t, in)
	if strings.Contains(text, "over repeats with one standard error") {
		t.Error("the report speaks of repeats, and there is one")
	}
}

// Wall times of fits that were not alone are marked wherever a table has them,
// those of the baseline as well, and the mark is explained.
func TestBusyMark(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Published = []byte(strings.Replace(reporttest.PublishedSource, `["diabetis", "X-GPC", "seconds", "8.8", "0.1"],`,
		`["diabetis", "X-GPC", "seconds", "8.8", "0.1"], ["diabetis", "SVGPC", "seconds", "880", "0.1"],`, 1))
	for id, r := range in.Records {
		r.Timing = record.Timing{WallSeconds: 2, CPUSeconds: 2}
		if r.Dataset == "diabetis" && r.Label != "X-GPC" {
			r.Timing.CPUSeconds = 1
		}
		in.Records[id] = r
	}
	text := markdown(t, in)
	if strings.Count(text, "2.000†") != 2 {
		t.Errorf("the times of SVGPC and Linear on diabetis are not marked:\n%s", text)
	}
	if !strings.Contains(text, "† the machine was busy, and the time is too long.") {
		t.Error("the report does not explain its mark")
	}
	if text := markdown(t, reporttest.Synthetic("paper", 10)); strings.Contains(text, "†") {
		t.Error("a mark, and the machine was not busy")
	}
}

// Losses of methods that are not finished are marked: on the data set where they are not.
func TestUnfinishedMark(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	for id, r := range in.Records {
		if r.Dataset == "diabetis" && r.Label == "SVGPC" {
			r.Options = map[string]any{"budget_seconds": 4.0}
			r.Timing = record.Timing{WallSeconds: 4, CPUSeconds: 4}
			for _, nll := range []float64{0.9, 0.8, 0.7, 0.6} {
				r.Trace = append(r.Trace, record.Point{Seconds: float64(len(r.Trace) + 1), Metrics: map[string]float64{"nll": nll}})
			}
			in.Records[id] = r
		}
	}
	text := markdown(t, in)
	marked := regexp.MustCompile(`(?m)^\| diabetis \|.*↓.*$`).FindAllString(text, -1)
	if len(marked) != 1 || strings.Count(text, "↓") != 2 {
		t.Errorf("%d rows and %d marks, one of them explained:\n%s", len(marked), strings.Count(text, "↓"), text)
	}
	if text := onTerminal(t, in); strings.Count(text, "\n↓ not finished: still falling when the budget of most fits was spent\n") != 1 {
		t.Errorf("the terminal does not explain the mark once:\n%s", text)
	}
}

// Where no fit took a step back a sentence says so, in place of a table of zeros.
func TestNever(t *testing.T) {
	const said, table = "No fit took a step back.", "Steps taken back"
	in := reporttest.Synthetic("paper", 3)
	in.Spec.Tables[0].Metrics = append(in.Spec.Tables[0].Metrics, "refused")
	if text := markdown(t, in); !strings.Contains(text, said) || strings.Contains(text, table) {
		t.Errorf("a table of zeros:\n%s", text)
	}
	r := in.Records["a9a-SVGPC-0"]
	r.Events = map[string]int{"natural step refused": 1}
	in.Records[r.ID] = r
	if text := markdown(t, in); strings.Contains(text, said) || !strings.Contains(text, table) {
		t.Errorf("no table of steps taken back:\n%s", text)
	}
}
