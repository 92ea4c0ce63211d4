package metrics

import (
	"math"
	"slices"

	"gpcbench/harness/record"
)

// errorRate is the share of rows whose most probable class is not their own.
var errorRate = Kind{
	Metrics: []Metric{{Name: "error", Title: "Test error", Axis: "Test error", Progress: "error", Bounds: share, Traced: true, RowsSE: binomial, OfRows: true, AtRow: wrong}},
	Of:      Classes,
	Mean: func(r *Row) float64 {
		if r.Best != r.Class {
			return 1
		}
		return 0
	},
}

// wrong returns 1 if the most probable class is not the row's, else 0.
func wrong(probabilities []float64, class int) float64 {
	if slices.Index(probabilities, slices.Max(probabilities)) != class {
		return 1
	}
	return 0
}

// binomial returns the standard error of a share of n rows.
func binomial(value, n float64, _ record.Record) (float64, bool) {
	return math.Sqrt(value * (1 - value) / n), true
}
