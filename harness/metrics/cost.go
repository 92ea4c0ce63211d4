package metrics

import (
	"math"
	"slices"
	"strings"

	"gpcbench/harness/record"
)

// costs are the costs of the fit, from the timing and the events of a record.
var costs = Kind{Metrics: []Metric{
	{Name: "seconds", Title: "Training time (s)", Axis: "Training time (s)", TrainingTime: true, Cost: true, Wall: true, Bounds: atLeast0,
		ofRecord: measured(record.Timing.Seconds)},
	{Name: "cpu_seconds", Title: "CPU time (s)", Axis: "CPU time (s)", TrainingTime: true, Cost: true, Bounds: atLeast0,
		ofRecord: measured(func(t record.Timing) float64 { return t.CPUSeconds })},
	{Name: "peak_rss_bytes", Title: "Peak memory (GB)", Axis: "Peak memory (bytes)", Shown: 1e-9, Cost: true, Bounds: atLeast0,
		ofRecord: measured(func(t record.Timing) float64 { return float64(t.PeakRSS) })},
	{Name: "iterations", Title: "Iterations", Axis: "Iterations", Cost: true, Unranked: true, Bounds: atLeast0,
		ofRecord: func(r record.Record) (float64, bool) { return float64(r.Timing.Iterations), true }},
	{Name: "ms_per_iteration", Title: "Time per iteration (ms)", Axis: "Time per iteration (ms)", Cost: true, Wall: true, Bounds: atLeast0,
		ofRecord: perIteration(func(t record.Timing) float64 { return 1e3 * t.Seconds() })},
	{Name: "iterations_per_second", Title: "Iterations per second", Axis: "Iterations per second", Cost: true, Wall: true, HigherIsBetter: true, Bounds: atLeast0,
		ofRecord: perSecond},
	{Name: "divergence_ms_per_iteration", Title: "CPU time of the divergences and their derivatives per iteration (ms)", Axis: "Divergences (ms)", Cost: true, Unranked: true, Bounds: atLeast0,
		ofRecord: divergence},
	{Name: "setup_seconds", Title: "Set-up time, not in the training time (s)", Axis: "Set-up time (s)", Cost: true, Wall: true, Unranked: true, Bounds: atLeast0,
		ofRecord: spent(func(t record.Timing) float64 { return t.SetUpSeconds })},
	{Name: "settling_seconds", Title: "Time to within 2% of its own best test NLL (s)", Axis: "Time to within 2% of the best (s)", Cost: true, Wall: true, Unranked: true, Bounds: atLeast0, ofRecord: settling},
	{Name: "predict_seconds", Title: "Time of predicting the test rows (s)", Axis: "Prediction time (s)", Cost: true, Wall: true, Bounds: atLeast0,
		ofRecord: spent(func(t record.Timing) float64 { return t.PredictSeconds })},
	{Name: "load", Title: "Wall time over CPU time", Axis: "Wall time over CPU time", Cost: true, Wall: true, Unranked: true, Bounds: atLeast0,
		ofRecord: func(r record.Record) (float64, bool) {
			return r.Timing.Load(), r.Timing.CPUSeconds > 0 && r.Timing.WallSeconds > 0
		}},
	{Name: "jitter", Title: "Decompositions that needed more jitter", Axis: "More jitter", Never: "No decomposition needed more jitter.", Cost: true, Unranked: true, Bounds: atLeast0,
		ofRecord: events("jitter")},
	{Name: "overflows", Title: "Rows at which Gamma(alpha) of (6) overflows", Axis: "Overflows", Never: "(6) did not overflow.", Cost: true, Unranked: true, Bounds: atLeast0,
		ofRecord: events("(6) overflows")},
	{Name: "refused", Title: "Steps taken back", Axis: "Steps taken back", Never: "No fit took a step back.", Cost: true, Unranked: true, Bounds: atLeast0, ofRecord: refused},
	{Name: "cpu_ms_per_iteration", Title: "CPU time per iteration (ms)", Axis: "CPU ms per iteration", Cost: true, Bounds: atLeast0,
		ofRecord: perIteration(func(t record.Timing) float64 { return 1e3 * t.CPUSeconds })},
	{Name: "cpu_minutes_per_epoch", Title: "CPU time of an epoch (minutes)", Axis: "CPU minutes an epoch", Cost: true, Bounds: atLeast0, ofRecord: perEpoch},
	{Name: "peak_anon_mb", Title: "Peak anonymous memory (MB)", Axis: "Peak memory (MB)", Cost: true, Bounds: atLeast0,
		ofRecord: spent(func(t record.Timing) float64 { return float64(t.PeakAnon) / 1e6 })},
}}

