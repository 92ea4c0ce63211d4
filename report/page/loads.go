package page

import (
	"fmt"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// loads writes wall time over CPU time, as a whole and where the machine was
// busy.
func loads(d *document.Document, c *Context) {
	all := analysis.LoadsOf(c.Group(nil).OK)
	if all.Fits == 0 || !c.ShowsTime() {
		return
	}
	said := fmt.Sprintf("%s: median %.2f, largest %s. Left out are baselines and fits of less than %g seconds, whose CPU time the clock does not resolve.",
		wording.Plural(all.Fits, "fit"), all.Median, document.Escape(all.String()), analysis.ShortFit)
	if all.Busy == 0 {
		d.Paragraph("%s", said)
		return
	}
	d.Paragraph("%s Above %g something else ran on the machine, and wall times are too long. CPU seconds of a trace are its seconds over the ratio of its whole fit.", said, analysis.BusyLoad)
	t := document.Table{Head: []string{"data set", "method", "fits", fmt.Sprintf("above %g", analysis.BusyLoad), "median", "largest"}}
	for _, name := range c.Dimension("dataset").Values {
		for _, label := range c.Labels {
			if l := analysis.LoadsOf(c.Group(analysis.Coordinates{"dataset": name, "label": label}).OK); l.Busy > 0 {
				t.Rows = append(t.Rows, []string{
					document.Escape(name), document.Escape(label), fmt.Sprint(l.Fits), fmt.Sprint(l.Busy), fmt.Sprintf("%.2f", l.Median), fmt.Sprintf("%.2f", l.Largest.Timing.Load()),
				})
			}
		}
	}
	d.Add(t)
}
