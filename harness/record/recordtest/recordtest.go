// Package recordtest has what tests of records and of what is computed from them share.
package recordtest

import (
	"math"
	"testing"

	"gpcbench/harness/record"
)

// Near fails unless got is want to a relative 1e-9.
func Near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*math.Max(1e-3, math.Abs(want))) {
		t.Errorf("%s: got %.12g, want %.12g", what, got, want)
	}
}

// Traced is a record with a trace of the NLL at the given seconds.
func Traced(repeat int, seconds, nll []float64) record.Record {
	r := record.Record{Status: record.OK}
	r.Repeat = repeat
	for i, t := range seconds {
		r.Trace = append(r.Trace, record.Point{Seconds: t, Iteration: i + 1, Metrics: map[string]float64{"nll": nll[i]}})
	}
	return r
}
