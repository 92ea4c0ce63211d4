package report

import (
	"fmt"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// busy warns of fits during which the machine was busy.
func (w *page) busy(p *analysis.Experiment) {
	all := analysis.LoadsOf(p.Group(nil).OK)
	if all.Stalled > 0 {
		w.Tell("%d of %s stood still most of the time. Wall time over CPU time was %s%s. The process was stopped, or the machine slept or was busy.",
			all.Stalled, wording.Plural(all.Fits, "fit"), wording.Agree(all.Stalled, "", "at most "), document.Escape(all.String()))
	}
	if !p.ShowsTime() || all.Busy == 0 {
		return
	}
	text := fmt.Sprintf("%d of %s took more than %g times their CPU time, at most %s", all.Busy, wording.Plural(all.Fits, "fit"), analysis.BusyLoad, all.String())
	said := fmt.Sprintf("**Busy machine**: %s. Their wall times are too long ([which](#wall-time-over-cpu-time)).", document.Escape(text))
	if p.TracesTime() || len(p.Races()) > 0 {
		said += " All curves against time and times to a target are in CPU seconds."
	}
	w.Tell("%s", said)
}

// loads writes wall time over CPU time, as a whole and where the machine was
// busy.
func (w *page) loads(p *analysis.Experiment) {
	all := analysis.LoadsOf(p.Group(nil).OK)
	if all.Fits == 0 || !p.ShowsTime() {
		return
	}
	w.Heading(2, "Wall time over CPU time")
	said := fmt.Sprintf("%s: median %.2f, largest %s. Left out are baselines and fits of less than %g seconds, whose CPU time the clock does not resolve.",
		wording.Plural(all.Fits, "fit"), all.Median, document.Escape(all.String()), analysis.ShortFit)
	if all.Busy == 0 {
		w.Paragraph("%s", said)
		return
	}
	w.Paragraph("%s Above %g something else ran on the machine, and wall times are too long. CPU seconds of a trace are its seconds over the ratio of its whole fit.", said, analysis.BusyLoad)
	t := document.Table{Head: []string{"data set", "method", "fits", fmt.Sprintf("above %g", analysis.BusyLoad), "median", "largest"}}
	for _, d := range p.Dimension("dataset").Values {
		for _, label := range p.Labels {
			if l := analysis.LoadsOf(p.Group(analysis.Coordinates{"dataset": d, "label": label}).OK); l.Busy > 0 {
				t.Rows = append(t.Rows, []string{
					document.Escape(d), document.Escape(label), fmt.Sprint(l.Fits), fmt.Sprint(l.Busy), fmt.Sprintf("%.2f", l.Median), fmt.Sprintf("%.2f", l.Largest.Timing.Load()),
				})
			}
		}
	}
	w.Add(t)
}
