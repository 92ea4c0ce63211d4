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
	out = append(append(out, p.datasetCaveats(c, cases)...), p.caseCaveats(cases)...)
	if s.Timed && c.Clock == "" || metrics.Get(c.Metric).Wall {
		if _, busy := p.Clock(); busy {
			out = append(out, "the machine was busy: CPU time")
		}
	}
	return out
}

// datasetCaveats name the data sets of a claim of which something has to be known, those without records first.
func (p *Experiment) datasetCaveats(c statistic.Claim, cases []statistic.Case) (out []string) {
	used, sets := datasetsOf(cases), map[string][]string{} // by what has to be known
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
	for _, says := range slices.Backward(slices.Sorted(maps.Keys(sets))) {
		out = append(out, says+" "+strings.Join(sets[says], ", "))
	}
	return out
}

// caseCaveats count the cases of which something has to be known.
func (p *Experiment) caseCaveats(cases []statistic.Case) (out []string) {
	counts := map[string]int{} // by what has to be known
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
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[what]; n < len(cases) {
			what = fmt.Sprintf("%s in %d of %d cases", what, n, len(cases))
		}
		out = append(out, what)
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
