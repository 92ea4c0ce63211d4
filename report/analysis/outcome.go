package analysis

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// The outcomes of a claim.
const (
	Holds       = "holds"
	HoldsInPart = "holds in part"
	DoesNotHold = "does not hold"
	CannotTell  = "cannot tell"
)

// Outcomes are in the order from the best to the one that says nothing.
var Outcomes = []string{Holds, HoldsInPart, DoesNotHold, CannotTell}

// Outcome is what the records of an experiment say of a claim.
type Outcome struct {
	Claim   Claim
	Metric  metrics.Metric // of the claim, as its experiment calls it
	Profile string
	Outcome string // one of [Outcomes]
	// ThanVariant is the title of the variant of those that methods are held against, where
	// it is another.
	ThanVariant string
	Reason      string // why it cannot be told, where that is not the interval; else empty

	// Value is the figure over all cases with its 95% interval; NaN where there is none.
	Value, Low, High float64
	Unit             string // that of the figure, from its [Statistic]
	Over             string // what the interval is over: "8 data sets", "10 repeats"
	Cases            []Case
	Pairs            []PairOutcome // of claims about several pairs of methods
	Caveats          []string      // what a reader has to know beside it
}

// Case is a claim on one data set, at one setting of the grid, for one pair of methods.
type Case struct {
	At               map[string]string // "dataset", options
	Method, Than     string            // Than is empty where there is none
	Value, Low, High float64           // Low and High are NaN where there is no interval
	Stands           string            // "for", "against", "short" or "open"
}

// How a case, or all together, stands to a claim.
const (
	standsFor     = "for"     // the interval lies within what is claimed
	standsAgainst = "against" // it lies outside
	standsShort   = "short"   // the direction is that of the claim, the size is not
	standsOpen    = "open"    // the interval covers both
)

// effect is the figure of one case, in logarithms where the statistic has them.
type effect struct {
	at               Coordinates // with the data set
	method, than     string
	value, low, high float64 // low and high are NaN where there is no interval
	// ends are those of the interval of another coverage; nil where it rests on no distribution.
	ends    func(coverage float64) (low, high float64)
	repeats int
	over    string   // what the interval is over, where that is not repeats
	notes   []string // what has to be known of this case
}

// region is where a figure is as claimed, between low and high.
type region struct {
	low, high float64
	open      bool    // low itself is not in it
	openHigh  bool    // nor is high
	floor     float64 // from here to low the direction is right, and the size is not; NaN where there is no such part
}

// times is the region of a ratio, in logarithms: above 1, or between at_least and at_most.
func times(c Claim) region {
	r := region{low: 0, high: math.Inf(1), open: true, floor: math.NaN()}
	if c.AtMost != nil {
		r.low, r.high = math.Inf(-1), math.Log(*c.AtMost)
	}
	if c.AtLeast != nil {
		r.low, r.open = math.Log(*c.AtLeast), false
	}
	if r.low > 0 {
		r.floor = 0
	}
	return r
}

// reaching is the region above at_least, or above 0 where there is none.
func reaching(c Claim) region {
	if c.AtLeast == nil {
		return region{low: 0, high: math.Inf(1), open: true, floor: math.NaN()}
	}
	return region{low: *c.AtLeast, high: math.Inf(1), floor: 0}
}

// share is the region of a share of time: from at_least on, and short of it above a half.
func share(c Claim) region {
	r := between(c)
	if r.low > 0.5 {
		r.floor = 0.5
	}
	return r
}

// between is the region from at_least, or below every number, to at_most.
func between(c Claim) region {
	r := region{low: math.Inf(-1), high: math.Inf(1), floor: math.NaN()}
	if c.AtLeast != nil {
		r.low = *c.AtLeast
	}
	if c.AtMost != nil {
		r.high = *c.AtMost
	}
	return r
}

// heading is the region of a slope that falls, rises, or is flat within a margin.
func heading(c Claim) region {
	switch c.Direction {
	case "falls":
		return region{low: math.Inf(-1), high: 0, openHigh: true, floor: math.NaN()}
	case "rises":
		return region{low: 0, high: math.Inf(1), open: true, floor: math.NaN()}
	}
	return withinMargin(c)
}

// notBelowMargin is the region above -margin.
func notBelowMargin(c Claim) region {
	return region{low: -*c.Margin, high: math.Inf(1), floor: math.NaN()}
}

