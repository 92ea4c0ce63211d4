package analysis

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/methods/role"
)

// gridPoints is the number of points that curves are read at.
const gridPoints = 240

// Curve is the traces of a series: a summary over repeats, read on a grid.
type Curve struct {
	Name         string
	X            []float64
	Y, Low, High []float64
	Before       float64 // value before training, NaN if it is not known
	Flat         bool    // one point only: the baseline, or a method that is fitted in one go
	Repeats      int
}

// abscissa returns where a point of a record's trace lies on the axis x:
// "iteration", "epoch", "seconds" or [CPUSeconds]; 0 where it is not known.
func abscissa(r record.Record, p record.Point, x string) float64 {
	switch x {
	case "iteration":
		return float64(p.Iteration)
	case "epoch":
		if n, ok := metrics.MinibatchesPerEpoch(r); ok {
			return float64(p.Iteration) / n
		}
		return 0
	case CPUSeconds:
		return cmp.Or(p.CPU, p.Seconds/r.Timing.Load())
	}
	return p.Seconds
}

// Trace is one fit's trace of a metric: after X[i] the value is Y[i] until X[i+1].
type Trace struct{ X, Y []float64 }

// TraceOf reads a trace. Points at time 0 have no place on a log axis and are left out.
func TraceOf(r record.Record, x, metric string) Trace {
	var out Trace
	for p := range r.Points() {
		t := abscissa(r, p, x)
		if v, ok := metrics.Get(metric).At(p); ok && t > 0 {
			out.X, out.Y = append(out.X, t), append(out.Y, v)
		}
	}
	if !slices.IsSorted(out.X) { // by another clock
		sort.Stable(out)
	}
	return out
}

// Len, Less and Swap order a trace.
func (s Trace) Len() int           { return len(s.X) }
func (s Trace) Less(i, j int) bool { return s.X[i] < s.X[j] }
func (s Trace) Swap(i, j int) {
	s.X[i], s.X[j], s.Y[i], s.Y[j] = s.X[j], s.X[i], s.Y[j], s.Y[i]
}

// At returns the value at time t, the first one if t is before it.
func (s Trace) At(t float64) float64 {
	if t < s.X[0] {
		return s.Y[0]
	}
	i, found := slices.BinarySearch(s.X, t)
	for found && i+1 < len(s.X) && s.X[i+1] == t {
		i++
	}
	if !found {
		i--
	}
	return s.Y[i]
}

// LogSpaced are times of a span, even in their logarithms, at which curves are compared. They lie a
// hair behind the points of a trace that they fall on.
func (s Span) LogSpaced() []float64 {
	out := make([]float64, gridPoints)
	for i := range out {
		out[i] = s.Low * math.Pow(s.High/s.Low, float64(i)/(gridPoints-1)) * (1 + 1e-12)
	}
	return out
}

// NewCurve summarises the traces of repeats on a grid that is even in log
// time, from the median of their first points to when the last one ends. A
// repeat that begins later counts with its first value, one that has ended with
// its last. The band is one standard error.
func NewCurve(name string, records []record.Record, x, metric, summary string) (Curve, bool) {
	var all []Trace
	for _, r := range records {
		if s := shownSteps(r, x, metric); len(s.X) > 0 {
			all = append(all, s)
		}
	}
	c, ok := curveOf(name, all, metric, summary)
	if ok && !c.Flat {
		c.Before = beforeTraining(records, metric)
	}
	return c, ok
}

// shownSteps reads a trace, of a baseline its last point.
func shownSteps(r record.Record, x, metric string) Trace {
	s := TraceOf(r, x, metric)
	if last := len(s.X) - 1; last > 0 && role.Of[r.Method].Baseline() {
		s = Trace{s.X[last:], s.Y[last:]}
	}
	return s
}

// NewDifference is the curve of the differences of - than in a metric, repeat by repeat:
// what a fold does to both cancels out. It begins where both have a first point. There is
// no curve if no repeat has both, or if both are flat.
func NewDifference(name string, records, than []record.Record, x, metric, summary string) (Curve, bool) {
	var all []Trace
	for _, both := range Paired(records, than) {
		a, b := shownSteps(both[0], x, metric), shownSteps(both[1], x, metric)
		if len(a.X) > 0 && len(b.X) > 0 && len(a.X)+len(b.X) > 2 {
			all = append(all, a.minus(b))
		}
	}
	return curveOf(name, all, metric, summary)
}

// minus is the trace of the difference from another, from when both have begun. A trace of a single point
// counts at any time.
func (s Trace) minus(o Trace) Trace {
	var out Trace
	start := 0.0
	for _, t := range []Trace{s, o} {
		if len(t.X) > 1 {
			start, out.X = max(start, t.X[0]), append(out.X, t.X...)
		}
	}
	slices.Sort(out.X)
	out.X = slices.Compact(slices.DeleteFunc(out.X, func(t float64) bool { return t < start }))
	for _, t := range out.X {
		out.Y = append(out.Y, s.At(t)-o.At(t))
	}
	return out
}

// curveOf summarises traces on the grid of a curve.
func curveOf(name string, all []Trace, metric, summary string) (Curve, bool) {
	c := Curve{Name: name, Flat: true, Before: math.NaN(), Repeats: len(all)}
	if len(all) == 0 {
		return c, false
	}
	var starts []float64
	end := 0.0
	for _, s := range all {
		starts, end = append(starts, s.X[0]), max(end, s.X[len(s.X)-1])
		c.Flat = c.Flat && len(s.X) == 1
	}
	start := MedianOf(starts)
	n := gridPoints
	if c.Flat || start >= end {
		n = 1
	}
	for i := range n {
		t := end
		if i < n-1 {
			t = start * math.Pow(end/start, float64(i)/float64(n-1))
		}
		values := make([]float64, len(all))
		for j, s := range all {
			values[j] = s.At(t)
		}
		s := SummariseValues(values, metric, summary)
		se := s.SE
		if math.IsNaN(se) {
			se = 0
		}
		c.X, c.Y = append(c.X, t), append(c.Y, s.Value)
		c.Low, c.High = append(c.Low, s.Value-se), append(c.High, s.Value+se)
	}
	return c, true
}

// beforeTraining returns a metric of the untrained model, which gives every
// class the same probability; NaN if this does not determine the metric, or if
// the records do not have the number of classes.
func beforeTraining(records []record.Record, metric string) float64 {
	untrained := metrics.Get(metric).Untrained
	classes := records[0].Classes()
	if untrained == nil || classes == 0 {
		return math.NaN()
	}
	return untrained(float64(classes))
}

// leftMargin is the share of the horizontal axis before the first curve begins,
// where values before training are drawn.
const leftMargin = 0.04

// TimeRange is the range of the horizontal axis: that of the curves, of the flat
// ones only if there are no others, with room for what was before.
func TimeRange(curves []Curve) Span {
	out := Nothing
	before := false
	for _, c := range curves {
		if !c.Flat || !slices.ContainsFunc(curves, func(c Curve) bool { return !c.Flat }) {
			out = out.Include(c.X[0]).Include(c.X[len(c.X)-1])
		}
		before = before || !math.IsNaN(c.Before)
	}
	if out.Low == out.High {
		return Span{out.Low / 2, out.High * 2}
	}
	if before {
		out.Low *= math.Pow(out.Low/out.High, leftMargin)
	}
	return out
}
