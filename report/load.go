package report

import (
	"fmt"
	"slices"

	"gpcbench/harness/record"
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

// clockOf returns the axis on which traces are compared: seconds, or CPU seconds
// if the machine was busy during one of the fits. The baseline's do not count:
// its trace is not drawn.
func clockOf(records []record.Record) (clock string, busy bool) {
	busy = slices.ContainsFunc(records, func(r record.Record) bool { return r.Method != baseline && load(r) > busyLoad })
	if busy {
		return cpuSeconds, true
	}
	return "seconds", false
}

// loads is the load of a group of fits.
type loads struct {
	fits, busy int
	median     float64
	largest    record.Record
}

func loadsOf(records []record.Record) loads {
	var out loads
	var all []float64
	for i, r := range records {
		l := load(r)
		all = append(all, l)
		if i == 0 || l > load(out.largest) {
			out.largest = r
		}
		if l > busyLoad {
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

// showsTime says whether wall time matters in the report: cells ran one at a
// time for it, or a table or figure shows it.
func (p *project) showsTime() bool {
	wall := func(metric string) bool { return metric == "seconds" || metric == "ms_per_iteration" }
	if p.Spec.Timing == "exclusive" {
		return true
	}
	for _, t := range p.Spec.Tables {
		if slices.ContainsFunc(t.Metrics, wall) {
			return true
		}
	}
	for _, f := range p.Spec.Figures {
		if f.Kind == "trace" && f.X == "seconds" || slices.ContainsFunc(f.Y, wall) {
			return true
		}
	}
	return false
}

// busy warns of fits during which the machine was busy.
func (w *page) busy(p *project, r *Report) {
	all := loadsOf(p.group(nil).ok)
	if all.busy == 0 || !p.showsTime() {
		return
	}
	text := fmt.Sprintf("%d of %s took more than %g times their CPU time, at most %s", all.busy, plural(all.fits, "fit"), busyLoad, all)
	w.printf("**Busy machine**: %s. Their wall times are too long ([which](#wall-time-over-cpu-time)).\n\n", escapeMarkdown(text))
	r.notes = append(r.notes, "busy machine: "+text+"; their wall times are too long")
}

// loads writes wall time over CPU time, as a whole and where the machine was
// busy.
func (w *page) loads(p *project) {
	all := loadsOf(p.group(nil).ok)
	if all.fits == 0 || !p.showsTime() {
		return
	}
	w.printf("## Wall time over CPU time\n\n%s: median %.2f, largest %s.", plural(all.fits, "fit"), all.median, escapeMarkdown(all.String()))
	if all.busy == 0 {
		w.printf("\n\n")
		return
	}
	w.printf(" Above %g something else ran on the machine, and wall times are too long. There curves and times to a target are in CPU seconds: the seconds of a trace over the ratio of its whole fit.\n\n", busyLoad)
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
