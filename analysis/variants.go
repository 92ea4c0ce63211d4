package analysis

import (
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// VariantTitle returns the title of a variant, which completes "reproduced ...".
func (p *Experiment) VariantTitle(name string) string {
	for _, v := range p.Spec.Variants {
		if v.Name == name {
			return v.Title
		}
	}
	return name
}

// Described lists coordinates for people, a variant by its title.
func (p *Experiment) Described(at Coordinates) string {
	rest, title := p.splitVariant(at)
	return strings.Join(slices.DeleteFunc([]string{Describe(rest), title}, func(s string) bool { return s == "" }), ", ")
}

// splitVariant takes the variant out of coordinates and returns its title, empty if they
// name none.
func (p *Experiment) splitVariant(at Coordinates) (rest Coordinates, title string) {
	rest = Coordinates{}
	for key, value := range at {
		if key == spec.VariantKey {
			title = p.VariantTitle(value)
			continue
		}
		rest[key] = value
	}
	return rest, title
}

// within keeps the labels or data sets of a dimension that have cells in the variant at
// coordinates.
func (p *Experiment) within(d Dimension, at Coordinates) Dimension {
	if d.Key != spec.LabelKey && d.Key != spec.DatasetKey {
		return d
	}
	d.Values = slices.DeleteFunc(slices.Clone(d.Values), func(value string) bool { return !p.has(at.With(d.Key, value)) })
	return d
}

// has reports whether the variant, the label and the data set at coordinates occur together.
func (p *Experiment) has(at Coordinates) bool {
	label, labelled := at[spec.LabelKey]
	dataset, placed := at[spec.DatasetKey]
	return !slices.ContainsFunc(p.Spec.Variants, func(v spec.Variant) bool {
		return v.Name == at[spec.VariantKey] && (labelled && !v.Has(label) || placed && !v.HasDataset(dataset))
	})
}

// First returns the experiment of the first variant only, if there are several:
// comparisons of methods stay within one variant.
func (p *Experiment) First() *Experiment {
	if len(p.Variants) == 0 {
		return p
	}
	out := *p
	out.Cells = slices.DeleteFunc(slices.Clone(p.Cells), func(c *record.Planned) bool { return !slices.Contains(c.Variants, p.Variants[0]) })
	out.Labels = p.within(p.Dimension(spec.LabelKey), Coordinates{spec.VariantKey: p.Variants[0]}).Values
	out.Variants, out.index = nil, map[string][]int{}
	return &out
}
