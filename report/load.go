package report

import (
	"fmt"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// busyLoad is the load above which something else ran beside a fit.
const busyLoad = 1.2

// cpuSeconds is the axis of CPU time: the seconds of a trace, which are wall
// seconds, over the load of the whole fit.
const cpuSeconds = "cpu_seconds"

// load returns the wall time of a fit over its CPU time, 1 where its CPU time is
// not known.
func load(r record.Record) float64 {
	if r.Timing.CPUSeconds <= 0 || r.Timing.WallSeconds <= 0 {
		return 1
	}
	return r.Timing.WallSeconds / r.Timing.CPUSeconds
}

// shortFit is the wall time, in seconds, below which a fit's load says nothing:
// the clock of CPU time ticks too slowly.
const shortFit = 0.05

// crowded says whether something else ran beside a fit.
func crowded(r record.Record) bool {
	return r.Timing.WallSeconds >= shortFit && load(r) > busyLoad
}

// timed returns the fits whose load tells whether the machine was busy. The
// baseline is not among them: its course is not shown.
func timed(records []record.Record) []record.Record {
	return slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool {
		return isBaseline(r.Method) || r.Timing.WallSeconds < shortFit
	})
}

// clock returns the axis of time of the whole report: seconds, or CPU seconds if
// the machine was busy during one of the fits.
func (p *project) clock() (clock string, busy bool) {
	if p.crowded {
		return cpuSeconds, true
	}
	return "seconds", false
}

// loads is the load of the timed fits of a group.
type loads struct {
	fits, busy int
	median     float64
	largest    record.Record
}

func loadsOf(records []record.Record) loads {
	var out loads
	var all []float64
	for i, r := range timed(records) {
		l := load(r)
		all = append(all, l)
		if i == 0 || l > load(out.largest) {
			out.largest = r
		}
		if crowded(r) {
			out.busy++
		}
	}
	out.fits = len(all)
	if out.fits > 0 {
		out.median = medianOf(all)
	}
	return out
}

// String names the largest load and its cell.
func (l loads) String() string {
	r := l.largest
	return fmt.Sprintf("%.2f (%s, %s, repeat %d)", load(r), r.Dataset, r.Label, r.Repeat)
}

// isWallTime says whether a metric is a wall time.
func isWallTime(metric string) bool { return metric == "seconds" || metric == "ms_per_iteration" }

// showsTime says whether wall time matters in the report: cells ran one at a
// time for it, or a table or figure shows it.
func (p *project) showsTime() bool {
	if p.Spec.Timing == "exclusive" {
		return true
	}
	for _, t := range p.Spec.Tables {
		if slices.ContainsFunc(t.Metrics, isWallTime) {
			return true
		}
	}
	return p.tracesTime() || slices.ContainsFunc(p.Spec.Figures, func(f spec.Figure) bool { return slices.ContainsFunc(f.Y, isWallTime) })
}

// tracesTime says whether a figure has curves against time.
func (p *project) tracesTime() bool {
	return slices.ContainsFunc(p.Spec.Figures, func(f spec.Figure) bool { return f.Kind == "trace" && f.X == "seconds" })
}

// busy warns of fits during which the machine was busy.
func (w *page) busy(p *project, r *Report) {
	all := loadsOf(p.group(nil).ok)
	if !p.showsTime() || all.busy == 0 {
		return
	}
	text := fmt.Sprintf("%d of %s took more than %g times their CPU time, at most %s", all.busy, plural(all.fits, "fit"), busyLoad, all)
	w.printf("**Busy machine**: %s. Their wall times are too long ([which](#wall-time-over-cpu-time)).", escapeMarkdown(text))
	if p.tracesTime() || len(p.races()) > 0 {
		w.printf(" All curves against time and times to a target are in CPU seconds.")
	}
	w.printf("\n\n")
	r.notes = append(r.notes, "busy machine: "+text+"; their wall times are too long")
}

// loads writes wall time over CPU time, as a whole and where the machine was
// busy.
func (w *page) loads(p *project) {
	all := loadsOf(p.group(nil).ok)
	if all.fits == 0 || !p.showsTime() {
		return
	}
	w.printf("## Wall time over CPU time\n\n%s: median %.2f, largest %s. Left out are the baseline and fits of less than %g seconds, whose CPU time the clock does not resolve.", plural(all.fits, "fit"), all.median, escapeMarkdown(all.String()), shortFit)
	if all.busy == 0 {
		w.printf("\n\n")
		return
	}
	w.printf(" Above %g something else ran on the machine, and wall times are too long. CPU seconds of a trace are its seconds over the ratio of its whole fit.\n\n", busyLoad)
	w.printf("| data set | method | fits | above %g | median | largest |\n|---|---|---|---|---|---|\n", busyLoad)
	for _, d := range p.dimension("dataset").values {
		for _, label := range p.labels {
			if l := loadsOf(p.group(coordinates{"dataset": d, "label": label}).ok); l.busy > 0 {
				w.printf("| %s | %s | %d | %d | %.2f | %.2f |\n", escapeMarkdown(d), escapeMarkdown(label), l.fits, l.busy, l.median, load(l.largest))
			}
		}
	}
	w.printf("\n")
}
