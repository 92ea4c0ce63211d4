package page

import (
	"cmp"
	"fmt"
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// busyMachine warns of fits during which the machine was busy.
func busyMachine(d *document.Document, c *Context) {
	all := c.Loads
	if all.Stalled > 0 {
		d.Tell("**Wall times are unusable**: %d of %s had the processor for less than a third of the time.", all.Stalled, wording.Plural(all.Fits, "fit"))
	}
	if c.ShowsTime() && all.Beside > 0 {
		d.Tell("**Not alone**: %d of %s ran beside other cells on the host. Their times are too long.", all.Beside, wording.Plural(all.Fits, "fit"))
	}
	if !c.ShowsTime() || all.Busy == 0 {
		return
	}
	instead := ""
	if shown := c.timesShown(); len(shown) > 0 {
		instead = fmt.Sprintf(" %s are in CPU seconds.", wording.Capital(wording.And(shown)))
	}
	d.Tell("**Busy machine**: %d of %s took more than %g times their CPU time. Their wall times are too long ([which](#wall-time-over-cpu-time)). The largest ratio is %s.%s",
		all.Busy, wording.Plural(all.Fits, "fit"), analysis.BusyLoad, all.String(), instead)
}

// timesShown are the kinds of times on the clock of the report that it shows.
func (c *Context) timesShown() (kinds []string) {
	for i, f := range c.Spec.Figures {
		if f.X == spec.Seconds && len(c.Figures[i]) > 0 {
			kinds = append(kinds, "curves")
			break
		}
	}
	if !c.Spec.Advice && len(c.TimesToTargets()) > 0 {
		kinds = append(kinds, "times to a target")
	}
	return kinds
}

// loads writes wall time over CPU time where the machine was busy.
func loads(d *document.Document, c *Context) {
	if !c.ShowsTime() {
		return
	}
	t := document.Table{Head: document.Cells("data set", "method", "fits", fmt.Sprintf("above %g", analysis.BusyLoad), "largest")}
	for _, name := range c.Dimension(spec.DatasetKey).Values {
		for _, label := range c.Labels {
			if l := analysis.LoadsOf(slices.Values(c.Group(analysis.Coordinates{spec.DatasetKey: name, spec.LabelKey: label}).OK)); l.Busy > 0 {
				t.Add(name, label, l.Fits, l.Busy, wording.Fixed(l.Largest.Timing.Load(), 2))
			}
		}
	}
	if len(t.Rows) > 0 {
		d.Paragraph("Above %g, something else ran on the machine and wall times are too long. CPU seconds of a trace are its seconds divided by the ratio of the whole fit. "+
			"Baselines and fits of less than %g seconds are left out: the clock does not resolve their CPU time.", analysis.BusyLoad, analysis.ShortFit)
		d.Add(t)
	}
}

// cpuTimes are the metrics of CPU time in the place of those of wall time.
var cpuTimes = map[string]string{"seconds": "cpu_seconds", "ms_per_iteration": "cpu_ms_per_iteration"}

// inCPUTime is a specification whose tables have CPU times, where wall times are unusable.
func inCPUTime(s *spec.Spec) *spec.Spec {
	out := *s
	out.Tables = slices.Clone(s.Tables)
	for i, t := range out.Tables {
		var names []string
		for _, name := range t.Metrics {
			if name = cmp.Or(cpuTimes[name], name); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		out.Tables[i].Metrics = names
	}
	return &out
}

// noBestTimes has no time be the best of its row: the machine was too busy to tell.
func (c *Context) noBestTimes() {
	for _, b := range slices.Concat(c.Tables...) {
		for _, m := range b.Blocks {
			if !metrics.Get(m.Metric).TrainingTime && !metrics.Get(m.Metric).Wall {
				continue
			}
			for _, row := range m.Entries {
				for j := range row {
					row[j].Best = false
				}
			}
		}
	}
}
