package plan

import (
	"maps"
	"math"
	"slices"

	"gpcbench/harness/spec"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// refitParts divide a budget: a method whose curve is of refits is fitted once more with each.
var refitParts = []float64{8, 4, 2}

// refits returns a method with parts of its budget, for its curve: of its time, or where that has no limit of its
// iterations. Options are those that it is given.
func (b *builder) refits(m spec.Method, v spec.Variant, given map[string]any, settings map[string]spec.Setting) []setup {
	if m.Curve != spec.CurveOfRefits {
		return nil
	}
	at := b.plan.Spec.WhereCurve(m)
	if !methods.Registry[m.Name].Outside {
		b.problem(at, "curve: method %q has a trace of its own; refits are for methods that are programs of one's own", m.Label)
		return nil
	}
	budget, _ := method.Number(given["budget_seconds"])
	iterations, _ := method.Integer(given["iterations"])
	key, parts := "budget_seconds", make([]any, len(refitParts))
	switch {
	case budget > 0:
		for i, part := range refitParts {
			parts[i] = budget / part
		}
	case float64(iterations) >= refitParts[0]:
		key = "iterations"
		for i, part := range refitParts {
			parts[i] = int64(math.Floor(float64(iterations) / part))
		}
	default:
		b.problem(at, "curve: method %q has no budget to refit with parts of: give it budget_seconds, or iterations = %v or more", m.Label, refitParts[0])
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

// title is what a refit is called beside the options that the grid varies.
func (s setup) title(varied []string) []string {
	if s.refit == "" || slices.Contains(varied, s.refit) {
		return varied
	}
	return append(slices.Clone(varied), s.refit)
}
