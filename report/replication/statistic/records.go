package statistic

import (
	"cmp"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
)

// Records are those of an experiment, and of others that claims hold them against.
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
		dims = append(dims, p.Chosen(c, "dataset"))
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
		for _, labels := range c.opponents() {
			out = append(out, Case{At: at, Method: labels[0], Than: labels[1]})
		}
	}
	return out
}

// cases are those of a claim that of fills in from the records of both methods, and says so.
func (p *Records) cases(c Claim, of func(e *Case, of, than []record.Record) bool) []Case {
	var out []Case
	for _, e := range p.planned(c) {
		if own, than := p.of(c, e); of(&e, own, than) {
			out = append(out, e)
		}
	}
	return out
}

// ofFits are the cases of a claim about one number of each fit: take gives a case its value and
// interval, from its records and the numbers of those that have one, of which there is one at least.
func (p *Records) ofFits(c Claim, of func(record.Record) (float64, bool), take func(e *Case, records []record.Record, values []float64)) []Case {
	return p.cases(c, func(e *Case, records, _ []record.Record) bool {
		var values []float64
		for _, r := range records {
			if v, ok := of(r); ok {
				values = append(values, v)
			}
		}
		e.Repeats = len(values)
		if len(values) > 0 {
			take(e, records, values)
		}
		return len(values) > 0
	})
}

// Chosen returns a coordinate with the values that a claim is about.
func (p *Records) Chosen(c Claim, key string) analysis.Dimension {
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
	for i, m := range c.Methods {
		others := c.Than
		switch len(c.Than) {
		case 0:
			others = []string{""}
		case len(c.Methods):
			others = c.Than[i : i+1]
		}
		for _, other := range others {
			out = append(out, [2]string{m, other})
		}
	}
	return out
}

// of returns the records of both methods of a case, those of the second in the variant
// and of the experiment that a claim names for it.
func (p *Records) of(c Claim, q Case) (of, than []record.Record) {
	of = p.Group(q.At.With("label", q.Method)).OK
	other, at := p.Experiment, q.At
	if c.ThanExperiment != "" {
		if other = p.other(c.ThanExperiment); other == nil {
			return of, nil
		}
		at = counterpart(other, q.At)
	}
	if c.ThanVariant != "" {
		at = at.With(spec.VariantKey, c.ThanVariant)
	}
	return of, other.Group(at.With("label", q.Than)).OK
}

// other is another experiment that claims are held against, nil if there are no records of it.
func (p *Records) other(name string) *analysis.Experiment {
	if in, ok := p.others[name]; ok && p.asked[name] == nil {
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

// sameRepeats pairs the records of two methods by repeat.
func sameRepeats(a, b []record.Record) [][2]record.Record {
	byRepeat := map[int]record.Record{}
	for _, r := range b {
		byRepeat[r.Repeat] = r
	}
	var out [][2]record.Record
	for _, r := range a {
		if other, ok := byRepeat[r.Repeat]; ok {
			out = append(out, [2]record.Record{r, other})
		}
	}
	return out
}

// clockOf is the clock that a claim reads: that of the report, or iterations where it counts those.
func (p *Records) clockOf(c Claim) string {
	if c.Clock != "" {
		return c.Clock
	}
	clock, _ := p.Clock()
	return clock
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
