package replication

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/replication/statistic"
)

// caveats are what a reader of a claim needs to know about the records behind it.
func (p *Experiment) caveats(c statistic.Claim, s statistic.Statistic, cases []statistic.Case) []string {
	var out []string
	if p.Spec.Profile != spec.Paper {
		out = append(out, "profile "+p.Spec.Profile)
	}
	used := datasetsOf(cases)
	counts := map[string]int{} // cases, by what has to be known of them
	for _, e := range cases {
		if planned := p.planned(e.At[spec.DatasetKey], e.Method); e.Repeats == 1 {
			counts["one split"]++
		} else if e.Repeats < planned {
			counts[fmt.Sprintf("%d of %d repeats", e.Repeats, planned)]++
		}
		if math.IsNaN(e.Low) {
			counts["no interval"]++
		}
		for _, note := range e.Notes {
			counts[note]++
		}
	}
	sets := map[string][]string{} // of the claim, by what has to be known of them
	for _, name := range p.records.Chosen(c, spec.DatasetKey).Values {
		d := p.Dataset(name)
		switch {
		case !used[name] && !c.Totals && !spec.IsSize(c.Along) && len(cases) > 0:
			sets["no records of"] = append(sets["no records of"], name)
		case d.Differs != "":
			sets["data differ:"] = append(sets["data differ:"], name)
		case d.Assumed != "":
			sets["classes assumed:"] = append(sets["classes assumed:"], name)
		}
	}
	for _, says := range slices.Backward(slices.Sorted(maps.Keys(sets))) { // those without records first
		out = append(out, says+" "+strings.Join(sets[says], ", "))
	}
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[what]; n < len(cases) {
			what = fmt.Sprintf("%s in %d of %d cases", what, n, len(cases))
		}
		out = append(out, what)
	}
	if s.Timed && c.Clock == "" || metrics.Get(c.Metric).Wall {
		if _, busy := p.Clock(); busy {
			out = append(out, "the machine was busy: CPU time")
		}
	}
	return out
}

// planned is the number of planned repeats of a method on a data set.
func (p *Experiment) planned(dataset, label string) int {
	repeats := map[int]bool{}
	for _, i := range p.CellsAt(analysis.Coordinates{spec.DatasetKey: dataset, spec.LabelKey: label}) {
		repeats[p.Cells[i].Repeat] = true
	}
	return len(repeats)
}
