package replication

import (
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
)

// pair is a method of a claim and one that it is held against, at a setting of the grid
// on a data set.
type pair struct {
	at           analysis.Coordinates
	method, than string
}

// pairs are the cases of a claim, whether there are records of them or not.
func (p *Experiment) pairs(c Claim) []pair {
	var dims []analysis.Dimension
	if !spec.IsSize(c.Along) {
		dims = append(dims, p.chosen(c, "dataset"))
	}
	for _, axis := range p.Spec.Grid {
		if axis.Option != c.Along && !c.Pooled {
			dims = append(dims, p.chosen(c, axis.Option))
		}
	}
	var out []pair
	for _, at := range analysis.Combinations(dims) {
		if v := p.variantOf(c); v != "" {
			at[spec.VariantKey] = v
		}
		for _, labels := range c.opponents() {
			out = append(out, pair{at, labels[0], labels[1]})
		}
	}
	return out
}

// chosen returns a coordinate with the values that a claim is about.
func (p *Experiment) chosen(c Claim, key string) analysis.Dimension {
	only := c.At[key]
	if key == "dataset" {
		only = c.Datasets
	}
	d := p.Dimension(key)
	if len(only) > 0 {
		d.Values = slices.DeleteFunc(slices.Clone(d.Values), func(v string) bool { return !slices.Contains(only, v) })
	}
	return d
}

// opponents are the pairs of labels that a claim compares; the second is empty where it
// compares none.
func (c Claim) opponents() [][2]string {
	var out [][2]string
	switch {
	case len(c.Than) == 0:
		for _, m := range c.Methods {
			out = append(out, [2]string{m, ""})
		}
	case len(c.Than) == len(c.Methods):
		for i, m := range c.Methods {
			out = append(out, [2]string{m, c.Than[i]})
		}
	default:
		for _, m := range c.Methods {
			for _, other := range c.Than {
				out = append(out, [2]string{m, other})
			}
		}
	}
	return out
}

// variantOf is the variant that a claim is about, empty where there are none.
func (p *Experiment) variantOf(c Claim) string {
	switch {
	case len(p.Spec.Variants) == 0:
		return ""
	case c.Variant != "":
		return c.Variant
	}
	return p.Spec.Variants[0].Name
}

// records returns the records of both methods of a pair, those of the second in the variant
// and of the experiment that a claim names for it.
func (p *Experiment) records(c Claim, q pair) (of, than []record.Record) {
	of = p.Group(q.at.With("label", q.method)).OK
	other, at := p.Experiment, q.at
	if c.ThanExperiment != "" {
		if other = p.other(c.ThanExperiment); other == nil {
			return of, nil
		}
		at = counterpart(other, q.at)
	}
	if c.ThanVariant != "" {
		at = at.With(spec.VariantKey, c.ThanVariant)
	}
	return of, other.Group(at.With("label", q.than)).OK
}

// other is another experiment that claims are held against, nil if there are no records of it.
func (p *Experiment) other(name string) *analysis.Experiment {
	if in, ok := p.Others[name]; ok && p.asked[name] == nil {
		p.asked[name] = analysis.New(in)
	}
	return p.asked[name]
}

// counterpart leaves of the coordinates of one experiment those that another has too.
func counterpart(p *analysis.Experiment, at analysis.Coordinates) analysis.Coordinates {
	out := analysis.Coordinates{}
	for key, value := range at {
		isOption := slices.ContainsFunc(p.Spec.Grid, func(a spec.Axis) bool { return a.Option == key })
		isVariant := key == spec.VariantKey && slices.Contains(p.Variants, value)
		if key == "dataset" || isOption || isVariant {
			out[key] = value
		}
	}
	if len(p.Spec.Variants) > 0 && out[spec.VariantKey] == "" {
		out[spec.VariantKey] = p.Spec.Variants[0].Name
	}
	return out
}

// ofFits are the effects of a claim about one number of each fit: take gives a case its figure and
// interval, from its records and the numbers of those that have one, of which there is one at least.
func (p *Experiment) ofFits(c Claim, of func(record.Record) (float64, bool), take func(e *effect, records []record.Record, values []float64)) []effect {
	var out []effect
	for _, q := range p.pairs(c) {
		records := p.Group(q.at.With("label", q.method)).OK
		var values []float64
		for _, r := range records {
			if v, ok := of(r); ok {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			continue
		}
		e := effect{at: q.at, method: q.method, repeats: len(values)}
		take(&e, records, values)
		out = append(out, e)
	}
	return out
}
