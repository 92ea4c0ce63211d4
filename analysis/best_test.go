package analysis

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// The best of a row is marked with those that read the same, unless all do or there is no best.
func TestMarkBest(t *testing.T) {
	p := &Experiment{Input: Input{Spec: &spec.Spec{Methods: []spec.Method{{Name: "majority", Label: "Shares"}, {Name: "xgpc", Label: "X-GPC"}}}}}
	of := func(value, se float64) Entry { return Entry{Summary: Summary{N: 3, Value: value, SE: se}} }
	with := func(e Entry, label string, records ...record.Record) Entry {
		e.Group = Group{At: Coordinates{"label": label}, OK: records}
		return e
	}
	on := func(e Entry, dataset string) Entry {
		e.Group = Group{At: Coordinates{"dataset": dataset}}
		return e
	}
	spent := record.Record{Cell: record.Cell{Options: map[string]any{"budget_seconds": 10.0}}, Timing: record.Timing{WallSeconds: 10.1}}
	yes, no := true, false
	for _, c := range []struct {
		what, metric string
		line         []Entry
		want         []bool
	}{
		{"equals", "nll", []Entry{of(2, 0.1), of(1, 0.1), of(1, 0.1)}, []bool{no, yes, yes}},
		{"all the same", "nll", []Entry{of(0, 0.1), of(0, 0.1), of(0, 0.1)}, []bool{no, no, no}},
		{"one alone", "nll", []Entry{of(3, 0.1)}, []bool{no}},
		{"more is better", "auc", []Entry{of(0.8, 0.1), of(0.9, 0.1)}, []bool{no, yes}},
		{"0.133 and 0.133", "error", []Entry{of(0.1331, 0.08), of(0.1333, 0.09), of(0.2, 0.1)}, []bool{yes, yes, no}},
		{"0.133 and 0.1333", "error", []Entry{of(0.1331, 0.08), of(0.1333, 0.005), of(0.2, 0.1)}, []bool{yes, yes, no}},
		{"all read 0.133", "error", []Entry{of(0.1331, 0.08), of(0.1333, 0.09)}, []bool{no, no}},
		{"bytes shown in GB", "peak_rss_bytes", []Entry{of(1e9, 1e7), of(1.0004e9, 1e7), of(2e9, 1e7)}, []bool{yes, yes, no}},
		{"objectives", "objective", []Entry{of(-2, 0.1), of(-1, 0.1)}, []bool{no, no}},
		{"the floor", "ece", []Entry{with(of(0.001, 1e-4), "Shares"), with(of(0.01, 1e-4), "X-GPC"), of(0.02, 1e-4)}, []bool{no, yes, no}},
		{"times of a budget", "seconds", []Entry{with(of(10.1, 0.1), "X-GPC", spent), of(1, 0.1)}, []bool{no, no}},
		{"two data sets", "nll", []Entry{on(of(1, 0.1), "heart"), on(of(2, 0.1), "banana")}, []bool{no, no}},
		{"errors within a budget", "error", []Entry{with(of(0.1, 0.01), "X-GPC", spent), of(0.2, 0.01)}, []bool{yes, no}},
	} {
		p.markBest(c.line, c.metric, "mean")
		var got []bool
		for _, e := range c.line {
			got = append(got, e.Best)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// Where repeats differ the best is that of the repeats which all have: an import of all four, of which the
// last two are easy, is not better than a method that has run the first two.
func TestMarkBestOverCommonRepeats(t *testing.T) {
	p := &Experiment{Input: Input{Spec: &spec.Spec{}}}
	entry := func(label string, nll ...float64) Entry {
		e := Entry{Group: Group{At: Coordinates{"label": label}}}
		for repeat, v := range nll {
			e.Group.OK = append(e.Group.OK, record.Record{Cell: record.Cell{Repeat: repeat}, Status: record.OK, Metrics: map[string]float64{"nll": v}})
		}
		e.Summary = Summarise(e.Group.OK, "nll", "mean")
		return e
	}
	for _, c := range []struct {
		what string
		line []Entry
		want []bool
		over []int
	}{
		{"partial and better", []Entry{entry("import", 0.5, 0.5, 0.1, 0.1), entry("own", 0.4, 0.4), entry("once", 0.01)}, []bool{false, true, false}, []int{2, 2, 0}},
		{"partial and worse", []Entry{entry("import", 0.5, 0.5, 0.9, 0.9), entry("own", 0.6, 0.6)}, []bool{true, false}, []int{2, 2}},
		{"one each", []Entry{entry("a", 0.5), entry("b", 0.6)}, []bool{true, false}, []int{1, 1}},
	} {
		p.markBest(c.line, "nll", "mean")
		for i, e := range c.line {
			if e.Best != c.want[i] || e.Compared != c.over[i] {
				t.Errorf("%s: the best is %s: %v, compared over %d repeats", c.what, e.Group.At["label"], e.Best, e.Compared)
			}
		}
	}
}

// What is worse than the shares is marked: the loss and the error, not how well a method is calibrated.
func TestWorseThanShares(t *testing.T) {
	p := manySets(8)
	p.Spec.Tables = []spec.Table{{Rows: "dataset", Columns: "label", Metrics: []string{"nll", "error", "ece"}, Summary: "mean"}}
	tables, err := p.Tables(0)
	if err != nil {
		t.Fatal(err)
	}
	marked := map[string]string{}
	for _, b := range tables[0].Blocks {
		for i, row := range b.Entries {
			for j, e := range row {
				if e.WorseThanShares {
					marked[b.Metric] += tables[0].Rows.Values[i] + " " + tables[0].Cols.Values[j] + ", "
				}
			}
		}
	}
	if want := map[string]string{"nll": "d7 bad, ", "error": "d7 bad, "}; !maps.Equal(marked, want) {
		t.Errorf("%v, want %v", marked, want)
	}
}

// A method is held against the shares on the repeats that it has.
func TestWorseThanSharesOnCommonRepeats(t *testing.T) {
	stored := map[string]record.Record{}
	var cells []*record.Planned
	add := func(label string, repeat int, nll float64) {
		id := fmt.Sprint(label, repeat)
		c := record.Cell{ID: id, Dataset: "d", Method: label, Label: label, Repeat: repeat}
		cells = append(cells, &record.Planned{Cell: c})
		stored[id] = record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": nll}}
	}
	for r := range 10 {
		shares := 0.3
		if r < 2 {
			shares = 0.9 // hard
			add("logistic", r, 0.8)
		}
		add("majority", r, shares)
	}
	p := New(Input{
		Spec: &spec.Spec{
			Datasets: []spec.Dataset{{Name: "d"}}, Methods: []spec.Method{{Name: "logistic", Label: "logistic"}, {Name: "majority", Label: "majority"}},
			Tables: []spec.Table{{Rows: "dataset", Columns: "label", Metrics: []string{"nll"}, Summary: "mean"}},
		},
		Cells: cells, Records: stored, Datasets: []record.Dataset{{Name: "d", Rows: 100}},
	})
	tables, err := p.Tables(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range tables[0].Blocks {
		for _, row := range b.Entries {
			for _, e := range row {
				if e.WorseThanShares {
					t.Errorf("%v is marked", e.Group.At)
				}
			}
		}
	}
}

// In the row over all data sets the best is that of the repeats which all have, too: with others of
// equal number none is.
func TestMarkBestOfAverages(t *testing.T) {
	for _, c := range []struct {
		what    string
		dropped map[string]int // label: repeat
		want    []bool
	}{
		{"one repeat fewer", map[string]int{"near": 1}, []bool{true, false, false, false}},
		{"one of its own each", map[string]int{"near": 1, "good": 0, "bad": 0, "Shares": 0}, []bool{false, false, false, false}},
	} {
		p := manySets(2)
		p.Spec.Tables = []spec.Table{{Rows: "dataset", Columns: "label", Metrics: []string{"nll"}, Summary: "mean", Average: true}}
		for id, r := range p.Records {
			if r.Label == "near" {
				r.Metrics["nll"] += 0.002 // worse than good on each repeat, better on its first than good on both
			}
			if repeat, ok := c.dropped[r.Label]; ok && r.Repeat == repeat {
				delete(p.Records, id)
			}
		}
		tables, err := New(p.Input).Tables(0)
		if err != nil {
			t.Fatal(err)
		}
		rows := tables[0].Blocks[0].Entries
		var got []bool
		for _, e := range rows[len(rows)-1] {
			got = append(got, e.Best)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}
