package analysis

import (
	"fmt"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// BusyLoad is the load above which something else ran beside a fit.
const BusyLoad = 1.2

// StalledLoad is the load above which a fit stood still most of the time: its process was
// stopped, or the machine slept or was very busy.
const StalledLoad = 3

// CpuSeconds is the axis of CPU time: the seconds of a trace, which are wall
// seconds, over the load of the whole fit.
const CpuSeconds = "cpu_seconds"

// Load returns the wall time of a fit over its CPU time, 1 where its CPU time is
// not known.
func Load(r record.Record) float64 {
	if r.Timing.CPUSeconds <= 0 || r.Timing.WallSeconds <= 0 {
		return 1
	}
	return r.Timing.WallSeconds / r.Timing.CPUSeconds
}

// ShortFit is the wall time, in seconds, below which a fit's load says nothing:
// the clock of CPU time ticks too slowly.
const ShortFit = 0.05

// crowded says whether something else ran beside a fit.
func crowded(r record.Record) bool {
	return r.Timing.WallSeconds >= ShortFit && Load(r) > BusyLoad
}

// timed says whether the load of a fit tells whether the machine was busy. Those of the
// baseline do not: its course is not shown.
func timed(r record.Record) bool {
	return !isBaseline(r.Method) && r.Timing.WallSeconds >= ShortFit
}

// Clock returns the axis of time of the whole report: seconds, or CPU seconds if
// the machine was busy during one of the fits.
func (p *Experiment) Clock() (clock string, busy bool) {
	if p.crowded {
		return CpuSeconds, true
	}
	return "seconds", false
}

// Loads is the load of the timed fits of a group.
type Loads struct {
	Fits, Busy int
	Stalled    int // of at least a second, above StalledLoad
	Median     float64
	Largest    record.Record
}

func LoadsOf(records []record.Record) Loads {
	var out Loads
	var all []float64
	for _, r := range records {
		if !timed(r) {
			continue
		}
		l := Load(r)
		if len(all) == 0 || l > Load(out.Largest) {
			out.Largest = r
		}
		all = append(all, l)
		if crowded(r) {
			out.Busy++
		}
		if l > StalledLoad && r.Timing.WallSeconds >= 1 {
			out.Stalled++
		}
	}
	out.Fits = len(all)
	if out.Fits > 0 {
		out.Median = MedianOf(all)
	}
	return out
}

// PeaksOf returns the median of the peak memories of fits, in bytes, and the fit with the
// largest; ok says whether one is known.
func PeaksOf(records []record.Record) (median float64, largest record.Record, ok bool) {
	var all []float64
	for _, r := range records {
		if r.Timing.PeakRSS <= 0 {
			continue
		}
		if r.Timing.PeakRSS > largest.Timing.PeakRSS {
			largest = r
		}
		all = append(all, float64(r.Timing.PeakRSS))
	}
	if len(all) == 0 {
		return 0, largest, false
	}
	return MedianOf(all), largest, true
}

// String names the largest load and its cell.
func (l Loads) String() string {
	r := l.Largest
	return fmt.Sprintf("%.2f (%s, %s, repeat %d)", Load(r), r.Dataset, r.Label, r.Repeat)
}

// isWallTime says whether a metric is a wall time.
func isWallTime(metric string) bool { return metric == "seconds" || metric == "ms_per_iteration" }

// ShowsTime says whether wall time matters in the report: cells ran one at a
// time for it, or a table or figure shows it.
func (p *Experiment) ShowsTime() bool {
	if p.Spec.Timing == "exclusive" {
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
	return slices.ContainsFunc(p.Spec.Figures, func(f spec.Figure) bool { return f.Kind == "trace" && f.X == "seconds" })
}
