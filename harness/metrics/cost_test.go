package metrics

import (
	"math"
	"testing"

	"gpcbench/harness/record"
)

// The first point within 2% of the least counts, not the least itself, and not one that merely came before.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		losses []float64
		want   int
	}{
		{[]float64{0.9, 0.51, 0.5, 0.7}, 1},
		{[]float64{0.9, 0.52, 0.5}, 2},
		{[]float64{math.Inf(1), 3}, 1},
		{[]float64{0, 0}, 0},
		{[]float64{math.NaN()}, -1},
		{nil, -1},
	} {
		if got := SettledAt(c.losses); got != c.want {
			t.Errorf("%v: settled at place %d, want %d", c.losses, got, c.want)
		}
	}
	for _, loss := range []string{"nll", "log_loss"} {
		r := record.Record{Metrics: map[string]float64{loss: 0.5}, Trace: []record.Point{
			{Seconds: 1, Metrics: map[string]float64{loss: 0.8}},
			{Seconds: 2, Metrics: map[string]float64{"error": 0.1}},
			{Seconds: 3, Metrics: map[string]float64{loss: 0.505}},
			{Seconds: 4, Metrics: map[string]float64{loss: 0.5}},
		}}
		if got, ok := Get("settling_seconds").Value(r); !ok || got != 3 {
			t.Errorf("%s: settled after %v s, %v, want 3", loss, got, ok)
		}
	}
}
