package replication

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/replication/statistic"
)

// caveats are what a reader of a claim has to know of the records behind it.
func (p *Experiment) caveats(c statistic.Claim, s statistic.Statistic, cases []statistic.Case) []string {
	var out []string
	if p.Spec.Profile != spec.Paper {
		out = append(out, "profile "+p.Spec.Profile)
	}
	used := datasetsOf(cases)
	single, bare := 0, 0
	notes := map[string]int{} // cases, by what has to be known of them
	fewer := map[string]int{} // cases with fewer repeats than planned, by what they have
	for _, e := range cases {
		if c.Totals {
			for _, name := range p.records.Chosen(c, "dataset").Values {
				used[name] = true
			}
		}
		if e.Repeats == 1 {
			single++
		} else if planned := p.planned(e.At["dataset"], e.Method); e.Repeats < planned {
			fewer[fmt.Sprintf("%d of %d repeats", e.Repeats, planned)]++
		}
		if math.IsNaN(e.Low) {
			bare++
		}
		for _, note := range e.Notes {
			notes[note]++
		}
	}
	var differ, assumed, absent []string
	for _, name := range p.records.Chosen(c, "dataset").Values {
		d := p.Dataset(name)
		switch {
		case !used[name] && !spec.IsSize(c.Along) && len(cases) > 0:
			absent = append(absent, name)
		case d.Differs != "":
			differ = append(differ, name)
		case d.Assumed != "":
			assumed = append(assumed, name)
		}
	}
	for _, l := range []struct {
		says string
		sets []string
	}{{"no records of", absent}, {"data differ:", differ}, {"classes assumed:", assumed}} {
		if len(l.sets) > 0 {
			out = append(out, l.says+" "+strings.Join(l.sets, ", "))
		}
	}
	if single > 0 {
		out = append(out, "one split"+ofCases(single, len(cases)))
	}
	for _, has := range slices.Sorted(maps.Keys(fewer)) {
		out = append(out, has+ofCases(fewer[has], len(cases)))
	}
	if bare > 0 {
		out = append(out, "no interval"+ofCases(bare, len(cases)))
	}
	for _, note := range slices.Sorted(maps.Keys(notes)) {
		out = append(out, note+ofCases(notes[note], len(cases)))
	}
	if s.Timed && c.Clock == "" || metrics.Get(c.Metric).Wall {
		out = append(out, p.busyCaveat()...)
	}
	return out
}

// planned is the number of repeats that the plan has of a method on a data set.
func (p *Experiment) planned(dataset, label string) int {
	repeats := map[int]bool{}
	for _, i := range p.CellsAt(analysis.Coordinates{"dataset": dataset, "label": label}) {
		repeats[p.Cells[i].Repeat] = true
	}
	return len(repeats)
}

// ofCases says in how many of n cases a caveat is so, where not in all.
func ofCases(k, n int) string {
	if k == n {
		return ""
	}
	return fmt.Sprintf(" in %d of %d cases", k, n)
}

// busyCaveat says that the machine was busy during some fits, where it was.
func (p *Experiment) busyCaveat() []string {
	if _, busy := p.Clock(); !busy {
		return nil
	}
	return []string{"the machine was busy: CPU time"}
}
