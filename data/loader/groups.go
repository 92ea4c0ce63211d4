package loader

import (
	"cmp"
	"slices"

	"gpcbench/data"
	"gpcbench/data/convert"
	"gpcbench/data/looks"
	"gpcbench/data/read"
)

// groups numbers the values of the column that a split goes by, in ascending order: as
// numbers if all are, else by bytes. Values of time are numbers or dates.
func groups(s *convert.Source, time bool) ([]int, error) {
	values, err := s.SplitValues()
	if err != nil {
		return nil, err
	}
	distinct := slices.Clone(values)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	notNumber := slices.IndexFunc(distinct, func(v string) bool {
		_, number := read.ParseNumber([]byte(v))
		return !number
	})
	if notNumber < 0 {
		slices.SortStableFunc(distinct, func(a, b string) int {
			va, _ := read.ParseNumber([]byte(a))
			vb, _ := read.ParseNumber([]byte(b))
			return cmp.Compare(va, vb)
		})
	} else if i := slices.IndexFunc(distinct, func(v string) bool { return !looks.ISODate(v) }); time && i >= 0 {
		return nil, data.KeyErrorf(s.Name, "split", "the split is in the order of time, and %q is neither a number nor a date that there is, such as 2024-01-31 or 2024-01-31T12:30", distinct[i])
	}
	number := make(map[string]int, len(distinct))
	next := 0
	for i, v := range distinct {
		if i > 0 && (notNumber >= 0 || read.CanonicalNumber(v) != read.CanonicalNumber(distinct[i-1])) {
			next++
		}
		number[v] = next
	}
	out := make([]int, len(values))
	for i, v := range values {
		out[i] = number[v]
	}
	return out, nil
}
