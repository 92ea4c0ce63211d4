package report

import (
	"math"
	"slices"

	"gpcbench/harness/record"
)

// reachMargin is how near a method must come to the other's final NLL.
const reachMargin = 0.005

// reachInterval is when a fit reached an NLL: after the last point of its
// trace above and at the first one below. Infinite: not reached.
type reachInterval struct{ after, by float64 }

// reach reads the time at which a trace first came down to a target.
func reach(r record.Record, target float64) (reachInterval, bool) {
	s := stepsOf(r, "seconds", "nll")
	if len(s.x) == 0 {
		return reachInterval{}, false
	}
	after := 0.0
	for i, v := range s.y {
		if v <= target {
			return reachInterval{after, s.x[i]}, true
		}
		after = s.x[i]
	}
	return reachInterval{after, math.Inf(1)}, true
}

// race is how long a method takes to what another one comes to, over the
// repeats that both have.
type race struct {
	at               coordinates
	label, other     string
	repeats, reached int
	target           float64 // mean over repeats
	after, by        float64 // medians over repeats; by infinite: fewer than half reached it
	otherTime        float64 // median of the other's whole time
}

// races runs all pairs where the records have traces of the NLL. The baseline
// does not run, it is only run against.
func (p *project) races() []race {
	var out []race
	for _, at := range combinations(p.rest("label")) {
		for _, a := range p.labels {
			first := p.group(at.with("label", a)).ok
			for _, b := range p.labels {
				if a == b {
					continue
				}
				r := newRace(first, p.group(at.with("label", b)).ok)
				if r.repeats == 0 || first[0].Method == baseline {
					continue
				}
				r.at, r.label, r.other = p.several(at).with("dataset", at["dataset"]), a, b
				out = append(out, r)
			}
		}
	}
	return out
}

func newRace(a, b []record.Record) race {
	var r race
	finals := map[int]record.Record{}
	for _, x := range b {
		if len(x.Trace) > 0 {
			finals[x.Repeat] = x
		}
	}
	var after, by, times []float64
	for _, x := range a {
		other, both := finals[x.Repeat]
		if !both {
			continue
		}
		last := other.Trace[len(other.Trace)-1]
		nll, ok := last.Metrics["nll"]
		if !ok {
			continue
		}
		interval, ok := reach(x, nll+reachMargin)
		if !ok {
			continue
		}
		r.repeats++
		r.target += nll
		if !math.IsInf(interval.by, 1) {
			r.reached++
		}
		after, by, times = append(after, interval.after), append(by, interval.by), append(times, last.Seconds)
	}
	if r.repeats == 0 {
		return r
	}
	r.target /= float64(r.repeats)
	r.after, r.by, r.otherTime = lowerMedian(after), upperMedian(by), medianOf(times)
	return r
}

// lowerMedian and upperMedian enclose the median of what is known as
// intervals; infinite values need no arithmetic.
func lowerMedian(x []float64) float64 { return slices.Sorted(slices.Values(x))[(len(x)-1)/2] }
func upperMedian(x []float64) float64 { return slices.Sorted(slices.Values(x))[len(x)/2] }

// manyRaces is the number of comparisons that a page has room for if their times
// are rough.
const manyRaces = 40

// races writes the table, if there are traces.
func (w *page) races(p *project) {
	all := p.races()
	if len(all) == 0 {
		return
	}
	w.printf("## Time to reach another method's final NLL\n\n")
	if p.Spec.Timing == "shared" && len(all) > manyRaces {
		w.printf("%d comparisons are left out: cells ran side by side (timing = \"shared\"), and their times are rough.\n\n", len(all))
		return
	}
	w.printf("The time after which a method's test NLL is within %g of the final one of another, in the same repeat: an interval from the last point of the trace above to the first below, medians over repeats.\n\n", reachMargin)
	w.printf("| data set | method | final NLL of | time (s) | repeats that reached it | the other's whole time (s) | ratio |\n|---|---|---|---|---|---|---|\n")
	for _, r := range all {
		w.printf("| %s | %s | %s: %.4f | %s | %d of %d | %s | %s |\n", escapeMarkdown(describe(r.at)), escapeMarkdown(r.label), escapeMarkdown(r.other),
			r.target, r.interval(), r.reached, r.repeats, short(r.otherTime, 3), r.ratio())
	}
	w.printf("\n")
}

func (r race) interval() string {
	if math.IsInf(r.by, 1) {
		return "not reached (in " + short(r.after, 3) + " s)"
	}
	return short(r.after, 3) + " to " + short(r.by, 3)
}

// ratio writes how many times faster than the other's whole time.
func (r race) ratio() string {
	if math.IsInf(r.by, 1) || r.by == 0 {
		return "–"
	}
	if r.after == 0 {
		return "over " + short(r.otherTime/r.by, 2)
	}
	return short(r.otherTime/r.by, 2) + " to " + short(r.otherTime/r.after, 2)
}
