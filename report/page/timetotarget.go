package page

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// timeToTarget compares times to a target where the report shows times.
func timeToTarget(d *document.Document, c *Context) {
	if !c.ShowsTime() || c.Spec.Advice {
		return
	}
	all := c.Races()
	if len(all) == 0 {
		return
	}
	run := slices.DeleteFunc(slices.Clone(all), func(r analysis.Race) bool { return len(r.Times[0]) == 0 })
	clock := ""
	if _, busy := c.Clock(); busy {
		clock = "Times are CPU seconds. "
	}
	d.Paragraph("Two methods run to a target that both can reach: in each repeat, the worse of their two final test NLLs. A second line has the better one. "+
		"A fit is there when its NLL is first at most %g%% above the target. Traces have points at intervals, so that this time is known as a range, from the last point above to the first point below. Where the first point of all is below, the range begins at the end of the start-up. "+
		"The start-up is what comes before the first iteration, on the clock: the time of the first point less that of one mean iteration. "+
		"%sThe table has medians over repeats, for ratios with 95%% intervals where there are six or more. Each is a median by itself: where repeats differ much, the median ratio is not the ratio of the median times. "+
		"A ratio is the second method's time over the first's: above 1 the first is faster. It is 0 or infinite in a repeat in which only one of them gets there.", 100*analysis.ReachMargin, clock)
	d.List(slices.Concat(timesToTargets(run), neverReached(run), trivialTargets(all)))
	if len(run) == 0 {
		return
	}
	t := document.Table{Head: []string{"data set", "methods", "target", "first (s)", "second (s)", "ratio", "ratio without start-up"}}
	for _, r := range run {
		if r.Target == analysis.Targets[0].Name && r.Harder() == len(r.Times[0]) {
			continue // the better target is the next line's
		}
		t.Rows = append(t.Rows, []string{
			document.Escape(analysis.Describe(r.At)), document.Escape(r.Labels[0]) + ", " + document.Escape(r.Labels[1]),
			targetText(r) + ": " + wording.Short(r.NLL, 3), side(r, 0), side(r, 1), r.Ratio().String(), r.RatioOfLearning().String(),
		})
	}
	d.AddLong(document.Document{Blocks: []document.Block{t}}, len(run), longTable, wording.Plural(len(run), "comparison"))
}

// targetText says which of the two final NLLs a race is to.
func targetText(r analysis.Race) string {
	if r.Target == analysis.Targets[0].Name && r.Harder() > 0 {
		return fmt.Sprintf("%s, in %d of %d the better", r.Target, r.Harder(), len(r.Times[0]))
	}
	return r.Target
}

// timesToTargets says for each pair of methods, over all data sets and settings, how many times as
// long the second takes to the target that both reach.
func timesToTargets(all []analysis.Race) []string {
	var order [][2]string
	ranges := map[[2]string]analysis.Span{}
	for _, r := range all {
		ratio := r.RatioToWorse()
		if r.Target != analysis.Targets[0].Name || math.IsNaN(ratio.Least.Median) {
			continue
		}
		s, seen := ranges[r.Labels]
		if !seen {
			order, s = append(order, r.Labels), analysis.Nothing
		}
		ranges[r.Labels] = s.Include(ratio.Least.Median).Include(ratio.Most.Median)
	}
	var lines []string
	for _, labels := range order {
		if text := ranges[labels].Bounds(); text != "" {
			lines = append(lines, fmt.Sprintf("%s takes %s times as long as %s to the worse of their final NLLs (medians over repeats).", document.Escape(labels[1]), text, document.Escape(labels[0])))
		}
	}
	return lines
}

// neverReached says which methods come to the better target in no repeat, and
// where.
func neverReached(all []analysis.Race) []string {
	type missing struct{ loser, winner string }
	var order []missing
	places := map[missing][]analysis.Coordinates{}
	for _, r := range all {
		for k, label := range r.Labels {
			if r.Reached(k) > 0 || len(r.Times[k]) == 0 {
				continue
			}
			m := missing{label, r.Labels[1-k]}
			if places[m] == nil {
				order = append(order, m)
			}
			if !slices.ContainsFunc(places[m], func(at analysis.Coordinates) bool { return maps.Equal(at, r.At) }) {
				places[m] = append(places[m], r.At)
			}
		}
	}
	var lines []string
	for _, m := range order {
		lines = append(lines, document.Escape(fmt.Sprintf("%s never reaches the final NLL of %s: %s.", m.loser, m.winner, placesText(places[m]))))
	}
	return lines
}

// placesText writes places, those that differ in one option alone as its values: "glass,
// inducing = 5%, 10%; wine, inducing = 20%".
func placesText(places []analysis.Coordinates) string {
	var parts []string
	last := ""
	for _, at := range places {
		text := analysis.Describe(at)
		head, value, option := cutLast(text, " = ")
		if option && last == head {
			parts[len(parts)-1] += ", " + value
			continue
		}
		parts, last = append(parts, text), head
	}
	return strings.Join(parts, "; ")
}

// cutLast is strings.Cut at the last separator.
func cutLast(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

// trivialTargets says where the untrained model meets a target: repeats that are left out, and
// those whose target is the better one then.
func trivialTargets(all []analysis.Race) []string {
	var lines []string
	add := func(says string, repeats func(r analysis.Race) int) {
		var places []string
		for _, r := range all {
			if n := repeats(r); n > 0 && r.Target == analysis.Targets[0].Name {
				places = append(places, fmt.Sprintf("%s, %s and %s (%s)", document.Escape(analysis.Describe(r.At)), document.Escape(r.Labels[0]), document.Escape(r.Labels[1]), wording.Plural(n, "repeat")))
			}
		}
		if len(places) > 0 {
			lines = append(lines, says+": "+strings.Join(places, "; ")+".")
		}
	}
	add("The untrained model already meets the worse target, so that the better one stands in its place", analysis.Race.Harder)
	add("Left out, because the untrained model already meets both targets", func(r analysis.Race) int { return r.Trivial })
	return lines
}

// side writes a method's time and its start-up, and how many repeats reached the target or
// were there at their first point; where none reached it, only that.
func side(r analysis.Race, method int) string {
	var after, by []float64
	for _, t := range r.Times[method] {
		after, by = append(after, t.After), append(by, t.By)
	}
	n, reached := len(r.Times[method]), r.Reached(method)
	if n > 0 && reached == 0 {
		return "not reached"
	}
	text := "not reached in the median"
	if s := (analysis.Span{Low: analysis.MedianOf(after), High: analysis.MedianOf(by)}); !math.IsInf(s.High, 1) {
		text = seconds(s)
	}
	if s := analysis.Numeric(r.SetUps[method]); len(s) > 0 {
		text += ", start-up " + wording.Short(analysis.MedianOf(s), 2)
	}
	if reached < n {
		text += fmt.Sprintf(", reached in %d of %d", reached, n)
	}
	if early := r.Early[method]; early > 0 {
		text += fmt.Sprintf(", at its first point in %d of %d", early, n)
	}
	return text
}

// seconds writes a range of times.
func seconds(s analysis.Span) string {
	low, high := wording.Short(s.Low, 3), wording.Short(s.High, 3)
	if low == high {
		return low
	}
	return low + " to " + high
}
