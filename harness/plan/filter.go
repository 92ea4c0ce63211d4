package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/wording"
)

// Filter selects some of a plan's cells. Conditions with the same key are
// alternatives; those with different keys must all hold. An empty filter selects
// all cells.
type Filter []Condition

// MethodKey and RepeatKey are keys that only filters have. Tables and figures have the other keys too.
const (
	MethodKey = "method"
	RepeatKey = "repeat"
)

// Condition asks for cells whose key has a value. The key is dataset, method,
// label, repeat, variant or an option.
type Condition struct{ Key, Value string }

// String returns "key=value".
func (c Condition) String() string { return c.Key + "=" + c.Value }

// Is says whether the condition asks for a value of [Plan.Values].
func (c Condition) Is(value string) bool {
	return equalText(c.Value, value) || sameSet(c.Value, strings.Split(value, ","))
}

// FilterError is a condition that no cell of a specification can meet.
type FilterError struct {
	Condition
	Problem string
}

// Error names the condition.
func (e *FilterError) Error() string { return e.Condition.String() + ": " + e.Problem }

// check says whether cells of the specification can have the keys.
func (f Filter) check(s *spec.Spec) error {
	keys := []string{spec.DatasetKey, spec.LabelKey, MethodKey, RepeatKey}
	variants := s.VariantNames()
	if len(variants) > 0 {
		keys = append(keys, spec.VariantKey)
	}
	own := strings.Join(keys, ", ")
	keys = append(keys, optionsOfAll(s)...)
	for _, c := range f {
		switch n, err := strconv.Atoi(c.Value); {
		case c.Key == spec.VariantKey && len(variants) == 0:
			return &FilterError{c, s.Name + " has no variants"}
		case !slices.Contains(keys, c.Key):
			near := wording.DidYouMean(c.Key, keys)
			if near == "" {
				near = "; known are " + own + " and the options of the methods of " + s.Name
			}
			return &FilterError{c, fmt.Sprintf("there is no key %q%s", c.Key, near)}
		case c.Key == RepeatKey && (err != nil || n < 0):
			return &FilterError{c, "a repeat must be a whole number from 0"}
		case c.Key == spec.VariantKey && !slices.Contains(variants, c.Value):
			return &FilterError{c, fmt.Sprintf("there is no variant %q%s", c.Value, spec.Suggest(c.Value, variants))}
		}
	}
	return nil
}

// Has says whether a cell of the plan meets a condition, or whether a cell of a missing data set
// might.
func (p *Plan) Has(c Condition) bool {
	f := Filter{c}
	if slices.ContainsFunc(p.Cells, func(cell *Cell) bool { return f.leaves(cell.Cell) }) {
		return true
	}
	switch c.Key {
	case spec.DatasetKey:
		return slices.ContainsFunc(p.Missing, func(m Missing) bool { return m.Dataset == c.Value })
	case MethodKey:
		return slices.ContainsFunc(p.Spec.Methods, func(m spec.Method) bool { return m.Name == c.Value })
	case spec.LabelKey:
		return slices.ContainsFunc(p.Spec.Methods, func(m spec.Method) bool { return m.Label == c.Value })
	}
	return len(p.Missing) > 0 || c.Key == spec.VariantKey // names of variants were checked
}

// has says whether the filter may select cells of a data set, which is loaded only then.
func (f Filter) has(s *spec.Spec, dataset string) bool {
	selected := func(v spec.Variant) bool { return f.allows(spec.VariantKey, v.Name) && v.HasDataset(dataset) }
	return f.allows(spec.DatasetKey, dataset) && (len(s.Variants) == 0 || slices.ContainsFunc(s.Variants, selected))
}

// leaves says whether the filter selects a cell, whatever its variants.
func (f Filter) leaves(c record.Cell) bool {
	for _, condition := range f {
		key := condition.Key
		if key == spec.VariantKey {
			continue
		}
		if list, ok := c.Options[key].([]string); ok {
			if !f.allowsAny(key, func(text string) bool { return sameSet(text, list) }) {
				return false
			}
			continue
		}
		if value, ok := valueOf(c, key); !ok || !f.allows(key, value) {
			return false
		}
	}
	return true
}

// valueOf returns a cell's value of a key, as written on the command line; false if it has none.
func valueOf(c record.Cell, key string) (value string, ok bool) {
	switch key {
	case spec.DatasetKey:
		return c.Dataset, true
	case MethodKey:
		return c.Method, true
	case spec.LabelKey:
		return c.Label, true
	case RepeatKey:
		return strconv.Itoa(c.Repeat), true
	}
	v, ok := c.Options[key]
	if !ok {
		return "", false
	}
	return optionText(v), true
}

// allows says whether the filter admits a value of a key. Values that are
// numbers are compared as numbers: 0.001 is 1e-3.
func (f Filter) allows(key, value string) bool {
	return f.allowsAny(key, func(text string) bool { return equalText(text, value) })
}

// allowsAny says whether is holds for a value that a condition gives the key. It is true if no condition has the key.
func (f Filter) allowsAny(key string, is func(value string) bool) bool {
	constrained := false
	for _, c := range f {
		if c.Key != key {
			continue
		}
		if constrained = true; is(c.Value) {
			return true
		}
	}
	return !constrained
}

// sameSet compares a list of words, as written on the command line, with an option's list,
// regardless of order. An empty list is written "[]" or "".
func sameSet(text string, list []string) bool {
	var words []string
	if text = strings.Trim(text, "[]"); text != "" {
		words = strings.Split(text, ",")
	}
	slices.Sort(words)
	return slices.Equal(slices.Compact(words), slices.Sorted(slices.Values(list)))
}

// equalText compares two values of a key.
func equalText(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return a == b || errX == nil && errY == nil && x == y
}

// optionText returns the value of an option as written on the command line: a
// list is joined by commas, and an empty one is "[]".
func optionText(v any) string {
	switch v := v.(type) {
	case []string:
		if len(v) == 0 {
			return "[]"
		}
		return strings.Join(v, ",")
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = optionText(e)
		}
		return strings.Join(parts, ",")
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}
