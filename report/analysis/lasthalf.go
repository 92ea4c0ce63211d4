package analysis

import "gpcbench/harness/record"

// LastHalf returns by how much a metric changes over the last half of a fit,
// in time or iterations, in the mean over repeats: it tells whether a curve has
// become flat. The value at half is taken between the points of the trace
// around it.
func LastHalf(records []record.Record, x, metric string) (change float64, ok bool) {
	total, n := 0.0, 0
	for _, r := range records {
		s := stepsOf(r, x, metric)
		last := len(s.x) - 1
		if last < 1 || s.x[0] > s.x[last]/2 {
			continue
		}
		total, n = total+s.y[last]-s.between(s.x[last]/2), n+1
	}
	return total / float64(n), n > 0
}

// between returns the value at time t, which lies between the first point and
// the last, on the line that joins its neighbours.
func (s steps) between(t float64) float64 {
	i := 1
	for s.x[i] < t {
		i++
	}
	if s.x[i] == s.x[i-1] {
		return s.y[i]
	}
	return s.y[i-1] + (s.y[i]-s.y[i-1])*(t-s.x[i-1])/(s.x[i]-s.x[i-1])
}