// withinMargin is the region between -margin and margin.
func withinMargin(c Claim) region { return region{low: -*c.Margin, high: *c.Margin, floor: math.NaN()} }

// stands says how an interval lies to the region. A figure without an interval counts as
// one of no width.
func (r region) stands(value, low, high float64) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		low, high = value, value
	}
	below := high < r.low || r.open && high == r.low
	above := low > r.high || r.openHigh && low == r.high
	switch {
	case (low > r.low || !r.open && low == r.low) && (high < r.high || !r.openHigh && high == r.high):
		return standsFor
	case low > r.floor && high < r.low:
		return standsShort
	case below || above:
		return standsAgainst
	}
	return standsOpen
}

// NoRecords is the outcome of a claim on whose experiment there are no records.
func NoRecords(c Claim) Outcome {
	nan := math.NaN()
	s, _ := statistic(c.Statistic)
	return Outcome{Claim: c, Outcome: CannotTell, Reason: "no records of " + c.Experiment, Value: nan, Low: nan, High: nan, Unit: s.Unit}
}

// Claims says of each claim of the experiment whether it holds.
func (p *Experiment) Claims() []Outcome {
	var out []Outcome
	for _, c := range p.Input.Claims {
		out = append(out, p.outcome(c))
	}
	return out
}

// outcome judges a claim, and says where another variant comes to another outcome.
func (p *Experiment) outcome(c Claim) Outcome {
	out := p.judgeClaim(c)
	if c.Variant != "" || c.ThanVariant != "" || len(p.Variants) < 2 || len(out.Cases) == 0 {
		return out
	}
	for _, name := range p.Variants[1:] {
		c.Variant = name
		if o := p.judgeClaim(c); len(o.Cases) > 0 && o.Outcome != out.Outcome {
			out.Caveats = append(out.Caveats, p.VariantTitle(name)+": "+o.Outcome)
		}
	}
	return out
}

// judgeClaim judges a claim in one variant. The overall figure is the mean over data sets
// of the means over their cases. From six data sets on its interval is Student's over
// them,
//
//	mean +- t(0.975, n - 1) sd / sqrt(n),
//
// and tells of such data sets in general. Of fewer its ends are, as the figure is, the means
// over data sets of the means over their cases of the ends of the cases' own intervals, which
// is right however they hang together.
func (p *Experiment) judgeClaim(c Claim) Outcome {
	s, _ := statistic(c.Statistic)
	out := NoRecords(c)
	out.Profile, out.Metric = p.Spec.Profile, p.Metric(c.Metric)
	effects := s.cases(p, c)
	out.Caveats = p.caveats(c, s, effects)
	if c.ThanVariant != "" {
		out.ThanVariant = p.VariantTitle(c.ThanVariant)
	}
	if len(effects) == 0 {
		if len(p.Records) > 0 {
			out.Reason = "too few records of " + c.Experiment
		}
		if absent := p.withoutData(c); absent != nil {
			out.Reason = "no data of " + strings.Join(absent, ", ")
		}
		if c.ThanExperiment != "" && len(p.Others[c.ThanExperiment].Records) == 0 {
			out.Reason = "no records of " + c.ThanExperiment
		}
		return out
	}
	out.Reason = ""
	r := s.region(c)
	stand := r.standings(effects)
	for i, e := range effects {
		at, _ := p.apart(e.at)
		out.Cases = append(out.Cases, Case{At: at, Method: e.method, Than: e.than, Value: s.figure(e.value), Low: s.figure(e.low), High: s.figure(e.high), Stands: stand[i]})
	}
	value, low, high, over := overall(effects)
	out.Pairs = c.byPair(s, effects, stand)
	out.Outcome = jointly(together(c, r.standsOverall(effects, value, low, high), stand), out.Pairs)
	if out.Outcome == Holds && p.mostAbsent(c, effects) {
		out.Outcome = HoldsInPart
	}
	out.Value, out.Low, out.High, out.Over = s.figure(value), s.figure(low), s.figure(high), over
	return out
}

// withoutData are the data sets that a claim is about, if none of them can be had.
func (p *Experiment) withoutData(c Claim) []string {
	names := p.chosen(c, "dataset").Values
	if slices.ContainsFunc(names, func(name string) bool { return p.datasets[name].Available }) {
		return nil
	}
	return names
}

