package replication

import (
	"math"
	"slices"

	"gpcbench/report/analysis"
)

// resolution is the largest tolerance that still tells a value of the table from others: a fifth of
// it, two units of its last printed digit, or half of the gap between the best and the worst method
// that the paper has in its place, whichever is largest.
func (t *PublishedTable) resolution(v PublishedValue) float64 {
	x, _ := v.Number()
	return max(math.Abs(x)/5, 2*t.Unit(v), t.gap(v)/2)
}

// gap is how far the numbers of all methods lie apart that differ from a value in their label alone.
func (t *PublishedTable) gap(v PublishedValue) float64 {
	var row []float64
	for _, u := range t.Values {
		if x, ok := u.Number(); ok && u.Metric == v.Metric && agrees(u.At, analysis.Coordinates(v.At).With("label", u.At["label"])) {
			row = append(row, x)
		}
	}
	if len(row) == 0 {
		return 0
	}
	return slices.Max(row) - slices.Min(row)
}
