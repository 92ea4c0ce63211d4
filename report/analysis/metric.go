package analysis

import (
	"slices"

	"gpcbench/harness/metrics"
)

// estimatesEvidence are the methods whose objective is an estimate of log Z, the logarithm
// of the evidence, and no bound on it.
var estimatesEvidence = []string{"ep", "sep", "gfitc", "ep-fitc", "ep-full"}

// Metric returns a metric as an experiment calls it: the objective is log Z where all
// methods but the baselines estimate it.
func (p *Experiment) Metric(name string) metrics.Metric {
	m := metrics.Get(name)
	if name != "objective" {
		return m
	}
	some := false
	for _, method := range p.Spec.Methods {
		if isBaseline(method.Name) {
			continue
		}
		if !slices.Contains(estimatesEvidence, method.Name) {
			return m
		}
		some = true
	}
	if some {
		m.Title, m.Axis = "log Z", "log Z (nats)"
	}
	return m
}
