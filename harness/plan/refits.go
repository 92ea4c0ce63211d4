package plan

import (
	"maps"
	"math"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/method"
	"gpcbench/methods/role"
)

// refitParts are the divisors of a budget. A method whose curve consists of refits is fitted once more for each.
var refitParts = []float64{8, 4, 2}

// refits returns the setups of a method with parts of its budget, for its curve. The budget is the option that the
// specification names, or else the time, or else, if the time has no limit, the iterations.
func (b *builder) refits(m spec.Method, v spec.Variant, given record.Options, settings map[string]spec.Setting) []setup {
	if m.Curve != spec.CurveOfRefits {
		return nil
	}
	at := b.plan.Spec.WhereCurve(m)
	if role.Of[m.Name] != role.Outside {
		b.problem(at, "curve: method %q already has a trace; refits are only for methods that are external programs", m.Label)
		return nil
	}
	key := m.Budget
	if key == "" {
		key = record.IterationsOption
		if given.BudgetSeconds() > 0 {
			key = record.BudgetOption
		}
	}
	parts := partsOf(given[key], key != record.BudgetOption)
	if parts == nil {
		b.problem(at, "curve: method %q has no budget of which refits could use parts: "+
			"give it budget_seconds, or iterations = %v or more, or name the option that is its budget with budget = \"NAME\"", m.Label, refitParts[0])
		return nil
	}
	var out []setup
	for _, part := range parts {
		of := maps.Clone(given)
		of[key] = part
		if classifier, options := b.accepted(m, of, settings); options != nil {
			out = append(out, setup{method: m, variant: v, options: options, classifier: classifier, refit: key})
		}
	}
	return out
}

// partsOf returns the parts of a budget, or nil if it has none. If whole is set, a whole number has whole parts.
func partsOf(budget any, whole bool) (out []any) {
	n, err := method.Number(budget)
	if err != nil || n <= 0 {
		return nil
	}
	if _, isFloat := budget.(float64); whole && !isFloat {
		if n < refitParts[0] {
			return nil
		}
		for _, part := range refitParts {
			out = append(out, int64(math.Floor(n/part)))
		}
		return out
	}
	for _, part := range refitParts {
		out = append(out, n/part)
	}
	return out
}

// title returns the options that name a setup: those that the grid varies, and the reduced one of a refit.
func (s setup) title(varied []string) []string {
	if s.refit == "" || slices.Contains(varied, s.refit) {
		return varied
	}
	return append(slices.Clone(varied), s.refit)
}
