package analysis

import (
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/report/wording"
)

// ShortName names a metric without its data and its unit: "error" for the test error.
func ShortName(m metrics.Metric) string {
	name, _, _ := strings.Cut(m.Axis, " (")
	return wording.Inner(strings.TrimPrefix(name, "Test "))
}

// Metric returns a metric as an experiment calls it: the objective is log Z where all
// methods but the baselines estimate it, and the bound where all of them maximise one.
func (p *Experiment) Metric(name string) metrics.Metric {
	m := metrics.Get(name)
	if !m.Objective {
		return m
	}
	switch {
	case p.objectiveIs(estimatesEvidence):
		m.Title, m.Axis = "log Z", "log Z (nats)"
	case p.objectiveIs(maximisesBound):
		m.Title, m.Axis = "Lower bound (ELBO)", "ELBO (nats)"
	}
	return m
}

// objectiveIs says whether all methods but the baselines are of a kind, and there is one.
func (p *Experiment) objectiveIs(kind []string) bool {
	some := false
	for _, method := range p.Spec.Methods {
		if isBaseline(method.Name) {
			continue
		}
		if !slices.Contains(kind, method.Name) {
			return false
		}
		some = true
	}
	return some
}
