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
		d.Tell("%d of %s stood still most of the time. Wall time over CPU time was %s%s. The process was stopped, or the machine slept or was busy.",
			all.Stalled, wording.Plural(all.Fits, "fit"), wording.Agree(all.Stalled, "", "at most "), document.Escape(all.String()))
	}
	if !c.ShowsTime() || all.Busy == 0 {
		return
	}
	text := fmt.Sprintf("%d of %s took more than %g times their CPU time, at most %s", all.Busy, wording.Plural(all.Fits, "fit"), analysis.BusyLoad, all.String())
	said := fmt.Sprintf("**Busy machine**: %s. Their wall times are too long ([which](#wall-time-over-cpu-time)).", document.Escape(text))
	if c.TracesTime() || len(c.Races()) > 0 {
		said += " All curves against time and times to a target are in CPU seconds."
	}
	d.Tell("%s", said)
}
