package trace

import (
	"math"
	"testing"

	"gpcbench/harness/record"
)

// tracedAt is a record whose NLL is y[i] after x[i] seconds.
func tracedAt(x, y []float64) record.Record {
	var r record.Record
	for i := range x {
		r.Trace = append(r.Trace, record.Point{Seconds: x[i], Iteration: i + 1, Metrics: map[string]float64{"nll": y[i]}})
	}
	return r
}

func TestLastHalf(t *testing.T) {
	one := tracedAt([]float64{1, 4, 8, 10}, []float64{9, 5, 1, 0.5}) // at 5 on the way from 5 to 1: 4
	two := tracedAt([]float64{1, 5, 10}, []float64{9, 5, 6})
	short := tracedAt([]float64{6, 10}, []float64{9, 5}) // begins in its last half
	for _, c := range []struct {
		what    string
		records []record.Record
		want    float64
		ok      bool
	}{
		{"between points", []record.Record{one}, -3.5, true},
		{"at a point", []record.Record{two}, 1, true},
		{"mean over repeats", []record.Record{one, two, short}, -1.25, true},
		{"no first half", []record.Record{short}, 0, false},
		{"one point", []record.Record{tracedAt([]float64{3}, []float64{1})}, 0, false},
		{"none", nil, 0, false},
	} {
		if got, ok := lastHalf(c.records, "seconds", "nll"); ok != c.ok || ok && math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, %v, want %v", c.what, got, ok, c.want)
		}
	}
}
