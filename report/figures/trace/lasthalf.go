package trace

import (
	"math"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// lastHalf returns by how much a metric changes over the last half of a fit,
// in time or iterations, in the mean over repeats: it tells whether a curve has
// become flat. The value at half is taken between the points of the trace
// around it.
func lastHalf(records []record.Record, x, metric string) (change float64, ok bool) {
	total, n := 0.0, 0
	for _, r := range records {
		s := analysis.TraceOf(r, x, metric)
		last := len(s.X) - 1
		if last < 1 || s.X[0] > s.X[last]/2 {
			continue
		}
		total, n = total+s.Y[last]-between(s, s.X[last]/2), n+1
	}
	return total / float64(n), n > 0
}

// between returns the value at time t, which lies between the first point and
// the last, on the line that joins its neighbours.
func between(s analysis.Trace, t float64) float64 {
	i := 1
	for s.X[i] < t {
		i++
	}
	if s.X[i] == s.X[i-1] {
		return s.Y[i]
	}
	return s.Y[i-1] + (s.Y[i]-s.Y[i-1])*(t-s.X[i-1])/(s.X[i]-s.X[i-1])
}

// A curve is flat if over the last half of its fits it moves by at most this share of its
// last value, or by at most this much.
const (
	flatShare = 0.01
	flatValue = 0.001
)

// settled says whether a change over the last half of a fit is small beside the value at
// its end.
func settled(change, value float64) bool {
	return math.Abs(change) <= max(flatShare*math.Abs(value), flatValue)
}
