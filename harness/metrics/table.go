package metrics

import (
	"math"
	"strings"

	"gpcbench/harness/record"
)

// All is the table of metrics, in the order in which messages list them.
var All = []Metric{
	// What the fit maximises.
	{Name: "objective", Title: "Objective", Axis: "Objective (nats)", HigherIsBetter: true, Unranked: true, Bounds: anyNumber, Traced: true,
		ofRecord: lastObjective, ofPoint: objective},

	// What predictions are worth: harness/work/score.go computes these.
	{Name: "error", Title: "Test error", Axis: "Test error", Bounds: share, Traced: true, RowsSE: binomial},
	{Name: "nll", Title: "Test NLL (mean over rows)", Axis: "Test NLL (nats)", Bounds: atLeast0, Traced: true, RowsSE: spreadIn("nll_sd"), Untrained: math.Log},
	{Name: "nll_median", Title: "Test NLL (median over rows)", Axis: "Median test NLL (nats)", Bounds: atLeast0, Traced: true, Untrained: math.Log},
	{Name: "nll_sd", Title: "Standard deviation of the NLL over rows", Axis: "sd of NLL (nats)", Unranked: true, Bounds: atLeast0},
	{Name: "expected_nll", Title: "Expected test NLL (-E log p, mean over rows)", Axis: "Expected test NLL (nats)", Bounds: atLeast0, Traced: true},
	{Name: "balanced_error", Title: "Balanced error (mean over classes)", Axis: "Balanced error", Bounds: share},
	{Name: "brier", Title: "Brier score", Axis: "Brier score", Bounds: Bounds{0, 2}},
	{Name: "ece", Title: "Calibration error (ECE)", Axis: "ECE", Bounds: share, RowsSE: ofBins},
	{Name: "overconfidence", Title: "Overconfidence (mean confidence less accuracy)", Axis: "Overconfidence", Unranked: true, Bounds: Bounds{-1, 1}, ofRecord: overconfidence},
	{Name: "auc", Title: "Area under the ROC curve", Axis: "AUC", HigherIsBetter: true, Bounds: share},
	{Name: "clipped", Title: "Clipped probabilities", Axis: "Clipped probabilities", Unranked: true, Bounds: atLeast0},
	{Name: "probability_sd", Title: "Posterior standard deviation of the predicted class's probability", Axis: "Deviation of the probability", Unranked: true, Bounds: atLeast0},

	// What predictions of label sets are worth: harness/work/labels.go computes these.
	{Name: "p_at_1", Title: "Precision at 1 (P@1)", Axis: "P@1", HigherIsBetter: true, Bounds: share, Traced: true, RowsSE: spreadIn("p_at_1_sd")},
	{Name: "p_at_3", Title: "Precision at 3 (P@3)", Axis: "P@3", HigherIsBetter: true, Bounds: share, RowsSE: spreadIn("p_at_3_sd")},
	{Name: "p_at_5", Title: "Precision at 5 (P@5)", Axis: "P@5", HigherIsBetter: true, Bounds: share, RowsSE: spreadIn("p_at_5_sd")},
	{Name: "psp_at_1", Title: "Propensity-scored precision at 1 (PSP@1)", Axis: "PSP@1", HigherIsBetter: true, Bounds: share, RowsSE: spreadIn("psp_at_1_sd")},
	{Name: "psp_at_3", Title: "Propensity-scored precision at 3 (PSP@3)", Axis: "PSP@3", HigherIsBetter: true, Bounds: share, RowsSE: spreadIn("psp_at_3_sd")},
	{Name: "psp_at_5", Title: "Propensity-scored precision at 5 (PSP@5)", Axis: "PSP@5", HigherIsBetter: true, Bounds: share, RowsSE: spreadIn("psp_at_5_sd")},
	{Name: "ndcg_at_1", Title: "nDCG at 1", Axis: "nDCG@1", HigherIsBetter: true, Bounds: share, RowsSE: spreadIn("ndcg_at_1_sd")},
	{Name: "ndcg_at_3", Title: "nDCG at 3", Axis: "nDCG@3", HigherIsBetter: true, Bounds: share, RowsSE: spreadIn("ndcg_at_3_sd")},
	{Name: "ndcg_at_5", Title: "nDCG at 5", Axis: "nDCG@5", HigherIsBetter: true, Bounds: share, RowsSE: spreadIn("ndcg_at_5_sd")},
	{Name: "log_loss", Title: "Test log loss (mean over rows and labels)", Axis: "Test log loss (nats)", Bounds: atLeast0, Traced: true, RowsSE: spreadIn("log_loss_sd")},
	{Name: "hamming_loss", Title: "Hamming loss", Axis: "Hamming loss", Bounds: share, RowsSE: spreadIn("hamming_loss_sd")},
	{Name: "auc_macro", Title: "Area under the ROC curve (mean over labels)", Axis: "Macro AUC", HigherIsBetter: true, Bounds: share},
	{Name: "auc_micro", Title: "Area under the ROC curve (rows and labels together)", Axis: "Micro AUC", HigherIsBetter: true, Bounds: share},

	// What the fit cost.
	{Name: "seconds", Title: "Training time (s)", Axis: "Training time (s)", Cost: true, Wall: true, Bounds: atLeast0,
		ofRecord: measured(func(t record.Timing) float64 { return t.WallSeconds })},
	{Name: "cpu_seconds", Title: "CPU time (s)", Axis: "CPU time (s)", Cost: true, Bounds: atLeast0,
		ofRecord: measured(func(t record.Timing) float64 { return t.CPUSeconds })},
	{Name: "peak_rss_bytes", Title: "Peak memory (GB)", Axis: "Peak memory (bytes)", Shown: 1e-9, Cost: true, Bounds: atLeast0,
		ofRecord: measured(func(t record.Timing) float64 { return float64(t.PeakRSS) })},
	{Name: "iterations", Title: "Iterations", Axis: "Iterations", Cost: true, Unranked: true, Bounds: atLeast0,
		ofRecord: cost(func(t record.Timing) float64 { return float64(t.Iterations) })},
	{Name: "ms_per_iteration", Title: "Time per iteration (ms)", Axis: "Time per iteration (ms)", Cost: true, Wall: true, Bounds: atLeast0,
		ofRecord: perIteration(func(t record.Timing) float64 { return 1e3 * t.WallSeconds })},
	{Name: "iterations_per_second", Title: "Iterations per second", Axis: "Iterations per second", Cost: true, Wall: true, HigherIsBetter: true, Bounds: atLeast0,
		ofRecord: perSecond},
	{Name: "divergence_ms_per_iteration", Title: "CPU time of the divergences and their derivatives per iteration (ms)", Axis: "Divergences (ms)", Cost: true, Unranked: true, Bounds: atLeast0,
		ofRecord: divergence},
	{Name: "setup_seconds", Title: "Set-up time, not in the training time (s)", Axis: "Set-up time (s)", Cost: true, Wall: true, Unranked: true, Bounds: atLeast0,
		ofRecord: spent(func(t record.Timing) float64 { return t.SetUpSeconds })},
	{Name: "settling_seconds", Title: "Time to within 2% of its own best test NLL (s)", Axis: "Time to within 2% of the best (s)", Cost: true, Wall: true, Unranked: true, Bounds: atLeast0, ofRecord: settling},
	{Name: "predict_seconds", Title: "Time of predicting the test rows (s)", Axis: "Prediction time (s)", Cost: true, Wall: true, Bounds: atLeast0,
		ofRecord: spent(func(t record.Timing) float64 { return t.PredictSeconds })},
	{Name: "refused", Title: "Steps taken back", Axis: "Steps taken back", Never: "No fit took a step back.", Cost: true, Unranked: true, Bounds: atLeast0, ofRecord: refused},
	{Name: "cpu_ms_per_iteration", Title: "CPU time per iteration (ms)", Axis: "CPU ms per iteration", Cost: true, Bounds: atLeast0,
		ofRecord: perIteration(func(t record.Timing) float64 { return 1e3 * t.CPUSeconds })},
	{Name: "cpu_minutes_per_epoch", Title: "CPU time of an epoch (minutes)", Axis: "CPU minutes an epoch", Cost: true, Bounds: atLeast0, ofRecord: perEpoch},
	{Name: "peak_anon_mb", Title: "Peak anonymous memory (MB)", Axis: "Peak memory (MB)", Cost: true, Bounds: atLeast0,
		ofRecord: peakAnonymous},

	// Of samplers: gp/mcmc computes these.
	{Name: "rhat", Title: "Largest split R-hat", Axis: "Split R-hat", Unranked: true, Bounds: atLeast0},
	{Name: "ess", Title: "Smallest effective sample size", Axis: "Effective sample size", HigherIsBetter: true, Unranked: true, Bounds: atLeast0},
	{Name: "mcse_mean", Title: "Largest Monte Carlo error of a latent mean", Axis: "Monte Carlo error (mean)", Unranked: true, Bounds: atLeast0},
	{Name: "mcse_variance", Title: "Largest Monte Carlo error of a latent variance", Axis: "Monte Carlo error (variance)", Unranked: true, Bounds: atLeast0},

	// Of inducing inputs and the basis they are learnt in: methods/mlgpf computes these.
	{Name: "inducing_moved", Title: "Distance of the inducing inputs from their start, |A - A0| / |A0|", Axis: "|A - A0| / |A0|", Unranked: true, Bounds: atLeast0},
	{Name: "basis_residual", Title: "Largest residual of a singular vector", Axis: "Residual", Unranked: true, Bounds: atLeast0},
	{Name: "basis_residual_median", Title: "Median residual of the singular vectors", Axis: "Median residual", Unranked: true, Bounds: atLeast0},
	{Name: "basis_share", Title: "Share of the squared inputs within the basis", Axis: "Share of |X|^2", HigherIsBetter: true, Unranked: true, Bounds: share},

	// Of a fitted kernel.
	{Name: "linear_share", Title: "Share of the linear kernel in the prior variance", Axis: "Share of the linear kernel", Unranked: true, Bounds: share, Kept: "parameters", ofRecord: linearShare},

	// Of where a map has its inducing inputs: report/analysis/mapped.go computes these.
	{Name: "border_distance", Title: "Distance of the inducing inputs to the border, over that of the training rows", Axis: "Distance to the border", Unranked: true, Bounds: atLeast0, Kept: "map"},
	{Name: "map_moved", Title: "Distance of the inducing inputs from where they started", Axis: "Distance from the start", Unranked: true, Bounds: atLeast0, Kept: "map"},
	{Name: "coinciding_share", Title: "Share of the inducing inputs that lie on another", Axis: "Share of coinciding inducing inputs", Unranked: true, Bounds: share, Kept: "map"},

	// Distances to the reference: report/analysis/reference.go computes these.
	{Name: "delta_mean", Title: "Distance of the posterior mean to the reference", Axis: "Distance of the mean", Bounds: atLeast0, Reference: true},
	{Name: "delta_variance", Title: "Distance of the posterior variance to the reference", Axis: "Distance of the variance", Bounds: atLeast0, Reference: true},
	{Name: "delta_probability", Title: "Distance of the class probabilities to the reference", Axis: "Distance of the probabilities", Bounds: share, Reference: true},
}

