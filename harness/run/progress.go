package run

import (
	"fmt"
	"time"

	"gpcbench/data/read"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// progress is the line on a cell that has ended, and on what is left.
func (q *queue) progress(c *plan.Cell, out record.Record) string {
	n := q.finished + q.failed + q.elsewhere
	line := fmt.Sprintf("%d/%d %s: ", n, q.total, c.Title())
	if out.Status == record.OK {
		line += fmt.Sprintf("%s, %.1f s", inShort(out.Metrics), out.Timing.WallSeconds)
		if bad := work.Trouble(out.Timing, out.Events); bad != "" {
			line += ", " + bad
		}
	} else {
		line += "FAILED: " + out.Error
	}
	if left, unknown := q.forecast.left(time.Since(q.started)); unknown < q.total-n {
		line += fmt.Sprintf(", about %v left", left.Round(time.Second))
		if unknown > 0 {
			line += fmt.Sprintf(", and %s that nothing is known about", read.Count(unknown, "cell"))
		}
	}
	return line
}

// inShort tells a user how good a fit is.
func inShort(m map[string]float64) string {
	if _, ofLabels := m["p_at_1"]; ofLabels {
		return fmt.Sprintf("P@1 %.4f", m["p_at_1"])
	}
	return fmt.Sprintf("error %.4f, nll %.4f", m["error"], m["nll"])
}
