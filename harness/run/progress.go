package run

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"gpcbench/harness/metrics"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
	"gpcbench/wording"
)

// Ended is what a calling program learns about a cell that has ended; docs/json.md describes its JSON.
type Ended struct {
	Version     int                `json:"version"`
	Experiment  string             `json:"experiment"`
	Cell        string             `json:"cell"`
	Dataset     string             `json:"dataset"`
	Label       string             `json:"label"`
	Repeat      int                `json:"repeat"`
	Status      string             `json:"status"`
	Error       string             `json:"error,omitempty"`
	FailureKind string             `json:"failure_kind,omitempty"`
	Metrics     map[string]float64 `json:"metrics"`
	WallSeconds float64            `json:"wall_seconds"`
	CPUSeconds  float64            `json:"cpu_seconds"`
	Done        int                `json:"done"`         // cells of this run that have ended
	Cells       int                `json:"cells"`        // of this run
	SecondsLeft float64            `json:"seconds_left"` // for cells with an estimate
	Unknown     int                `json:"unknown"`      // cells whose time cannot be estimated from finished ones
}

// ended returns the line, as text or JSON, about a cell that has ended and the time left.
func (q *queue) ended(c *plan.Cell, out record.Record) string {
	if !q.opt.JSON {
		return q.progress(c, out)
	}
	left, unknown := q.forecast.left(time.Since(q.started))
	text, err := json.Marshal(Ended{
		Version: 1, Experiment: c.Experiment, Cell: c.ID, Dataset: c.Dataset, Label: c.Label, Repeat: c.Repeat,
		Status: out.Status, Error: out.Error, FailureKind: out.FailureKind, Metrics: out.Metrics, WallSeconds: out.Timing.WallSeconds, CPUSeconds: out.Timing.CPUSeconds,
		Done: q.finished + q.failed.Failed + q.elsewhere, Cells: q.total, SecondsLeft: left.Seconds(), Unknown: unknown,
	})
	if err != nil { // only for a metric that is not a number, which no record has
		return q.progress(c, out)
	}
	return string(text)
}

// progress returns the text line about a cell that has ended and the time left.
func (q *queue) progress(c *plan.Cell, out record.Record) string {
	n := q.finished + q.failed.Failed + q.elsewhere
	line := fmt.Sprintf("%d/%d %s: ", n, q.total, c.Title())
	if out.Status == record.OK {
		line += fmt.Sprintf("%s, %.1f s", InShort(out.Metrics), out.Timing.Seconds())
		if bad := work.Trouble(out.Timing, out.Events); bad != "" {
			line += ", " + bad
		}
	} else {
		line += "FAILED: " + out.Error
	}
	if left, unknown := q.forecast.left(time.Since(q.started)); unknown < q.total-n {
		line += fmt.Sprintf(", about %v left", left.Round(time.Second))
		if unknown > 0 {
			line += fmt.Sprintf(", unknown for %s", wording.Plural(unknown, "cell"))
		}
	}
	return line
}

// InShort summarises how good a fit is.
func InShort(m map[string]float64) string {
	var told []string
	for _, of := range metrics.All {
		if v, ok := m[of.Name]; ok && of.Progress != "" {
			told = append(told, fmt.Sprintf("%s %.4f", of.Progress, v))
		}
	}
	return strings.Join(told, ", ")
}