// standsOverall says how the figure of all cases lies to the region. Where some cases have an interval
// and it has none, for another is of a single fit, whose spread is not known, the cases tell alone.
func (r region) standsOverall(effects []effect, value, low, high float64) string {
	if math.IsNaN(low) && slices.ContainsFunc(effects, effect.hasInterval) {
		return standsOpen
	}
	return r.stands(value, low, high)
}

func (e effect) hasInterval() bool { return !math.IsNaN(e.low) && !math.IsNaN(e.high) }

// standings say how the cases stand to a claim. Where all stand alike by their own intervals,
// that is how they stand. Otherwise some of many would by chance: then each is told by an
// interval of the coverage 1 - 0.05/n, so that all n hold together in 95% (Bonferroni).
func (r region) standings(effects []effect) []string {
	var own, joint []string
	coverage := 1 - (1-level)/float64(len(effects))
	for _, e := range effects {
		own = append(own, r.stands(e.value, e.low, e.high))
		low, high := e.low, e.high
		if e.ends != nil {
			low, high = e.ends(coverage)
		}
		joint = append(joint, r.stands(e.value, low, high))
	}
	if len(slices.Compact(slices.Clone(own))) == 1 {
		return own
	}
	return joint
}

// mostAbsent says whether more than half of the data sets that a claim is about have no case.
func (p *Experiment) mostAbsent(c Claim, effects []effect) bool {
	if spec.IsSize(c.Along) {
		return false
	}
	return 2*len(datasetsOf(effects)) < len(p.chosen(c, "dataset").Values)
}

// datasetsOf are the data sets that have a case.
func datasetsOf(effects []effect) map[string]bool {
	used := map[string]bool{}
	for _, e := range effects {
		used[e.at["dataset"]] = true
	}
	return used
}

// figure is an effect as it is shown.
func (s Statistic) figure(x float64) float64 {
	if s.logs {
		return math.Exp(x)
	}
	return x
}

// together is the outcome of cases by how they stand, and of all of them. It holds where
// every case is as claimed, or where all together are and no case is not. A margin is that of
// one data set in the paper, which a mean over several keeps to easily: where there is one,
// more than half of several cases have to be as claimed too.
func together(c Claim, all string, cases []string) string {
	counts, n := map[string]int{}, len(cases)
	for _, stands := range cases {
		counts[stands]++
	}
	contrary := counts[standsAgainst] + counts[standsShort]
	few := c.Margin != nil && n > 1 && 2*counts[standsFor] <= n
	switch {
	case counts[standsFor] == n, all == standsFor && contrary == 0 && !few:
		return Holds
	case all == standsAgainst:
		return DoesNotHold
	case counts[standsFor] > 0, all == standsFor:
		return HoldsInPart
	case contrary > 0, all == standsShort:
		return DoesNotHold
	}
	return CannotTell
}

// enoughDatasets is how many data sets an interval over them needs: below six no order of
// theirs is unlikelier than 5% by chance.
const enoughDatasets = 6

// OverMedian is [Outcome.Over] where the figure is the median of the cases.
const OverMedian = "the median of the cases"

// overall is the figure of all cases with its interval, and what that is over. Where a case
// is infinite, as a time to a target that is never reached, it is the median of the cases, and
// its ends are the medians of theirs.
func overall(effects []effect) (value, low, high float64, over string) {
	var names []string
	var values []float64
	of := map[string][]effect{}
	for _, e := range effects {
		values = append(values, e.value)
		name := e.at["dataset"]
		if of[name] == nil {
			names = append(names, name)
		}
		of[name] = append(of[name], e)
	}
	if slices.ContainsFunc(values, func(v float64) bool { return math.IsInf(v, 0) }) {
		value, low, high = medianOf(effects)
		return value, low, high, OverMedian
	}
	var means []float64
	var sets []effect
	for _, name := range names {
		value, low, high := meanOf(of[name])
		means = append(means, value)
		sets = append(sets, effect{value: value, low: low, high: high})
	}
	if len(sets) < enoughDatasets {
		value, low, high = meanOf(sets)
		return value, low, high, overText(effects)
	}
	t := correctedT(means, 0)
	return t.Mean, t.Low, t.High, fmt.Sprintf("%d data sets", len(means))
}

