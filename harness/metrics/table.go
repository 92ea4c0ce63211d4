package metrics

import "slices"

// Kind is a file of this package: metrics that are computed together. Mean or New computes them
// from predictions for rows of a task. A kind without either is read from records or computed
// elsewhere.
type Kind struct {
	Metrics []Metric
	Of      Task
	// For label sets: the least number of labels, whether the metrics need the probabilities of all
	// labels, not only of those ranked first, and whether they need propensities.
	Labels       int
	AllLabels    bool
	Propensities bool

	// Mean returns a number for a row; its mean over rows is the only metric. If SD is set, its standard
	// deviation over rows is added, under its name and "_sd".
	Mean func(r *Row) float64
	SD   bool
	// New returns an accumulator that computes the metrics.
	New func(Set) Accumulator
}

// kinds is the only list of all kinds.
var kinds = []Kind{
	objectives,
	errorRate, nll, expectedNLL, balancedError, f1, brier, calibration, auc, clipped, probabilitySD,
	precisionAt(1), precisionAt(3), precisionAt(5),
	propensityScoredAt(1), propensityScoredAt(3), propensityScoredAt(5),
	ndcgAt(1), ndcgAt(3), ndcgAt(5),
	logLoss, hammingLoss, labelAUC,
	costs,
	samplers, chains, evidence, factors, linearShares, mapped, distances,
}

// traced says whether traces have one of the metrics.
func (k Kind) traced() bool {
	return slices.ContainsFunc(k.Metrics, func(m Metric) bool { return m.Traced })
}

// All are the metrics of all kinds, in the order in which messages list them.
var All = func() (all []Metric) {
	for _, k := range kinds {
		all = append(all, k.Metrics...)
	}
	return all
}()
