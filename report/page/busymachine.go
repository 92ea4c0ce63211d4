package page

import (
	"fmt"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// busyMachine warns of fits during which the machine was busy.
func busyMachine(d *document.Document, c *Context) {
	all := analysis.LoadsOf(c.Group(nil).OK)
	if all.Stalled > 0 {
		d.Tell("**Wall times are unusable**: %d of %s had the processor for less than a third of the time.", all.Stalled, wording.Plural(all.Fits, "fit"))
	}
	if !c.ShowsTime() || all.Busy == 0 {
		return
	}
	text := fmt.Sprintf("%d of %s took more than %g times their CPU time, at most %s", all.Busy, wording.Plural(all.Fits, "fit"), analysis.BusyLoad, all.String())
	said := fmt.Sprintf("**Busy machine**: %s. Their wall times are too long ([which](#wall-time-over-cpu-time)).", document.Escape(text))
	if c.TracesTime() || len(c.TimesToTargets()) > 0 {
		said += " Curves and times to a target are in CPU seconds."
	}
	d.Tell("%s", said)
}