// meanOf averages figures and the ends of their intervals.
func meanOf(effects []effect) (value, low, high float64) {
	n := float64(len(effects))
	for _, e := range effects {
		e = e.bounded()
		value, low, high = value+e.value/n, low+e.low/n, high+e.high/n
	}
	return value, low, high
}

// medianOf returns the median of figures, and of their ends the lower and the upper one of the two
// in the middle, which may be infinite.
func medianOf(effects []effect) (value, low, high float64) {
	var values, lows, highs []float64
	for _, e := range effects {
		e = e.bounded()
		if !e.hasInterval() { // of a single fit, whose spread is not known
			e.low, e.high = math.Inf(-1), math.Inf(1)
		}
		values, lows, highs = append(values, e.value), append(lows, e.low), append(highs, e.high)
	}
	if !slices.ContainsFunc(effects, effect.hasInterval) {
		return MedianOf(values), math.NaN(), math.NaN()
	}
	slices.Sort(lows)
	slices.Sort(highs)
	return MedianOf(values), lows[(len(lows)-1)/2], highs[len(highs)/2]
}

// bounded returns a case of repeats that are all alike, and so have no interval, with one of no
// width.
func (e effect) bounded() effect {
	if e.repeats > 1 && math.IsNaN(e.low) {
		e.low, e.high = e.value, e.value
	}
	return e
}

// overText says what the intervals of cases are over, nothing where it is not one thing.
func overText(effects []effect) string {
	over, least, most := "", 0, 0
	for i, e := range slices.DeleteFunc(slices.Clone(effects), func(e effect) bool { return !e.hasInterval() }) {
		if i == 0 {
			over, least, most = e.over, e.repeats, e.repeats
		}
		if e.over != over {
			return ""
		}
		least, most = min(least, e.repeats), max(most, e.repeats)
	}
	switch {
	case over != "" || most == 0:
		return over
	case least < most:
		return fmt.Sprintf("%d to %d repeats", least, most)
	}
	return fmt.Sprintf("%d repeats", most)
}

// pair is a method of a claim and one that it is held against, at a setting of the grid
// on a data set.
type pair struct {
	at           Coordinates
	method, than string
}

// pairs are the cases of a claim, whether there are records of them or not.
func (p *Experiment) pairs(c Claim) []pair {
	var dims []Dimension
	if !spec.IsSize(c.Along) {
		dims = append(dims, p.chosen(c, "dataset"))
	}
	for _, axis := range p.Spec.Grid {
		if axis.Option != c.Along && !c.Pooled {
			dims = append(dims, p.chosen(c, axis.Option))
		}
	}
	var out []pair
	for _, at := range Combinations(dims) {
		if v := p.variantOf(c); v != "" {
			at[spec.VariantKey] = v
		}
		for _, labels := range c.opponents() {
			out = append(out, pair{at, labels[0], labels[1]})
		}
	}
	return out
}

// chosen returns a coordinate with the values that a claim is about.
func (p *Experiment) chosen(c Claim, key string) Dimension {
	only := c.At[key]
	if key == "dataset" {
		only = c.Datasets
	}
	d := p.Dimension(key)
	if len(only) > 0 {
		d.Values = slices.DeleteFunc(slices.Clone(d.Values), func(v string) bool { return !slices.Contains(only, v) })
	}
	return d
}

// opponents are the pairs of labels that a claim compares; the second is empty where it
// compares none.
func (c Claim) opponents() [][2]string {
	var out [][2]string
	switch {
	case len(c.Than) == 0:
		for _, m := range c.Methods {
			out = append(out, [2]string{m, ""})
		}
	case len(c.Than) == len(c.Methods):
		for i, m := range c.Methods {
			out = append(out, [2]string{m, c.Than[i]})
		}
	default:
		for _, m := range c.Methods {
			for _, other := range c.Than {
				out = append(out, [2]string{m, other})
			}
		}
	}
	return out
}

// variantOf is the variant that a claim is about, empty where there are none.
func (p *Experiment) variantOf(c Claim) string {
	switch {
	case len(p.Spec.Variants) == 0:
		return ""
	case c.Variant != "":
		return c.Variant
	}
	return p.Spec.Variants[0].Name
}

