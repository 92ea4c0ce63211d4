package analysis

import (
	"slices"

	"gpcbench/harness/record"
)

// ParameterTable is the parameters of the fitted kernels at some coordinates: a row for
// each name, a column for each label.
type ParameterTable struct {
	At     Coordinates
	Labels []string
	Names  []string
	Values map[string]map[string][]float64 // by label and name, one a repeat
}

// ParameterTables collects the parameters that records have, a table for every
// combination of what is no label.
func (p *Experiment) ParameterTables() []ParameterTable {
	var out []ParameterTable
	for _, at := range Combinations(p.Rest("label")) {
		t := ParameterTable{At: p.Several(at), Values: map[string]map[string][]float64{}}
		for _, label := range p.Labels {
			t.add(label, p.Group(at.With("label", label)).OK)
		}
		if len(t.Labels) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// add adds the column of a label, if its records have parameters.
func (t *ParameterTable) add(label string, records []record.Record) {
	values := map[string][]float64{}
	for _, r := range records {
		for _, parameter := range r.Parameters {
			if !slices.Contains(t.Names, parameter.Name) {
				t.Names = append(t.Names, parameter.Name)
			}
			values[parameter.Name] = append(values[parameter.Name], parameter.Value)
		}
	}
	if len(values) > 0 {
		t.Labels = append(t.Labels, label)
		t.Values[label] = values
	}
}
