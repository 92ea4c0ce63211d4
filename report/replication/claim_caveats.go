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
)

// caveats are what a reader of a claim has to know of the records behind it.
func (p *Experiment) caveats(c Claim, s Statistic, effects []effect) []string {
	var out []string
	if p.Spec.Profile != spec.Paper {
		out = append(out, "profile "+p.Spec.Profile)
	}
	used := datasetsOf(effects)
	single, bare := 0, 0
	notes := map[string]int{} // cases, by what has to be known of them
	fewer := map[string]int{} // cases with fewer repeats than planned, by what they have
	for _, e := range effects {
		if e.repeats == 1 {
			single++
		} else if planned := p.planned(e.at["dataset"], e.method); e.repeats < planned {
			fewer[fmt.Sprintf("%d of %d repeats", e.repeats, planned)]++
		}
		if math.IsNaN(e.low) {
			bare++
		}
		for _, note := range e.notes {
			notes[note]++
		}
	}
	var differ, assumed, absent []string
	for _, name := range p.chosen(c, "dataset").Values {
		d := p.Dataset(name)
		switch {
		case !used[name] && !spec.IsSize(c.Along) && len(effects) > 0:
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
		out = append(out, "one split"+ofCases(single, len(effects)))
	}
	for _, has := range slices.Sorted(maps.Keys(fewer)) {
		out = append(out, has+ofCases(fewer[has], len(effects)))
	}
	if bare > 0 {
		out = append(out, "no interval"+ofCases(bare, len(effects)))
	}
	for _, note := range slices.Sorted(maps.Keys(notes)) {
		out = append(out, note+ofCases(notes[note], len(effects)))
	}
	if s.timed && c.Clock == "" || metrics.Get(c.Metric).Wall {
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
