package statistic

import (
	"cmp"
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Records are those of an experiment, and of others that claims compare it with.
type Records struct {
	*analysis.Experiment
	others map[string]analysis.Input
	asked  map[string]*analysis.Experiment // of others
}

// NewRecords returns those of an experiment, with others by name.
func NewRecords(p *analysis.Experiment, others map[string]analysis.Input) *Records {
	return &Records{p, others, map[string]*analysis.Experiment{}}
}

// planned are the cases of a claim, whether there are records of them or not.
func (p *Records) planned(c Claim) []Case {
	var dims []analysis.Dimension
	if !spec.IsSize(c.Along) {
		dims = append(dims, p.Chosen(c, spec.DatasetKey))
	}
	for _, axis := range p.Spec.Grid {
		if axis.Option != c.Along && !c.Pooled {
			dims = append(dims, p.Chosen(c, axis.Option))
		}
	}
	var out []Case
	for _, at := range analysis.Combinations(dims) {
		if len(p.Spec.Variants) > 0 {
			at[spec.VariantKey] = cmp.Or(c.Variant, p.Spec.Variants[0].Name)
		}
		for i, method := range c.Methods {
			others := c.Than
			switch len(c.Than) {
			case 0:
				others = []string{""}
			case len(c.Methods):
				others = c.Than[i : i+1]
			}
			for _, than := range others {
				out = append(out, Case{At: at, Method: method, Than: than})
			}
		}
	}
	return out
}

// cases are the cases of a claim that the function of can fill in from the records of both methods. If
// there is no other method, both are the same.
func (p *Records) cases(c Claim, of func(e *Case, of, than []record.Record) bool) []Case {
	var out []Case
	for _, e := range p.planned(c) {
		own := p.Group(e.At.With(spec.LabelKey, e.Method)).OK
		than := own
		if e.Than != "" {
			than = p.than(c, e)
		}
		if of(&e, own, than) {
			out = append(out, e)
		}
	}
	return out
}

// Chosen returns a coordinate with the values that a claim is about.
func (p *Records) Chosen(c Claim, key string) analysis.Dimension {
	only := c.At[key]
	if key == spec.DatasetKey {
		only = c.Datasets
	}
	d := p.Dimension(key)
	if len(only) > 0 {
		d.Values = slices.DeleteFunc(slices.Clone(d.Values), func(v string) bool { return !slices.Contains(only, v) })
	}
	return d
}

// than returns the records of the second method of a case, in the variant and of the experiment
// that a claim names for it: there by the coordinates that both experiments have.
func (p *Records) than(c Claim, q Case) []record.Record {
	other, at := p.Experiment, q.At.With(spec.LabelKey, q.Than)
	if c.ThanExperiment != "" {
		if other = p.other(c.ThanExperiment); other == nil {
			return nil
		}
		at = analysis.Coordinates{spec.LabelKey: q.Than}
		for key, value := range q.At {
			isOption := slices.ContainsFunc(other.Spec.Grid, func(a spec.Axis) bool { return a.Option == key })
			if key == spec.DatasetKey || isOption || key == spec.VariantKey && slices.Contains(other.Variants, value) {
				at[key] = value
			}
		}
		if len(other.Spec.Variants) > 0 && at[spec.VariantKey] == "" {
			at[spec.VariantKey] = other.Spec.Variants[0].Name
		}
	}
	if c.ThanVariant != "" {
		at = at.With(spec.VariantKey, c.ThanVariant)
	}
	return other.Group(at).OK
}

// other is another experiment that claims compare with, nil if it has no records.
func (p *Records) other(name string) *analysis.Experiment {
	if in, ok := p.others[name]; ok && p.asked[name] == nil {
		p.asked[name] = analysis.New(in)
	}
	return p.asked[name]
}

// clockOf is the clock that a claim reads: that of the report, or iterations where it counts those.
func (p *Records) clockOf(c Claim) string {
	clock, _ := p.Clock()
	return cmp.Or(c.Clock, clock)
}

// PublishedName is what published.toml calls a data set.
func PublishedName(s *spec.Spec, dataset string) string {
	for _, d := range s.Datasets {
		if d.Name == dataset && d.Published != "" {
			return d.Published
		}
	}
	return dataset
}