// binomial is the standard error of a share of n rows.
func binomial(value, n float64, _ record.Record) (float64, bool) {
	return math.Sqrt(value * (1 - value) / n), true
}

// ofBins is the standard error of a calibration error over n rows, sum_b n_b/n |accuracy_b -
// confidence_b|, by that of the accuracy of each bin, with bins and confidences held.
func ofBins(_, n float64, r record.Record) (float64, bool) {
	squares := 0.0
	for _, b := range r.Calibration {
		squares += float64(b.Count) * b.Accuracy * (1 - b.Accuracy)
	}
	return math.Sqrt(squares) / n, len(r.Calibration) > 0
}

// spreadIn returns the standard error of a mean over rows whose standard
// deviation over rows is another metric of the record.
func spreadIn(sd string) func(value, n float64, r record.Record) (float64, bool) {
	return func(_, n float64, r record.Record) (float64, bool) {
		v, ok := r.Metrics[sd]
		return v / math.Sqrt(n), ok
	}
}

// overconfidence is by how much the largest probability is above the share of rows that
// are right, in the mean over test rows.
func overconfidence(r record.Record) (float64, bool) {
	rows, above := 0, 0.0
	for _, b := range r.Calibration {
		rows += b.Count
		above += float64(b.Count) * (b.Confidence - b.Accuracy)
	}
	return above / float64(rows), rows > 0
}

