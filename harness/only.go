package harness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods"
)

// filter is what --only leaves: for each key the values allowed. The same key
// twice is "or", different keys are "and".
type filter map[string][]string

// SplitOnly returns the key and the value of a word of --only. The error is a
// *UsageError.
func SplitOnly(word string) (key, value string, err error) {
	key, value, ok := strings.Cut(word, "=")
	if !ok || key == "" || value == "" {
		return "", "", &UsageError{fmt.Sprintf("--only %s: write it as key=value, such as --only dataset=german", word)}
	}
	return key, value, nil
}

// parseFilter reads words of the form key=value. Keys must be ones that cells
// of the specification can have.
func parseFilter(only []string, s *spec.Spec) (filter, error) {
	f := filter{}
	keys := []string{"dataset", "method", "label", "repeat"}
	for _, name := range s.MethodNames() {
		for _, o := range methods.Describe(name) {
			keys = append(keys, o.Name)
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	for _, word := range only {
		key, value, err := SplitOnly(word)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(keys, key) {
			return nil, &UsageError{fmt.Sprintf("--only %s: there is no key %q%s", word, key, spec.Suggest(key, keys))}
		}
		if n, err := strconv.Atoi(value); key == "repeat" && (err != nil || n < 0) {
			return nil, &UsageError{fmt.Sprintf("--only %s: repeats are numbers from 0", word)}
		}
		f[key] = append(f[key], value)
	}
	return f, nil
}

// dataset says whether any cell of a data set may be left.
func (f filter) dataset(name string) bool { return f.allows("dataset", name) }

// cell says whether a cell is left.
func (f filter) cell(c record.Cell) bool {
	for key := range f {
		var value string
		switch key {
		case "dataset":
			value = c.Dataset
		case "method":
			value = c.Method
		case "label":
			value = c.Label
		case "repeat":
			value = strconv.Itoa(c.Repeat)
		default:
			v, ok := c.Options[key]
			if !ok {
				return false
			}
			value = OptionText(v)
		}
		if !f.allows(key, value) {
			return false
		}
	}
	return true
}

// allows compares as numbers where both are numbers: 0.001 is 1e-3.
func (f filter) allows(key, value string) bool {
	values, ok := f[key]
	return !ok || slices.ContainsFunc(values, func(v string) bool {
		a, errA := strconv.ParseFloat(v, 64)
		b, errB := strconv.ParseFloat(value, 64)
		return v == value || errA == nil && errB == nil && a == b
	})
}

// OptionText returns the value of an option as the command line has it: a
// list is joined by commas.
func OptionText(v any) string {
	switch v := v.(type) {
	case []string:
		return strings.Join(v, ",")
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = OptionText(e)
		}
		return strings.Join(parts, ",")
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}
