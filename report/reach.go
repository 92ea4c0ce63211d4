package report

import (
	"math"
	"slices"

	"gpcbench/harness/record"
)

// reachMargin is how far above a target, as a share of it, an NLL counts as
// having reached it.
const reachMargin = 0.01

// targets are what two fits of a repeat race to, chosen from their final NLLs:
// the worse of the two, which both reach, and the better, which one may not.
var targets = []struct {
	name   string
	choose func(a, b float64) float64
}{
	{"worse", func(a, b float64) float64 { return max(a, b) }},
	{"better", func(a, b float64) float64 { return min(a, b) }},
}

// runner is what a race needs to know of a fit.
type runner struct {
	nll       steps
	setUp     float64 // time before the first iteration; NaN if not known
	untrained float64 // NLL of the untrained model; NaN if not known
}

// newRunner reads a record's trace on a clock. The baseline does not run: its
// course is of no interest.
func newRunner(r record.Record, clock string) (runner, bool) {
	out := runner{nll: stepsOf(r, clock, "nll"), setUp: setUp(r, clock), untrained: beforeTraining([]record.Record{r}, "nll")}
	return out, len(out.nll.x) > 0 && !isBaseline(r.Method)
}

// setUp returns the time before the first iteration: that of the first point of
// the trace less its iterations at the mean pace of the later ones. It is NaN if
// the trace does not tell the pace.
func setUp(r record.Record, clock string) float64 {
	if len(r.Trace) < 2 {
		return math.NaN()
	}
	first, last := r.Trace[0], r.Trace[len(r.Trace)-1]
	if last.Iteration == first.Iteration {
		return math.NaN()
	}
	start, end := abscissa(r, first, clock), abscissa(r, last, clock)
	pace := (end - start) / float64(last.Iteration-first.Iteration)
	return max(0, start-pace*float64(first.Iteration))
}

// final returns the NLL at the end of the fit.
func (r runner) final() float64 { return r.nll.y[len(r.nll.y)-1] }

// moment is what a trace tells of when a fit reaches a target: after one of its
// points and by the next.
type moment struct{ after, by float64 }

// reach returns when the NLL first came down to a limit: after the last point
// of the trace above it and by the first below. Point zero is the untrained
// model at the end of the set-up. Both are infinite if no point is below.
func (r runner) reach(limit float64) moment {
	after := r.setUp
	if math.IsNaN(after) {
		after = 0
	}
	for i, v := range r.nll.y {
		if v <= limit {
			return moment{after, r.nll.x[i]}
		}
		after = r.nll.x[i]
	}
	return moment{math.Inf(1), math.Inf(1)}
}

// race is how long two methods take to a target that they share.
type race struct {
	at      coordinates
	labels  [2]string
	target  string      // its name
	nll     float64     // the target, mean over repeats
	times   [2][]moment // by method and repeat
	setUps  [2][]float64
	early   [2]int // repeats in which a method is there at its first point
	trivial int    // repeats left out: the untrained model is there already
}

// newRace runs the pairs of fits, one a repeat, to a target. A repeat in which
// the untrained model meets the target says nothing and is left out.
func newRace(pairs [][2]runner, choose func(a, b float64) float64) race {
	var r race
	for _, pair := range pairs {
		target := choose(pair[0].final(), pair[1].final())
		limit := target * (1 + reachMargin)
		if limit >= pair[0].untrained {
			r.trivial++
			continue
		}
		r.nll += target
		for k, runner := range pair {
			r.times[k] = append(r.times[k], runner.reach(limit))
			r.setUps[k] = append(r.setUps[k], runner.setUp)
			if runner.nll.y[0] <= limit {
				r.early[k]++
			}
		}
	}
	r.nll /= float64(len(r.times[0]))
	return r
}

// reached counts the repeats in which a method came down to the target.
func (r race) reached(method int) int {
	n := 0
	for _, t := range r.times[method] {
		if !math.IsInf(t.by, 1) {
			n++
		}
	}
	return n
}

// ratio returns how many times as long the second method takes as the first:
// infinite in a repeat where the second does not reach the target, 0 where the
// first does not.
func (r race) ratio() ratio {
	return r.ratioAfter(func(int, int) float64 { return 0 })
}

// ratioOfLearning is ratio without the times before the first iteration, over
// the repeats where they are known.
func (r race) ratioOfLearning() ratio {
	return r.ratioAfter(func(method, i int) float64 { return r.setUps[method][i] })
}

// ratioAfter is ratio with times counted from a start of each fit.
func (r race) ratioAfter(start func(method, i int) float64) ratio {
	var least, most []float64
	for i := range r.times[0] {
		first, second := r.times[0][i].less(start(0, i)), r.times[1][i].less(start(1, i))
		least, most = append(least, second.after/first.by), append(most, second.by/first.after)
	}
	return ratio{medianInterval(numeric(least)), medianInterval(numeric(most))}
}

// less counts a moment from a start.
func (m moment) less(start float64) moment { return moment{m.after - start, m.by - start} }

// numeric returns the values that are numbers.
func numeric(x []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(x), math.IsNaN)
}

// ratio is what the traces of two methods tell of the ratio of their times: the
// medians over repeats of the least and the most that it can be.
type ratio struct{ least, most interval }

// String writes the range of the median with the 95% interval of both ends, or
// a dash where the traces tell nothing.
func (r ratio) String() string {
	text := span{r.least.median, r.most.median}.bounds()
	if text == "" {
		return "–"
	}
	if !math.IsNaN(r.least.low) && !math.IsNaN(r.most.high) {
		text += " [" + short(r.least.low, 2) + ", " + finite(r.most.high) + "]"
	}
	return text
}

// bounds writes a range of ratios, which may be open at 0 or at infinity: "2.0
// to 5.7", "at most 5.7", "at least 2.0"; nothing if it is open at both ends or
// empty.
func (s span) bounds() string {
	switch {
	case !(s.low < math.Inf(1)) || !(s.high > 0) || s.low == 0 && math.IsInf(s.high, 1):
		return ""
	case math.IsInf(s.high, 1):
		return "at least " + short(s.low, 2)
	case s.low == 0:
		return "at most " + short(s.high, 2)
	}
	return s.String()
}

// finite writes a ratio or the sign of infinity.
func finite(x float64) string {
	if math.IsInf(x, 1) {
		return "∞"
	}
	return short(x, 2)
}

// races runs all pairs of methods, where the records have traces of the NLL.
func (p *project) races() []race {
	var out []race
	clock, _ := p.clock()
	for _, at := range combinations(p.rest("label")) {
		for i, a := range p.labels {
			for _, b := range p.labels[i+1:] {
				pairs := pairsOf(p.group(at.with("label", a)).ok, p.group(at.with("label", b)).ok, clock)
				if len(pairs) == 0 {
					continue
				}
				for _, t := range targets {
					r := newRace(pairs, t.choose)
					r.at, r.labels, r.target = p.several(at).with("dataset", at["dataset"]), [2]string{a, b}, t.name
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// pairsOf returns the fits of two methods for each repeat that both have.
func pairsOf(a, b []record.Record, clock string) [][2]runner {
	byRepeat := map[int]runner{}
	for _, r := range b {
		if runner, ok := newRunner(r, clock); ok {
			byRepeat[r.Repeat] = runner
		}
	}
	var pairs [][2]runner
	for _, r := range a {
		first, ok := newRunner(r, clock)
		if second, both := byRepeat[r.Repeat]; ok && both {
			pairs = append(pairs, [2]runner{first, second})
		}
	}
	return pairs
}