// lastObjective returns the objective at the end of the trace.
func lastObjective(r record.Record) (float64, bool) {
	v, ok := 0.0, false
	for p := range r.Points() {
		v, ok = objective(p)
	}
	return v, ok
}

func objective(p record.Point) (float64, bool) {
	if p.Objective == nil {
		return 0, false
	}
	return *p.Objective, true
}

// cost reads a number of the timing, which every record has.
func cost(of func(record.Timing) float64) func(record.Record) (float64, bool) {
	return func(r record.Record) (float64, bool) { return of(r.Timing), true }
}

// measured reads what is known of fits that were run here, whose memory is, and of others
// where it is stated.
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

// perEpoch is the CPU time in minutes of as many iterations as an epoch has, where the
// method tells how many these are.
func perEpoch(r record.Record) (float64, bool) {
	n, ok := r.Metrics["minibatches_per_epoch"]
	return r.Timing.CPUSeconds / 60 * n / float64(r.Timing.Iterations), ok && r.Timing.Iterations > 0
}

// perSecond is the iterations in a second of training, where there was any.
func perSecond(r record.Record) (float64, bool) {
	return float64(r.Timing.Iterations) / r.Timing.WallSeconds, r.Timing.WallSeconds > 0
}

// spent reads a time that older records do not have.
func spent(of func(record.Timing) float64) func(record.Record) (float64, bool) {
	return func(r record.Record) (float64, bool) { return of(r.Timing), of(r.Timing) > 0 }
}

