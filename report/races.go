package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// races writes the races where the report shows times.
func (w *page) races(p *project) {
	if !p.showsTime() {
		return
	}
	all := p.races()
	if len(all) == 0 {
		return
	}
	run := slices.DeleteFunc(slices.Clone(all), func(r race) bool { return len(r.times[0]) == 0 })
	w.printf("## Time to a target\n\n")
	w.printf("In each repeat two methods share a target: the worse of their two final test NLLs; a second line has the better one. ")
	w.printf("A fit reaches it when its NLL is first at most %g%% above. A trace tells that time as an interval: after its last point above and by its first point below; before its first point there is the untrained model, at the end of the set-up. ", 100*reachMargin)
	w.printf("Set-up is the time before the first iteration: that of the first point less one mean iteration. ")
	if _, busy := p.clock(); busy {
		w.printf("Times are CPU seconds. ")
	}
	w.printf("Times and ratios are medians over repeats, ratios with 95%% intervals. ")
	w.printf("A ratio is the second method's time over the first's: above 1 the first is faster. It is 0 or infinite in a repeat in which only one method reaches the target.\n\n")
	w.list(slices.Concat(timesToTargets(run), neverReached(run), trivialTargets(all)))
	if len(run) == 0 {
		return
	}
	if len(run) > longTable {
		w.printf("<details><summary>%s</summary>\n\n", plural(len(run), "comparison"))
		defer w.printf("</details>\n\n")
	}
	w.printf("| data set | methods | target | first (s) | second (s) | ratio | ratio without set-up |\n|---|---|---|---|---|---|---|\n")
	for _, r := range run {
		w.printf("| %s | %s, %s | %s: %s | %s | %s | %s | %s |\n", escapeMarkdown(describe(r.at)), escapeMarkdown(r.labels[0]), escapeMarkdown(r.labels[1]),
			r.target, short(r.nll, 3), r.side(0), r.side(1), r.ratio(), r.ratioOfLearning())
	}
	w.printf("\n")
}

// timesToTargets says for each pair of methods, over all rows, how many times as
// long the second takes to the target that both reach.
func timesToTargets(all []race) []string {
	var order [][2]string
	ranges := map[[2]string]span{}
	for _, r := range all {
		ratio := r.ratio()
		if r.target != targets[0].name || math.IsNaN(ratio.least.median) {
			continue
		}
		s, seen := ranges[r.labels]
		if !seen {
			order, s = append(order, r.labels), nothing
		}
		ranges[r.labels] = s.include(ratio.least.median).include(ratio.most.median)
	}
	var lines []string
	for _, labels := range order {
		if text := ranges[labels].bounds(); text != "" {
			lines = append(lines, fmt.Sprintf("To the worse of the two final NLLs %s takes %s times as long as %s.", escapeMarkdown(labels[1]), text, escapeMarkdown(labels[0])))
		}
	}
	return lines
}

// neverReached says which methods come to the better target in no repeat, and
// where.
func neverReached(all []race) []string {
	type missing struct{ loser, winner string }
	var order []missing
	places := map[missing][]string{}
	for _, r := range all {
		for k, label := range r.labels {
			if r.reached(k) > 0 || len(r.times[k]) == 0 {
				continue
			}
			m := missing{label, r.labels[1-k]}
			if places[m] == nil {
				order = append(order, m)
			}
			places[m] = append(places[m], describe(r.at))
		}
	}
	var lines []string
	for _, m := range order {
		lines = append(lines, escapeMarkdown(fmt.Sprintf("%s comes to the final NLL of %s in no repeat: %s.", m.loser, m.winner, strings.Join(places[m], "; "))))
	}
	return lines
}

// trivialTargets says where repeats are left out because the untrained model
// meets the target.
func trivialTargets(all []race) []string {
	var lines []string
	for _, r := range all {
		if r.trivial > 0 {
			lines = append(lines, fmt.Sprintf("Left out, because the untrained model meets the %s target: %s, %s and %s, %s.",
				r.target, escapeMarkdown(describe(r.at)), escapeMarkdown(r.labels[0]), escapeMarkdown(r.labels[1]), plural(r.trivial, "repeat")))
		}
	}
	return lines
}

// side writes a method's time and its set-up, and how many repeats did not reach
// the target or were there at their first point.
func (r race) side(method int) string {
	var after, by []float64
	for _, t := range r.times[method] {
		after, by = append(after, t.after), append(by, t.by)
	}
	text := "not reached"
	if s := (span{medianOf(after), medianOf(by)}); !math.IsInf(s.high, 1) {
		text = s.seconds()
	}
	if s := numeric(r.setUps[method]); len(s) > 0 {
		text += ", set-up " + short(medianOf(s), 2)
	}
	n := len(r.times[method])
	if reached := r.reached(method); reached < n {
		text += fmt.Sprintf(", reached in %d of %d", reached, n)
	}
	if early := r.early[method]; early > 0 {
		text += fmt.Sprintf(", at its first point in %d of %d", early, n)
	}
	return text
}

// seconds writes a range of times.
func (s span) seconds() string {
	low, high := short(s.low, 3), short(s.high, 3)
	if low == high {
		return low
	}
	return low + " to " + high
}
