package analysis

import (
	"fmt"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Experiment is the records of an experiment, ready to be asked.
type Experiment struct {
	Input
	Refits   []*record.Planned // the plan's cells that are points of others' curves alone; Cells are the others
	Labels   []string
	Variants []string                          // names of those that have cells; none where the specification names none
	Loads    Loads                             // of all fits
	asOf     func(record.Record) record.Record // a record as of an earlier time; nil: as it ended
	index    map[string][]int                  // cells by coordinate and value, as group asks for them

	Matches map[string]Match // by cell ID: what could be compared with the reference
	Gaps    []Gap            // what could not
}

// New returns the experiment of an input, with the labels and variants that are planned. If there is a
// reference, it compares each cell with it.
func New(in Input) *Experiment {
	p := &Experiment{Input: in, index: map[string][]int{}}
	p.joinRefits()
	if len(p.Datasets) == 0 {
		for _, d := range in.Spec.Datasets {
			p.Datasets = append(p.Datasets, record.Dataset{Name: d.Name, Title: d.Name, Available: true})
		}
	}
	planned := map[string]bool{}
	for _, c := range in.Cells {
		planned[c.Label] = true
	}
	for _, m := range in.Spec.Methods {
		if planned[m.Label] || len(in.Cells) == 0 {
			p.Labels = append(p.Labels, m.Label)
		}
	}
	for _, v := range in.Spec.Variants {
		if len(in.Cells) == 0 || slices.ContainsFunc(in.Cells, func(c *record.Planned) bool { return slices.Contains(c.Variants, v.Name) }) {
			p.Variants = append(p.Variants, v.Name)
		}
	}
	p.Spec = completed(in.Spec, p.Datasets)
	p.Loads = LoadsOf(p.done)
	p.compare()
	p.measureMaps()
	return p
}

// Metrics of tables that name none, for rows of one class and for label sets.
var (
	classMetrics = []string{"error", "nll"}
	labelMetrics = []string{"p_at_1", "p_at_3", "p_at_5"}
)

// completed returns the specification with titles for the tables that have none, and with
// metrics for those that name none: the metrics of the kinds of task that the data sets have.
func completed(s *spec.Spec, datasets []record.Dataset) *spec.Spec {
	var usual []string
	ofLabels := func(d record.Dataset) bool { return d.Multilabel }
	if !slices.ContainsFunc(datasets, ofLabels) || slices.ContainsFunc(datasets, func(d record.Dataset) bool { return !ofLabels(d) }) {
		usual = append(usual, classMetrics...)
	}
	if slices.ContainsFunc(datasets, ofLabels) {
		usual = append(usual, labelMetrics...)
	}
	out := *s
	out.Tables = slices.Clone(s.Tables)
	for i, t := range out.Tables {
		if t.Title == "" {
			out.Tables[i].Title = fmt.Sprintf("Table %d", i+1)
		}
		if len(t.Metrics) == 0 {
			out.Tables[i].Metrics = usual
		}
	}
	return &out
}

// Dataset returns what is known of a data set, nothing of one that the experiment does not have.
func (p *Experiment) Dataset(name string) record.Dataset {
	for _, d := range p.Datasets {
		if d.Name == name {
			return d
		}
	}
	return record.Dataset{}
}

// Waiting returns the data sets that cannot be had and of which there is no
// record either.
func (p *Experiment) Waiting() []record.Dataset {
	var out []record.Dataset
	for _, d := range p.Datasets {
		if d.Available {
			continue
		}
		if g := p.Group(Coordinates{spec.DatasetKey: d.Name}); g.Done+len(g.Failures) == 0 {
			out = append(out, d)
		}
	}
	return out
}

// Dimension returns a coordinate with its values.
func (p *Experiment) Dimension(key string) Dimension {
	d := Dimension{Key: key}
	switch key {
	case spec.DatasetKey:
		for _, s := range p.Datasets {
			d.Values = append(d.Values, s.Name)
		}
		return d
	case spec.LabelKey:
		d.Values = p.Labels
		return d
	case spec.VariantKey:
		d.Values = p.Variants
		return d
	}
	if spec.IsSize(key) {
		d.Values = p.sizes(key)
		return d
	}
	for _, axis := range p.Spec.Grid {
		if axis.Option == key {
			for _, v := range axis.Values {
				d.Values = append(d.Values, Option(v))
			}
			return d
		}
	}
	for _, c := range p.Cells {
		if v, ok := c.Options[key]; ok && !slices.Contains(d.Values, Option(v)) {
			d.Values = append(d.Values, Option(v))
		}
	}
	return d
}

// Rest returns the dimensions that are not among used: what a table or figure
// has to be repeated for.
func (p *Experiment) Rest(used ...string) []Dimension {
	keys := []string{spec.DatasetKey, spec.LabelKey}
	if len(p.Variants) > 0 {
		keys = append(keys, spec.VariantKey)
	}
	for _, axis := range p.Spec.Grid {
		keys = append(keys, axis.Option)
	}
	var out []Dimension
	for _, key := range keys {
		if !slices.Contains(used, key) && (key != spec.DatasetKey || !slices.ContainsFunc(used, spec.IsSize)) {
			out = append(out, p.Dimension(key))
		}
	}
	return out
}
