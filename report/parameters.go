package report

import (
	"slices"
	"strings"

	"gpcbench/harness/record"
)

// parameterTable is the parameters of the fitted kernels at some coordinates: a row for
// each name, a column for each label.
type parameterTable struct {
	at     coordinates
	labels []string
	names  []string
	values map[string]map[string][]float64 // by label and name, one a repeat
}

// parameterTables collects the parameters that records have, a table for every
// combination of what is no label.
func (p *project) parameterTables() []parameterTable {
	var out []parameterTable
	for _, at := range combinations(p.rest("label")) {
		t := parameterTable{at: p.several(at), values: map[string]map[string][]float64{}}
		for _, label := range p.labels {
			t.add(label, p.group(at.with("label", label)).ok)
		}
		if len(t.labels) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// add adds the column of a label, if its records have parameters.
func (t *parameterTable) add(label string, records []record.Record) {
	values := map[string][]float64{}
	for _, r := range records {
		for _, parameter := range r.Parameters {
			if !slices.Contains(t.names, parameter.Name) {
				t.names = append(t.names, parameter.Name)
			}
			values[parameter.Name] = append(values[parameter.Name], parameter.Value)
		}
	}
	if len(values) > 0 {
		t.labels = append(t.labels, label)
		t.values[label] = values
	}
}

// entry writes the median over repeats with the smallest and the largest.
func (t *parameterTable) entry(label, name string) string {
	x := t.values[label][name]
	switch {
	case len(x) == 0:
		return "–"
	case len(x) == 1:
		return short(x[0], 3)
	}
	return short(medianOf(x), 3) + " (" + short(slices.Min(x), 2) + " to " + short(slices.Max(x), 2) + ")"
}

// parameters writes the parameters of the fitted kernels, if the records have them.
func (w *page) parameters(p *project) {
	tables := p.parameterTables()
	if len(tables) == 0 {
		return
	}
	w.printf("## Kernel parameters\n\n")
	for _, t := range tables {
		if name := p.described(t.at); name != "" {
			w.printf("**%s**\n\n", escapeMarkdown(name))
		}
		w.printf("| parameter |")
		for _, label := range t.labels {
			w.printf(" %s |", escapeMarkdown(label))
		}
		w.printf("\n|---|%s\n", strings.Repeat("---|", len(t.labels)))
		for _, name := range t.names {
			w.printf("| %s |", escapeMarkdown(name))
			for _, label := range t.labels {
				w.printf(" %s |", t.entry(label, name))
			}
			w.printf("\n")
		}
		w.printf("\n")
	}
	w.printf("After training, on the scale of the standardised inputs; of several repeats the median, with the smallest and the largest. ")
	w.printf("An input with a short lengthscale matters more than one with a long one.\n\n")
}
