package metrics

import "gpcbench/harness/record"

// The metrics below are computed elsewhere: by a method that knows more than its predictions, in its
// Diagnostics; by the worker; or by a report, from several records or from what is kept beside them.

// expectedNLL is the mean of -E log p(y | f) under the posterior, never below the NLL, the mean of
// -log E p(y | f). The worker's evaluate.go computes this and probabilitySD, for models that know more
// than their predictions.
var expectedNLL = Kind{Metrics: []Metric{
	{Name: "expected_nll", Title: "Expected test NLL (-E log p, mean over rows)", Axis: "Expected test NLL (nats)", Bounds: atLeast0, Traced: true},
}}

var probabilitySD = Kind{Metrics: []Metric{
	{Name: "probability_sd", Title: "Posterior standard deviation of the predicted class's probability", Axis: "Deviation of the probability", Unranked: true, Bounds: atLeast0},
}}

// samplers are the diagnostics of samplers, computed by gp/mcmc.
var samplers = Kind{Metrics: []Metric{
	{Name: "rhat", Title: "Largest split R-hat", Axis: "Split R-hat", Unranked: true, Bounds: atLeast0},
	{Name: "ess", Title: "Smallest effective sample size", Axis: "Effective sample size", HigherIsBetter: true, Unranked: true, Bounds: atLeast0},
	{Name: "ess_per_second", Title: "Effective samples a second of CPU time", Axis: "Effective samples a second", HigherIsBetter: true, Cost: true, Bounds: atLeast0, ofRecord: samplesPerSecond},
	{Name: "mcse_mean", Title: "Largest Monte Carlo error of a latent mean", Axis: "Monte Carlo error (mean)", Unranked: true, Bounds: atLeast0},
	{Name: "mcse_variance", Title: "Largest Monte Carlo error of a latent variance", Axis: "Monte Carlo error (variance)", Unranked: true, Bounds: atLeast0},
}}

// samplesPerSecond divides the smallest effective sample size by the CPU time of the fit.
func samplesPerSecond(r record.Record) (float64, bool) {
	ess, sampled := r.Metrics["ess"]
	return ess / r.Timing.CPUSeconds, sampled && r.Timing.CPUSeconds > 0
}

// chains says how well a sampler knows the log loss of test rows; computed by the worker's chains.go.
var chains = Kind{Metrics: []Metric{
	{Name: "rhat_rows", Title: "Largest split R-hat of the log loss of a test row", Axis: "Split R-hat of rows", Unranked: true, Bounds: atLeast0},
	{Name: "mcse_nll", Title: "Monte Carlo error of the test NLL", Axis: "Monte Carlo error (NLL)", Unranked: true, Bounds: atLeast0},
}}

// evidence is estimated by annealed importance sampling in methods/exact.
var evidence = Kind{Metrics: []Metric{
	{Name: "log_evidence", Title: "Log evidence, log p(y)", Axis: "Log evidence (nats)", HigherIsBetter: true, Unranked: true, Bounds: anyNumber},
	{Name: "log_evidence_se", Title: "Standard error of the log evidence", Axis: "Error of the log evidence", Unranked: true, Bounds: atLeast0},
}}

// EvidenceKnown is the largest standard error, in nats, at which a log evidence counts as known.
const EvidenceKnown = 0.1

// Agreement holds limits for the diagnostics of a sampler's chains.
type Agreement struct {
	RHat float64 // for its parameters, and for the log loss of every test row
	MCSE float64 // for the NLL, in nats
}

// Reached is the agreement at which a sampler's answer counts as exact. At Near, differences of hundredths
// of a nat can still be seen.
var (
	Reached = Agreement{1.01, 0.001}
	Near    = Agreement{1.05, 0.002}
)

// Holds says whether the metrics of a sampler are within the limits.
func (a Agreement) Holds(of map[string]float64) bool {
	rhat, judged := of["rhat"]
	rows, byRow := of["rhat_rows"]
	mcse, known := of["mcse_nll"]
	return judged && byRow && known && rhat < a.RHat && rows < a.RHat && mcse < a.MCSE
}

// JudgedByRows says whether metrics are those of a sampler whose chains are also judged by the log loss of test rows.
// Other samplers have Monte Carlo errors of latent means.
func JudgedByRows(of map[string]float64) bool {
	_, chains := of["rhat"]
	_, latents := of["mcse_mean"]
	_, rows := of["rhat_rows"]
	return rows || chains && !latents
}

// EvidenceAlone says whether metrics are those of a fit without chains, made only for its evidence.
func EvidenceAlone(of map[string]float64) bool {
	_, chains := of["rhat"]
	_, evidence := of["log_evidence"]
	return evidence && !chains
}

// factors are about the inducing inputs, the basis they are learnt in and the bound's sum over labels;
// computed by methods/mlgpf.
var factors = Kind{Metrics: []Metric{
	{Name: "inducing_moved", Title: "Distance of the inducing inputs from their start, |A - A0| / |A0|", Axis: "|A - A0| / |A0|", Unranked: true, Bounds: atLeast0},
	{Name: "basis_residual", Title: "Largest residual of a singular vector", Axis: "Residual", Unranked: true, Bounds: atLeast0},
	{Name: "basis_residual_median", Title: "Median residual of the singular vectors", Axis: "Median residual", Unranked: true, Bounds: atLeast0},
	{Name: "basis_share", Title: "Share of the squared inputs within the basis", Axis: "Share of |X|^2", HigherIsBetter: true, Unranked: true, Bounds: share},
	{Name: "gram_jitter", Title: "Jitter that a decomposition of K_Z alone would need", Axis: "Jitter of K_Z", Never: "K_Z alone could be decomposed in every fit.", Unranked: true, Bounds: atLeast0},
	{Name: "sampling_gain", Title: "Deviation of the sum over labels with a uniform sample over that with a row's own labels and a sample of the others", Axis: "Uniform over stratified", HigherIsBetter: true, Unranked: true, Bounds: atLeast0},
}}

// mapped are about the inducing inputs of a map; computed by analysis/mapped.go.
var mapped = Kind{Metrics: []Metric{
	{Name: "border_distance", Title: "Distance of the inducing inputs to the border, over that of the training rows", Axis: "Distance to the border", Unranked: true, Bounds: atLeast0, Kept: "map"},
	{Name: "map_moved", Title: "Distance of the inducing inputs from where they started", Axis: "Distance from the start", Unranked: true, Bounds: atLeast0, Kept: "map"},
	{Name: "inward_share", Title: "Share of the inducing inputs that end nearer to the origin than they started", Axis: "Share nearer to the origin", Unranked: true, Bounds: share, Kept: "map"},
	{Name: "coinciding_share", Title: "Share of the inducing inputs that lie on another", Axis: "Share of coinciding inducing inputs", Unranked: true, Bounds: share, Kept: "map"},
}}

// distances are the distances to the reference, computed by analysis/reference.go.
var distances = Kind{Metrics: []Metric{
	{Name: "delta_mean", Title: "Distance of the posterior mean to the reference", Axis: "Distance of the mean", Bounds: atLeast0, Reference: true},
	{Name: "delta_variance", Title: "Distance of the posterior variance to the reference", Axis: "Distance of the variance", Bounds: atLeast0, Reference: true},
	{Name: "delta_probability", Title: "Distance of the class probabilities to the reference", Axis: "Distance of the probabilities", Bounds: share, Reference: true},
}}
