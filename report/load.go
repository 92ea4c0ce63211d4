package report

import (
	"fmt"

	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// busy warns of fits during which the machine was busy.
func (w *page) busy(p *analysis.Experiment, r *Report) {
	all := analysis.LoadsOf(p.Group(nil).OK)
	if !p.ShowsTime() || all.Busy == 0 {
		return
	}
	text := fmt.Sprintf("%d of %s took more than %g times their CPU time, at most %s", all.Busy, wording.Plural(all.Fits, "fit"), analysis.BusyLoad, all.String())
	w.printf("**Busy machine**: %s. Their wall times are too long ([which](#wall-time-over-cpu-time)).", escapeMarkdown(text))
	if p.TracesTime() || len(p.Races()) > 0 {
		w.printf(" All curves against time and times to a target are in CPU seconds.")
	}
	w.printf("\n\n")
	r.notes = append(r.notes, "busy machine: "+text+"; their wall times are too long")
}

// loads writes wall time over CPU time, as a whole and where the machine was
// busy.
func (w *page) loads(p *analysis.Experiment) {
	all := analysis.LoadsOf(p.Group(nil).OK)
	if all.Fits == 0 || !p.ShowsTime() {
		return
	}
	w.printf("## Wall time over CPU time\n\n%s: median %.2f, largest %s. Left out are the baseline and fits of less than %g seconds, whose CPU time the clock does not resolve.", wording.Plural(all.Fits, "fit"), all.Median, escapeMarkdown(all.String()), analysis.ShortFit)
	if all.Busy == 0 {
		w.printf("\n\n")
		return
	}
	w.printf(" Above %g something else ran on the machine, and wall times are too long. CPU seconds of a trace are its seconds over the ratio of its whole fit.\n\n", analysis.BusyLoad)
	w.printf("| data set | method | fits | above %g | median | largest |\n|---|---|---|---|---|---|\n", analysis.BusyLoad)
	for _, d := range p.Dimension("dataset").Values {
		for _, label := range p.Labels {
			if l := analysis.LoadsOf(p.Group(analysis.Coordinates{"dataset": d, "label": label}).OK); l.Busy > 0 {
				w.printf("| %s | %s | %d | %d | %.2f | %.2f |\n", escapeMarkdown(d), escapeMarkdown(label), l.Fits, l.Busy, l.Median, analysis.Load(l.Largest))
			}
		}
	}
	w.printf("\n")
}
