package page

import (
	"fmt"
	"slices"

	"gpcbench/analysis"
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
		d.Tell("**Not alone**: %d of %s ran beside other cells of the host. Their times are too long.", all.Beside, wording.Plural(all.Fits, "fit"))
	}
	if !c.ShowsTime() || all.Busy == 0 {
		return
	}
	instead := ""
	if c.TracesTime() || len(c.TimesToTargets()) > 0 {
		instead = " Curves and times to a target are in CPU seconds."
	}
	d.Tell("**Busy machine**: %d of %s took more than %g times their CPU time. Their wall times are too long ([which](#wall-time-over-cpu-time)). The largest ratio is %s.%s",
		all.Busy, wording.Plural(all.Fits, "fit"), analysis.BusyLoad, all.String(), instead)
}

// loads writes wall time over CPU time where the machine was busy.
func loads(d *document.Document, c *Context) {
	if !c.ShowsTime() {
		return
	}
	t := document.Table{Head: document.Cells("data set", "method", "fits", fmt.Sprintf("above %g", analysis.BusyLoad), "largest")}
	for _, name := range c.Dimension("dataset").Values {
		for _, label := range c.Labels {
			if l := analysis.LoadsOf(slices.Values(c.Group(analysis.Coordinates{"dataset": name, "label": label}).OK)); l.Busy > 0 {
				t.Add(name, label, l.Fits, l.Busy, wording.Fixed(l.Largest.Timing.Load(), 2))
			}
		}
	}
	if len(t.Rows) > 0 {
		d.Paragraph("Above %g something else ran on the machine, and wall times are too long. CPU seconds of a trace are its seconds over the ratio of its whole fit. "+
			"Left out are baselines and fits of less than %g seconds, whose CPU time the clock does not resolve.", analysis.BusyLoad, analysis.ShortFit)
		d.Add(t)
	}
}
