package analysis

import (
	"math"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
	"gpcbench/wording"
)

// ReachMargin is how far above a target, as a share of it, an NLL or another metric counts
// as having reached it.
const ReachMargin = 0.01

// timedTrace is the times at which a fit reached its values.
type timedTrace struct {
	course    Trace   // of the metric, the NLL or another of which less is better
	setUp     float64 // time before the first iteration; 0 if not known
	untrained float64 // the metric of the untrained model; NaN if not known
}

// newTimedTrace reads a record's trace of a metric on a clock. A baseline has none: its
// course is of no interest.
func newTimedTrace(r record.Record, clock, metric string) (timedTrace, bool) {
	out := timedTrace{course: TraceOf(r, clock, metric), setUp: setUp(r, clock), untrained: beforeTraining([]record.Record{r}, metric)}
	return out, len(out.course.X) > 0 && !role.Of[r.Method].Baseline()
}

// setUp returns the time before the first iteration: that of the first point of
// the trace less its iterations at the mean pace of the later ones. It is 0 if
// the trace does not tell the pace.
func setUp(r record.Record, clock string) float64 {
	start, end, first, last := math.NaN(), 0.0, 0, 0
	for p := range r.Points() {
		end, last = abscissa(r, p, clock), p.Iteration
		if math.IsNaN(start) {
			start, first = end, last
		}
	}
	if last == first {
		return 0
	}
	pace := (end - start) / float64(last-first)
	return max(0, start-pace*float64(first))
}

// final returns the metric at the end of the fit.
func (r timedTrace) final() float64 { return r.course.Y[len(r.course.Y)-1] }

// Moment brackets the time at which a fit reaches a target: after one point of its
// trace and by the next.
type Moment struct{ After, By float64 }

// reach returns when the metric first came down to a limit: after the last point
// of the trace above it and by the first below. Point zero is the untrained
// model at the end of the set-up. Both are infinite if no point is below.
func (r timedTrace) reach(limit float64) Moment {
	after := r.setUp
	for i, v := range r.course.Y {
		if v <= limit {
			return Moment{after, r.course.X[i]}
		}
		after = r.course.X[i]
	}
	return Moment{math.Inf(1), math.Inf(1)}
}

// TimeToTarget is how long two methods take to a target that they share.
type TimeToTarget struct {
	At     Coordinates
	Labels [2]string
	Target float64     // mean over repeats
	Times  [2][]Moment // by method and repeat
}

// NewTimeToTarget returns the times of the fits of two methods to a value of a metric, on a clock. In each repeat
// the target is the worse of their two final values, which both reach. If the untrained model meets it already, as
// when a fit diverges, the target is the better of the two, which one fit may not reach. If the untrained model
// meets that too, the repeat is left out.
func NewTimeToTarget(a, b []record.Record, clock, metric string) TimeToTarget {
	var r TimeToTarget
	for _, pair := range pairsOf(a, b, clock, metric) {
		target, better := max(pair[0].final(), pair[1].final()), min(pair[0].final(), pair[1].final())
		trivial := func(target float64) bool { return target*(1+ReachMargin) >= pair[0].untrained }
		if trivial(target) {
			target = better
		}
		if trivial(target) {
			continue
		}
		r.Target += target
		for k, trace := range pair {
			r.Times[k] = append(r.Times[k], trace.reach(target*(1+ReachMargin)))
		}
	}
	r.Target /= float64(len(r.Times[0]))
	return r
}

// Arrival is when a fit reaches the final value of another, or comes within [ReachMargin] of it if that
// is its own final value; false if one of them has no trace.
func Arrival(r, target record.Record, clock, metric string, own bool) (Moment, bool) {
	course, end := TraceOf(r, clock, metric), TraceOf(target, clock, metric)
	if len(course.X) == 0 || len(end.X) == 0 {
		return Moment{}, false
	}
	limit := end.Y[len(end.Y)-1]
	if own {
		limit *= 1 + ReachMargin
	}
	return timedTrace{course: course, setUp: setUp(r, clock)}.reach(limit), true
}

// Reached counts the repeats in which a method came down to the target.
func (r TimeToTarget) Reached(method int) int {
	n := 0
	for _, t := range r.Times[method] {
		if !math.IsInf(t.By, 1) {
			n++
		}
	}
	return n
}

// Ratio returns how many times as long the second method takes as the first.
func (r TimeToTarget) Ratio() Ratio {
	least, most := r.Ratios()
	return Ratio{MedianInterval(least), MedianInterval(most)}
}

// Ratios returns, of each repeat, the least and the most that the ratio of [TimeToTarget.Ratio] can be: infinite
// where the second method does not reach the target, 0 where the first does not.
func (r TimeToTarget) Ratios() (least, most []float64) {
	for i, first := range r.Times[0] {
		second := r.Times[1][i]
		least, most = append(least, second.After/first.By), append(most, second.By/first.After)
	}
	return Numeric(least), Numeric(most)
}

// Numeric returns the values that are numbers.
func Numeric(x []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(x), math.IsNaN)
}

// Ratio brackets the ratio of two methods' times by their traces: the medians over
// repeats of the least and the most that it can be.
type Ratio struct{ Least, Most Interval }

// String writes the range of the median with the 95% interval of both ends, or
// a dash if the traces do not bound it.
func (r Ratio) String() string {
	text := Span{r.Least.Median, r.Most.Median}.Bounds()
	if text == "" {
		return "–"
	}
	if !math.IsNaN(r.Least.Low) && !math.IsNaN(r.Most.High) {
		text += " [" + wording.Short(r.Least.Low, 2) + ", " + RatioEnd(r.Most.High) + "]"
	}
	return text
}

// Middle is the logarithm of the geometric mean of the least and the most, or of the one of
// them that is neither 0 nor infinite; NaN where it may be anything.
func (r Ratio) Middle() float64 {
	least, most := math.Log(r.Least.Median), math.Log(r.Most.Median)
	switch {
	case math.IsInf(least, -1) && math.IsInf(most, 1):
		return math.NaN()
	case math.IsInf(least, -1):
		return most
	case math.IsInf(most, 1):
		return least
	}
	return (least + most) / 2
}

// TimesToTargets compares all pairs of methods by the loss, where the records have traces of it.
func (p *Experiment) TimesToTargets() []TimeToTarget {
	var out []TimeToTarget
	clock, _ := p.Clock()
	for _, at := range Combinations(p.Rest(spec.LabelKey)) {
		for i, a := range p.Labels {
			for _, b := range p.Labels[i+1:] {
				r := NewTimeToTarget(p.Group(at.With(spec.LabelKey, a)).OK, p.Group(at.With(spec.LabelKey, b)).OK, clock, p.Worth().Loss)
				if r.At, r.Labels = p.Several(at).With(spec.DatasetKey, at[spec.DatasetKey]), [2]string{a, b}; len(r.Times[0]) > 0 {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// pairsOf returns the courses of a metric in the fits of two methods, for each repeat that
// both have.
func pairsOf(a, b []record.Record, clock, metric string) [][2]timedTrace {
	var pairs [][2]timedTrace
	for _, both := range Paired(a, b) {
		first, ok := newTimedTrace(both[0], clock, metric)
		if second, have := newTimedTrace(both[1], clock, metric); ok && have {
			pairs = append(pairs, [2]timedTrace{first, second})
		}
	}
	return pairs
}
