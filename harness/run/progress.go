package run

import (
	"fmt"
	"strings"
	"time"

	"gpcbench/data/read"
	"gpcbench/harness/metrics"
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
	var told []string
	for _, of := range metrics.All {
		if v, has := m[of.Name]; has && of.Progress != "" {
			told = append(told, fmt.Sprintf("%s %.4f", of.Progress, v))
		}
	}
	return strings.Join(told, ", ")
}
