package page

import (
	"fmt"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
)

// loads writes wall time over CPU time where the machine was busy.
func loads(d *document.Document, c *Context) {
	if !c.ShowsTime() {
		return
	}
	t := document.Table{Head: []string{"data set", "method", "fits", fmt.Sprintf("above %g", analysis.BusyLoad), "largest"}}
	for _, name := range c.Dimension("dataset").Values {
		for _, label := range c.Labels {
			if l := analysis.LoadsOf(c.Group(analysis.Coordinates{"dataset": name, "label": label}).OK); l.Busy > 0 {
				t.Rows = append(t.Rows, []string{
					document.Escape(name), document.Escape(label), fmt.Sprint(l.Fits), fmt.Sprint(l.Busy), fmt.Sprintf("%.2f", l.Largest.Timing.Load()),
				})
			}
		}
	}
	if len(t.Rows) > 0 {
		d.Paragraph("Above %g something else ran on the machine, and wall times are too long. CPU seconds of a trace are its seconds over the ratio of its whole fit. "+
			"Left out are baselines and fits of less than %g seconds, whose CPU time the clock does not resolve.", analysis.BusyLoad, analysis.ShortFit)
		d.Add(t)
	}
}