// records returns the records of both methods of a pair, those of the second in the variant
// and of the experiment that a claim names for it.
func (p *Experiment) records(c Claim, q pair) (of, than []record.Record) {
	of = p.Group(q.at.With("label", q.method)).OK
	other, at := p, q.at
	if c.ThanExperiment != "" {
		if other = p.other(c.ThanExperiment); other == nil {
			return of, nil
		}
		at = other.counterpart(q.at)
	}
	if c.ThanVariant != "" {
		at = at.With(spec.VariantKey, c.ThanVariant)
	}
	return of, other.Group(at.With("label", q.than)).OK
}

// other is another experiment that claims are held against, nil if there are no records of it.
func (p *Experiment) other(name string) *Experiment {
	if in, ok := p.Others[name]; ok && p.others[name] == nil {
		p.others[name] = New(in)
	}
	return p.others[name]
}

// counterpart leaves of the coordinates of another experiment those that this one has too.
func (p *Experiment) counterpart(at Coordinates) Coordinates {
	out := Coordinates{}
	for key, value := range at {
		isOption := slices.ContainsFunc(p.Spec.Grid, func(a spec.Axis) bool { return a.Option == key })
		isVariant := key == spec.VariantKey && slices.Contains(p.Variants, value)
		if key == "dataset" || isOption || isVariant {
			out[key] = value
		}
	}
	if len(p.Spec.Variants) > 0 && out[spec.VariantKey] == "" {
		out[spec.VariantKey] = p.Spec.Variants[0].Name
	}
	return out
}

// caveats are what a reader of a claim has to know of the records behind it.
func (p *Experiment) caveats(c Claim, s Statistic, effects []effect) []string {
	var out []string
	if p.Spec.Profile != spec.Paper {
		out = append(out, "profile "+p.Spec.Profile)
	}
	used := datasetsOf(effects)
	single, bare := 0, 0
	notes := map[string]int{} // cases, by what has to be known of them
	fewer := map[string]int{} // cases with fewer repeats than planned, by what they have
	for _, e := range effects {
		if e.repeats == 1 {
			single++
		} else if planned := p.planned(e.at["dataset"], e.method); e.repeats < planned {
			fewer[fmt.Sprintf("%d of %d repeats", e.repeats, planned)]++
		}
		if math.IsNaN(e.low) {
			bare++
		}
		for _, note := range e.notes {
			notes[note]++
		}
	}
	var differ, assumed, absent []string
	for _, name := range p.chosen(c, "dataset").Values {
		d := p.datasets[name]
		switch {
		case !used[name] && !spec.IsSize(c.Along) && len(effects) > 0:
			absent = append(absent, name)
		case d.Differs != "":
			differ = append(differ, name)
		case d.Assumed != "":
			assumed = append(assumed, name)
		}
	}
	for _, l := range []struct {
		says string
		sets []string
	}{{"no records of", absent}, {"data differ:", differ}, {"classes assumed:", assumed}} {
		if len(l.sets) > 0 {
			out = append(out, l.says+" "+strings.Join(l.sets, ", "))
		}
	}
	if single > 0 {
		out = append(out, "one split"+ofCases(single, len(effects)))
	}
	for _, has := range slices.Sorted(maps.Keys(fewer)) {
		out = append(out, has+ofCases(fewer[has], len(effects)))
	}
	if bare > 0 {
		out = append(out, "no interval"+ofCases(bare, len(effects)))
	}
	for _, note := range slices.Sorted(maps.Keys(notes)) {
		out = append(out, note+ofCases(notes[note], len(effects)))
	}
	if s.timed && c.Clock == "" || isWallTime(c.Metric) {
		out = append(out, p.busyCaveat()...)
	}
	return out
}

// planned is the number of repeats that the plan has of a method on a data set.
func (p *Experiment) planned(dataset, label string) int {
	repeats := map[int]bool{}
	for _, i := range p.cellsAt("dataset", dataset) {
		if c := p.Cells[i]; c.Label == label {
			repeats[c.Repeat] = true
		}
	}
	return len(repeats)
}

// ofCases says in how many of n cases a caveat is so, where not in all.
func ofCases(k, n int) string {
	if k == n {
		return ""
	}
	return fmt.Sprintf(" in %d of %d cases", k, n)
}

// busyCaveat says that the machine was busy during some fits, where it was.
func (p *Experiment) busyCaveat() []string {
	if _, busy := p.Clock(); !busy {
		return nil
	}
	return []string{"the machine was busy: CPU time"}
}
