package report

import (
	"fmt"
	"math"

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
	nll   steps
	setUp float64 // time before the first iteration; NaN if not known
}

// newRunner reads a record's trace on a clock. The baseline does not run: its
// course is of no interest.
func newRunner(r record.Record, clock string) (runner, bool) {
	out := runner{nll: stepsOf(r, clock, "nll"), setUp: setUp(r, clock)}
	return out, len(out.nll.x) > 0 && r.Method != baseline
}

// setUp returns the time before the first iteration: that of the first point of
// the trace less its iterations at the mean pace of the later ones. It is NaN if
// the trace has one point only.
func setUp(r record.Record, clock string) float64 {
	if len(r.Trace) < 2 {
		return math.NaN()
	}
	first, last := r.Trace[0], r.Trace[len(r.Trace)-1]
	start, end := abscissa(r, first, clock), abscissa(r, last, clock)
	pace := (end - start) / float64(last.Iteration-first.Iteration)
	return max(0, start-pace*float64(first.Iteration))
}

// final returns the NLL at the end of the fit.
func (r runner) final() float64 { return r.nll.y[len(r.nll.y)-1] }

// reach returns when the NLL first came down to a limit: on the line that joins
// the last point of the trace above and the first below, at the first point if
// that is below already. It is infinite if no point is below.
func (r runner) reach(limit float64) float64 {
	for i, v := range r.nll.y {
		switch {
		case v > limit:
		case i == 0:
			return r.nll.x[0]
		default:
			return r.nll.x[i-1] + (r.nll.x[i]-r.nll.x[i-1])*(r.nll.y[i-1]-limit)/(r.nll.y[i-1]-v)
		}
	}
	return math.Inf(1)
}

// race is how long two methods take to a target that they share.
type race struct {
	at     coordinates
	labels [2]string
	target string       // its name
	nll    float64      // the target, mean over repeats
	busy   bool         // times are CPU seconds
	times  [2][]float64 // by method and repeat; infinite: not reached
	setUps [2][]float64 // by method and repeat; NaN: not known
}

// newRace runs the pairs of fits, one a repeat, to a target.
func newRace(pairs [][2]runner, choose func(a, b float64) float64) race {
	var r race
	for _, pair := range pairs {
		target := choose(pair[0].final(), pair[1].final())
		r.nll += target / float64(len(pairs))
		for k, runner := range pair {
			r.times[k] = append(r.times[k], runner.reach(target*(1+reachMargin)))
			r.setUps[k] = append(r.setUps[k], runner.setUp)
		}
	}
	return r
}

// reached counts the repeats in which a method came down to the target.
func (r race) reached(method int) int {
	n := 0
	for _, t := range r.times[method] {
		if !math.IsInf(t, 1) {
			n++
		}
	}
	return n
}

// ratio returns how many times as long the second method takes as the first,
// the median over repeats: infinite in a repeat where the second does not reach
// the target, 0 where the first does not.
func (r race) ratio() interval {
	var ratios []float64
	for i, t := range r.times[0] {
		ratios = append(ratios, r.times[1][i]/t)
	}
	return medianInterval(ratios)
}

// ratioOfLearning is ratio without the times before the first iteration, over
// the repeats where they are known.
func (r race) ratioOfLearning() interval {
	var ratios []float64
	for i, t := range r.times[0] {
		if first, second := r.setUps[0][i], r.setUps[1][i]; !math.IsNaN(first + second) {
			ratios = append(ratios, (r.times[1][i]-second)/(t-first))
		}
	}
	return medianInterval(ratios)
}

// races runs all pairs of methods, where the records have traces of the NLL.
func (p *project) races() []race {
	var out []race
	for _, at := range combinations(p.rest("label")) {
		for i, a := range p.labels {
			for _, b := range p.labels[i+1:] {
				first, second := p.group(at.with("label", a)).ok, p.group(at.with("label", b)).ok
				clock, busy := clockOf(append(first[:len(first):len(first)], second...))
				pairs := pairsOf(first, second, clock)
				if len(pairs) == 0 {
					continue
				}
				for _, t := range targets {
					r := newRace(pairs, t.choose)
					r.at, r.labels = p.several(at).with("dataset", at["dataset"]), [2]string{a, b}
					r.target, r.busy = t.name, busy
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

// races writes the races where the report shows times.
func (w *page) races(p *project) {
	all := p.races()
	if len(all) == 0 || !p.showsTime() {
		return
	}
	w.printf("## Time to a target\n\n")
	w.printf("In each repeat two methods share a target: the worse of their two final test NLLs; a second line has the better one. ")
	w.printf("A fit reaches it when its NLL is first at most %g%% above: between two points of its trace, on the line that joins them, or at its first point. ", 100*reachMargin)
	w.printf("Set-up is the time before the first iteration: that of the first point less one mean iteration. ")
	w.printf("Times and ratios are medians over repeats, ratios with 95%% intervals. ")
	w.printf("A ratio is the second method's time over the first's: above 1 the first is faster. It is 0 or infinite in a repeat in which only one method reaches the target.\n\n")
	if len(all) > longTable {
		w.printf("<details><summary>%s</summary>\n\n", plural(len(all), "comparison"))
		defer w.printf("</details>\n\n")
	}
	w.printf("| data set | methods | target | first (s) | second (s) | ratio | ratio without set-up |\n|---|---|---|---|---|---|---|\n")
	for _, r := range all {
		w.printf("| %s | %s, %s | %s: %s | %s | %s | %s | %s |\n", escapeMarkdown(r.place()), escapeMarkdown(r.labels[0]), escapeMarkdown(r.labels[1]),
			r.target, short(r.nll, 3), r.side(0), r.side(1), r.ratio(), r.ratioOfLearning())
	}
	w.printf("\n")
}

// place is the data set and the point of the grid, and whether times are CPU
// seconds there.
func (r race) place() string {
	if r.busy {
		return describe(r.at) + " (CPU time)"
	}
	return describe(r.at)
}

// side writes a method's time, its set-up and, if some repeats did not reach
// the target, how many did.
func (r race) side(method int) string {
	text := "not reached"
	if t := medianOf(r.times[method]); !math.IsInf(t, 1) {
		text = short(t, 3)
	}
	if s := medianOf(r.setUps[method]); !math.IsNaN(s) {
		text += ", set-up " + short(s, 2)
	}
	if n := r.reached(method); n < len(r.times[method]) {
		text += fmt.Sprintf(", %d of %d", n, len(r.times[method]))
	}
	return text
}