// measured reads a quantity of fits that were run here, which have a peak memory, and of others
// if it is stated.
func measured(of func(record.Timing) float64) func(record.Record) (float64, bool) {
	return func(r record.Record) (float64, bool) { return of(r.Timing), r.Timing.PeakRSS > 0 || of(r.Timing) > 0 }
}

// perIteration divides a measured time by the iterations, if there were any.
func perIteration(of func(record.Timing) float64) func(record.Record) (float64, bool) {
	return func(r record.Record) (float64, bool) {
		time, known := measured(of)(r)
		return time / float64(r.Timing.Iterations), known && r.Timing.Iterations > 0
	}
}

// perSecond returns the iterations per second of training, if the training took any time.
func perSecond(r record.Record) (float64, bool) {
	return float64(r.Timing.Iterations) / r.Timing.Seconds(), r.Timing.Seconds() > 0
}

// spent reads a quantity that is missing from older records, or if the system does not report it.
func spent(of func(record.Timing) float64) func(record.Record) (float64, bool) {
	return func(r record.Record) (float64, bool) { return of(r.Timing), of(r.Timing) > 0 }
}

// MinibatchesPerEpoch returns the number of iterations of an epoch, if the method reports it.
func MinibatchesPerEpoch(r record.Record) (n float64, told bool) {
	n, told = r.Metrics["minibatches_per_epoch"]
	return n, told
}

// perEpoch returns the CPU time, in minutes, of the iterations of an epoch.
func perEpoch(r record.Record) (float64, bool) {
	n, ok := MinibatchesPerEpoch(r)
	return r.Timing.CPUSeconds / 60 * n / float64(r.Timing.Iterations), ok && r.Timing.Iterations > 0
}

// divergence returns the CPU milliseconds per iteration spent on the divergences, if the method
// reports them. The name is PartDivergence of package method, which harness/metrics does not import.
func divergence(r record.Record) (float64, bool) {
	s, ok := r.Timing.PartSeconds("divergence")
	return 1e3 * s / float64(r.Timing.Iterations), ok && r.Timing.Iterations > 0
}

// settled is the relative distance to the least loss of its trace within which a fit has settled.
const settled = 0.02

// SettledAt returns the index of the first loss of a trace within 2% of the least, -1 if there is none.
func SettledAt(losses []float64) int {
	least := math.Inf(1)
	for _, v := range losses {
		least = min(least, v)
	}
	return slices.IndexFunc(losses, func(v float64) bool { return v <= (1+settled)*least })
}

// settling returns the time at which the NLL of the trace, or the log loss for label sets, has settled.
func settling(r record.Record) (float64, bool) {
	loss := "nll"
	if _, ofLabels := r.Metrics["log_loss"]; ofLabels {
		loss = "log_loss"
	}
	var seconds, losses []float64
	for p := range r.Points() {
		if v, ok := p.Metrics[loss]; ok {
			seconds, losses = append(seconds, p.Seconds), append(losses, v)
		}
	}
	at := SettledAt(losses)
	if at < 0 {
		return 0, false
	}
	return seconds[at], true
}

// events counts an event of a fit.
func events(name string) func(record.Record) (float64, bool) {
	return func(r record.Record) (float64, bool) { return float64(r.Events[name]), true }
}

// refused counts the steps that a fit took back because a covariance matrix had no
// decomposition after them.
func refused(r record.Record) (float64, bool) {
	n := 0
	for event, times := range r.Events {
		if strings.HasSuffix(event, "step refused") {
			n += times
		}
	}
	return float64(n), true
}
