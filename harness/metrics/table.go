package metrics

import "slices"

// Kind is a file of this package: metrics that are worked out together, out of predictions for
// rows of a task by Mean or New. A kind that has neither is read off records or comes from
// elsewhere.
type Kind struct {
	Metrics []Metric
	Of      Task
	// Of label sets: how many labels there must be, and whether it needs the probability of every
	// one, not those ranked first alone, and whether it needs their propensities.
	Labels       int
	AllLabels    bool
	Propensities bool

	// Mean is a number of a row whose mean over rows is the one metric. With SD its standard
	// deviation over rows stands beside it, under its name and "_sd".
	Mean func(r *Row) float64
	SD   bool
	// New returns what works the metrics out.
	New func(Set) Accumulator
}

// kinds lists all there are: nothing else does.
var kinds = []Kind{
	objectives,
	errors, nll, expectedNLL, balancedError, f1, brier, calibration, auc, clipped, probabilitySD,
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

// All is the metrics of all kinds, in their order, in which messages list them.
var All = func() (all []Metric) {
	for _, k := range kinds {
		all = append(all, k.Metrics...)
	}
	return all
}()
