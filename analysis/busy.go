package analysis

import (
	"fmt"
	"iter"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
)

// BusyLoad is the load above which something else ran beside a fit.
const BusyLoad = 1.2

// CPUSeconds is the axis of CPU time: the seconds of a trace, which are wall
// seconds, over the load of the whole fit.
const CPUSeconds = "cpu_seconds"

// ShortFit is the wall time, in seconds, below which a fit's load says nothing:
// the clock of CPU time ticks too slowly.
const ShortFit = 0.05

// crowded says whether something else ran beside a fit.
func crowded(r record.Record) bool { return tells(r) && r.Timing.Load() > BusyLoad }

// tells reports whether the load of a fit is informative. It is not for a short fit, for a fit on several
// cores, whose CPU time exceeds its wall time, or for a fit whose clock is CPU time.
func tells(r record.Record) bool {
	return r.Timing.Clock == record.WallClock && r.Timing.WallSeconds >= ShortFit && !r.SeveralCores()
}

// Clock returns the axis of time of the whole report: seconds, or CPU seconds if these are the clock
// or the machine was busy during one of the fits.
func (p *Experiment) Clock() (clock string, busy bool) {
	if p.Loads.Busy > 0 {
		return CPUSeconds, true
	}
	if p.Spec.Clock() == record.CPUClock {
		return CPUSeconds, false
	}
	return spec.Seconds, false
}

// Loads is the load of the fits of a group.
type Loads struct {
	Fits, Busy int
	Stalled    int // as record.Timing says
	Beside     int // timed cells that ran beside others
	Largest    record.Record
}

// LoadsOf returns the load of those of some records whose fits tell whether the machine was busy.
func LoadsOf(records iter.Seq[record.Record]) Loads {
	var out Loads
	for r := range records {
		if role.Of[r.Method].Baseline() || !tells(r) { // the course of a baseline is not shown
			continue
		}
		if out.Fits++; out.Fits == 1 || r.Timing.Load() > out.Largest.Timing.Load() {
			out.Largest = r
		}
		if crowded(r) {
			out.Busy++
		}
		if r.Timing.Stalled() {
			out.Stalled++
		}
		if r.Provenance[record.TimingKey] == record.TimedBeside {
			out.Beside++
		}
	}
	return out
}

// String names the largest load and its cell.
func (l Loads) String() string {
	return fmt.Sprintf("%.2f (%s)", l.Largest.Timing.Load(), l.Largest.Name())
}

// isWallTime says whether a metric is one of wall time.
func isWallTime(metric string) bool { return metrics.Get(metric).Wall }

// ShowsTime says whether wall time matters in the report: cells ran one at a
// time for it, or a table or figure shows it.
func (p *Experiment) ShowsTime() bool {
	if p.Spec.Timing == spec.ExclusiveTiming || p.Spec.Clock() == record.CPUClock {
		return true
	}
	for _, t := range p.Spec.Tables {
		if slices.ContainsFunc(t.Metrics, isWallTime) {
			return true
		}
	}
	return p.TracesTime() || slices.ContainsFunc(p.Spec.Figures, func(f spec.Figure) bool { return slices.ContainsFunc(f.Y, isWallTime) })
}

// TracesTime says whether a figure has curves against time.
func (p *Experiment) TracesTime() bool {
	return slices.ContainsFunc(p.Spec.Figures, func(f spec.Figure) bool { return f.X == spec.Seconds })
}
