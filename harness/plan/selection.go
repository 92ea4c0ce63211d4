package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpcbench/methods/role"
	"gpcbench/wording"
)

// Setting returns the first cell of a label. All cells of the label must have the same settings, apart from refits.
func (p *Plan) Setting(label string) (*Cell, error) {
	var found *Cell
	var datasets, labels []string
	differ := map[string][]string{}
	for _, c := range p.Cells {
		if !slices.Contains(labels, c.Label) {
			labels = append(labels, c.Label)
		}
		if c.Label != label || c.Refit != "" {
			continue
		}
		if found == nil {
			found = c
		}
		if !slices.Contains(datasets, c.Dataset) {
			datasets = append(datasets, c.Dataset)
		}
		for key, value := range c.Options {
			if text := optionText(value); !slices.Contains(differ[key], text) {
				differ[key] = append(differ[key], text)
			}
		}
	}
	if found == nil {
		return nil, &SelectionError{fmt.Sprintf("--method %s: there is no such label; the labels of %s are %q%s", label, p.Spec.Name, labels, wording.DidYouMean(label, labels))}
	}
	if role.Of[found.Method] == role.Imported {
		return nil, &SelectionError{fmt.Sprintf("--method %s: its predictions are imported, so there is no model to fit", label)}
	}
	if len(datasets) > 1 {
		return nil, &SelectionError{fmt.Sprintf("%s has several data sets, but a model is fitted to one: give --only dataset=%s, or another of %q", p.Spec.Name, datasets[0], datasets)}
	}
	for _, key := range slices.Sorted(maps.Keys(found.Options)) {
		if values := differ[key]; len(values) > 1 {
			return nil, &SelectionError{fmt.Sprintf("%s has several settings of %s, but a model has one: give --only %s=%s, or another of %s",
				label, key, key, values[0], strings.Join(values, ", "))}
		}
	}
	return found, nil
}

// Importable returns the cells of a label whose method is imported, both those that the filter
// selects and those that it leaves out.
func (p *Plan) Importable(label string) (cells, leftOut []*Cell, err error) {
	var labels []string
	for _, c := range p.Cells {
		if role.Of[c.Method] == role.Imported && !slices.Contains(labels, c.Label) {
			labels = append(labels, c.Label)
		}
		if c.Label != label {
			continue
		}
		if role.Of[c.Method] != role.Imported {
			return nil, nil, &SelectionError{fmt.Sprintf("--method %s: the method %q is run here; predictions are imported for a method with name = \"imported\"", label, c.Method)}
		}
		cells = append(cells, c)
	}
	for _, c := range p.leftOut {
		if c.Label == label {
			leftOut = append(leftOut, c)
		}
	}
	switch {
	case len(cells) > 0:
		return cells, leftOut, nil
	case len(leftOut) > 0:
		return nil, nil, &SelectionError{fmt.Sprintf("--only selects no cell of %s", label)}
	case len(labels) == 0:
		return nil, nil, &SelectionError{fmt.Sprintf("%s has no method to import: add [[method]] with name = \"imported\" and label = %q", p.Spec.Name, label)}
	}
	return nil, nil, &SelectionError{fmt.Sprintf("--method %s: there is no such label; the labels of imported methods are %s", label, strings.Join(labels, ", "))}
}