// settled is how far above the least NLL of its trace, as a share of it, a fit has settled.
const settled = 0.02

// settling returns the time of the first point of the trace whose NLL, or log loss of label sets,
// is within 2% of the least.
func settling(r record.Record) (float64, bool) {
	loss := "nll"
	if _, ofLabels := r.Metrics["log_loss"]; ofLabels {
		loss = "log_loss"
	}
	least := math.Inf(1)
	for p := range r.Points() {
		if v, ok := p.Metrics[loss]; ok {
			least = min(least, v)
		}
	}
	for p := range r.Points() {
		if v, ok := p.Metrics[loss]; ok && v <= (1+settled)*least {
			return p.Seconds, true
		}
	}
	return 0, false
}

// divergence returns the CPU milliseconds of an iteration that the divergences take, where a
// method tells: harness/metrics does not see package method, whose PartDivergence it is.
func divergence(r record.Record) (float64, bool) {
	s, ok := r.Timing.PartSeconds("divergence")
	return 1e3 * s / float64(r.Timing.Iterations), ok && r.Timing.Iterations > 0
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

// linearShare is sum_d v_d over sum_d v_d + s^2, of a sum of linear-ard with weights v and kernels
// of variances s^2: what the linear one has of the prior variance, in the mean over training
// rows whose columns have mean 0 and variance 1.
func linearShare(r record.Record) (float64, bool) {
	linear, others := 0.0, 0.0
	for _, p := range r.Parameters {
		switch _, name, ofSum := strings.Cut(p.Name, ": "); {
		case ofSum && strings.HasPrefix(name, "weight "):
			linear += p.Value
		case ofSum && name == "variance":
			others += p.Value
		}
	}
	return linear / (linear + others), linear > 0 && others > 0 && r.Options["standardise"] != false
}

// peakAnonymous returns MB of 10^6 bytes, where the system told.
func peakAnonymous(r record.Record) (float64, bool) {
	return float64(r.Timing.PeakAnon) / 1e6, r.Timing.PeakAnon > 0
}
