package report

import (
	"gpcbench/harness/record"
)

// metricInfo is how a metric is called and read.
type metricInfo struct {
	title  string  // for tables and sentences
	axis   string  // for figures, with the unit
	higher bool    // whether more is better
	cost   bool    // what a fit cost: a ratio, no verdict
	top    float64 // largest value there can be, 0 if there is none; all but the objective are at least 0
}

// metrics that have a name of their own; others are called by their key, and
// less is better.
var metrics = map[string]metricInfo{
	"error":                {title: "Test error", axis: "Test error", top: 1},
	"nll":                  {title: "Test NLL (mean over rows)", axis: "Test NLL (nats)"},
	"nll_median":           {title: "Test NLL (median over rows)", axis: "Median test NLL (nats)"},
	"nll_sd":               {title: "Standard deviation of the NLL over rows", axis: "sd of NLL (nats)"},
	"expected_nll":         {title: "Expected test NLL (-E log p, mean over rows)", axis: "Expected test NLL (nats)"},
	"brier":                {title: "Brier score", axis: "Brier score", top: 2},
	"ece":                  {title: "Calibration error (ECE)", axis: "ECE", top: 1},
	"auc":                  {title: "Area under the ROC curve", axis: "AUC", higher: true, top: 1},
	"clipped":              {title: "Clipped probabilities", axis: "Clipped probabilities"},
	"objective":            {title: "Objective", axis: "Objective (nats)", higher: true},
	"seconds":              {title: "Training time (s)", axis: "Training time (s)", cost: true},
	"cpu_seconds":          {title: "CPU time (s)", axis: "CPU time (s)", cost: true},
	"iterations":           {title: "Iterations", axis: "Iterations", cost: true},
	"peak_rss_bytes":       {title: "Peak memory (bytes)", axis: "Peak memory (bytes)", cost: true},
	"ms_per_iteration":     {title: "Time per iteration (ms)", axis: "Time per iteration (ms)", cost: true},
	"cpu_ms_per_iteration": {title: "CPU time per iteration (ms)", axis: "CPU ms per iteration", cost: true},
	"peak_anon_mb":         {title: "Peak anonymous memory (MB)", axis: "Peak memory (MB)", cost: true},
	"rhat":                 {title: "Largest split R-hat", axis: "Split R-hat"},
	"ess":                  {title: "Smallest effective sample size", axis: "Effective sample size", higher: true},
	"mcse_mean":            {title: "Largest Monte Carlo error of a latent mean", axis: "Monte Carlo error (mean)"},
	"mcse_variance":        {title: "Largest Monte Carlo error of a latent variance", axis: "Monte Carlo error (variance)"},
	"delta_mean":           {title: "Distance of the posterior mean to the reference", axis: "Distance of the mean"},
	"delta_variance":       {title: "Distance of the posterior variance to the reference", axis: "Distance of the variance"},
	"delta_probability":    {title: "Distance of the class probabilities to the reference", axis: "Distance of the probabilities", top: 1},
	"p@1":                  {title: "Precision at 1", axis: "P@1", higher: true},
	"p@3":                  {title: "Precision at 3", axis: "P@3", higher: true},
	"p@5":                  {title: "Precision at 5", axis: "P@5", higher: true},
}

// infoOf returns how a metric is called and read.
func infoOf(metric string) metricInfo {
	if m, ok := metrics[metric]; ok {
		return m
	}
	return metricInfo{title: metric, axis: metric}
}

// clip keeps an interval within what the metric can be.
func clip(metric string, low, high float64) (float64, float64) {
	m, known := metrics[metric]
	if !known || metric == "objective" {
		return low, high
	}
	if m.top > 0 {
		high = min(high, m.top)
	}
	return max(low, 0), high
}

// Value returns a metric of a record, false if the record does not have it.
// Times, iterations and memory are those of its timing, "objective" is that of
// the last point of its trace.
func Value(r record.Record, metric string) (float64, bool) {
	switch metric {
	case "seconds":
		return r.Timing.WallSeconds, true
	case "cpu_seconds":
		return r.Timing.CPUSeconds, true
	case "iterations":
		return float64(r.Timing.Iterations), true
	case "peak_rss_bytes":
		return float64(r.Timing.PeakRSS), true
	case "ms_per_iteration":
		return 1e3 * r.Timing.WallSeconds / float64(r.Timing.Iterations), r.Timing.Iterations > 0
	case "cpu_ms_per_iteration":
		return 1e3 * r.Timing.CPUSeconds / float64(r.Timing.Iterations), r.Timing.Iterations > 0
	case "peak_anon_mb":
		return float64(r.Timing.PeakAnon) / 1e6, r.Timing.PeakAnon > 0
	case "objective":
		if len(r.Trace) == 0 {
			return 0, false
		}
		return ordinate(r.Trace[len(r.Trace)-1], metric)
	}
	v, ok := r.Metrics[metric]
	return v, ok
}
