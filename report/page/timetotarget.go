package page

import (
	"fmt"
	"math"

	"gpcbench/analysis"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// timeToTarget compares times to a target where the report shows times.
func timeToTarget(d *document.Document, c *Context) {
	if !c.ShowsTime() || c.Spec.Advice {
		return
	}
	t := document.Table{Head: []document.Marked{"data set", "methods", "target", "first (s)", "second (s)", "ratio"}}
	for _, r := range c.TimesToTargets() {
		t.Add(analysis.Describe(r.At), r.Labels[0]+", "+r.Labels[1],
			wording.Short(r.Target, 3), timesText(r, 0), timesText(r, 1), r.Ratio().String())
	}
	if len(t.Rows) == 0 {
		return
	}
	clock := "seconds"
	if of, _ := c.Clock(); of == analysis.CPUSeconds {
		clock = "CPU seconds"
	}
	d.Paragraph("How long two methods take to get within %g%% of the worse of their two final test losses (%s), in each repeat. "+
		"Times are in %s, as medians over repeats. A ratio is the second method's time divided by the first's, with a 95%% interval from six repeats on.", 100*analysis.ReachMargin, c.Worth().LossName(), clock)
	d.AddLong(document.Document{Blocks: []document.Block{t}}, len(t.Rows), longTable, wording.Plural(len(t.Rows), "comparison"))
}

// timesText writes a method's time, and how many repeats reached the target where not all did.
func timesText(r analysis.TimeToTarget, method int) string {
	var after, by []float64
	for _, t := range r.Times[method] {
		after, by = append(after, t.After), append(by, t.By)
	}
	n, reached := len(by), r.Reached(method)
	switch text := (analysis.Span{Low: analysis.MedianOf(after), High: analysis.MedianOf(by)}).Text(3); {
	case reached == 0:
		return "not reached"
	case reached == n:
		return text
	case math.IsInf(analysis.MedianOf(by), 1):
		return fmt.Sprintf("reached in %d of %d", reached, n)
	default:
		return fmt.Sprintf("%s, reached in %d of %d", text, reached, n)
	}
}
