package analysis

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gpcbench/harness/spec"
)

// Coordinates place a cell in a table: "dataset", "label", "variant", "N", "D", "K" and
// options.
type Coordinates map[string]string

// With returns a copy with one more coordinate.
func (c Coordinates) With(key, value string) Coordinates {
	out := maps.Clone(c)
	if out == nil {
		out = Coordinates{}
	}
	out[key] = value
	return out
}

// Describe lists coordinates for people: data set, label, then options by name.
func Describe(at map[string]string) string {
	var parts []string
	for _, key := range []string{spec.DatasetKey, spec.LabelKey} {
		if v, ok := at[key]; ok {
			parts = append(parts, v)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(at)) {
		if key != spec.DatasetKey && key != spec.LabelKey {
			parts = append(parts, key+" = "+at[key])
		}
	}
	return strings.Join(parts, ", ")
}

// Dimension is one coordinate and the values it takes, in the order of the
// specification.
type Dimension struct {
	Key    string
	Values []string
}

// NumberOf reads a value of a coordinate as a number: 11000 of "11,000", 5 of "5%"; false if it
// is none.
func NumberOf(value string) (float64, bool) {
	x, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(value, "%"), ",", ""), 64)
	return x, err == nil
}

// Combinations returns every combination of the values of dimensions, the last
// one fastest.
func Combinations(dims []Dimension) []Coordinates {
	all := []Coordinates{{}}
	for _, d := range dims {
		var next []Coordinates
		for _, c := range all {
			for _, v := range d.Values {
				next = append(next, c.With(d.Key, v))
			}
		}
		all = next
	}
	return all
}

// Option writes the value of an option.
func Option(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := spec.Canonical(v)
	if err != nil {
		return ""
	}
	return string(b)
}
