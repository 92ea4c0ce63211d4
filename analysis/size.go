package analysis

import (
	"slices"
	"strconv"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// sizes returns the numbers of rows N, of attributes D, or of classes or labels K, of the
// data sets, each once, ascending; of those that cannot be had it is not known.
func (p *Experiment) sizes(key string) []string {
	var sizes []int
	for _, d := range p.Datasets {
		if n := sizeOf(d, key); n > 0 {
			sizes = append(sizes, n)
		}
	}
	slices.Sort(sizes)
	var out []string
	for _, n := range slices.Compact(sizes) {
		out = append(out, sizeText(n))
	}
	return out
}

// sizeOf is the number of a data set that a key means.
func sizeOf(d record.Dataset, key string) int {
	return spec.SizeOf(key, d.Rows, d.Attributes, d.Classes)
}

// sizeText writes a number of rows, attributes or labels as the papers do: 11,000,000.
func sizeText(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// lies says whether a cell is at coordinates. A cell without an option lies at
// all of its values: the linear classifier is the same for every M. So does a cell that a
// profile gives a value which the grid does not have, such as inducing = "all".
func (p *Experiment) lies(c *record.Planned, at Coordinates) bool {
	for key, want := range at {
		switch {
		case key == spec.DatasetKey:
			if c.Dataset != want {
				return false
			}
		case key == spec.LabelKey:
			if c.Label != want {
				return false
			}
		case key == spec.VariantKey:
			if !slices.Contains(c.Variants, want) {
				return false
			}
		case spec.IsSize(key):
			if sizeText(sizeOf(p.Dataset(c.Dataset), key)) != want {
				return false
			}
		default:
			if v, ok := c.Options[key]; ok && Option(v) != want && !p.offGrid(key, Option(v)) {
				return false
			}
		}
	}
	return true
}

// offGrid says whether an option is one of the grid's and has none of its values.
func (p *Experiment) offGrid(key, value string) bool {
	i := slices.IndexFunc(p.Spec.Grid, func(a spec.Axis) bool { return a.Option == key })
	return i >= 0 && !slices.ContainsFunc(p.Spec.Grid[i].Values, func(v any) bool { return Option(v) == value })
}

// available says whether a data set at coordinates can be had.
func (p *Experiment) available(at Coordinates) bool {
	if name, ok := at[spec.DatasetKey]; ok {
		return p.Dataset(name).Available
	}
	return slices.ContainsFunc(p.Datasets, func(d record.Dataset) bool {
		return d.Available && slices.ContainsFunc(spec.Sizes, func(key string) bool { return sizeText(sizeOf(d, key)) == at[key] })
	})
}
