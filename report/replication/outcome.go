package replication

import (
	"math"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication/statistic"
	"gpcbench/wording"
)

// Outcome is what the records of an experiment say of a claim in one reading.
type Outcome struct {
	document.Reading
	Claim            statistic.Claim
	Value, Low, High float64 // over all cases, with the 95% interval, as they are shown; NaN where there is none
	Cases            []statistic.Case
}

// scaleOf is a value with its interval, where it has one, as a picture has them; nil where the value is not known.
func scaleOf(value, low, high float64) *document.Scale {
	if math.IsNaN(value) {
		return nil
	}
	out := &document.Scale{Value: value}
	if !math.IsNaN(low) && !math.IsNaN(high) {
		out.Low, out.High = &low, &high
	}
	return out
}

// untold is the outcome of a claim without cases, with the reason.
func (p *Experiment) untold(c statistic.Claim, s statistic.Statistic) Outcome {
	nan, thanVariant := math.NaN(), ""
	if c.ThanVariant != "" {
		thanVariant = p.VariantTitle(c.ThanVariant)
	}
	return Outcome{Claim: c, Value: nan, Low: nan, High: nan, Reading: document.Reading{
		Number: c.ReadingNumber, As: c.As, Beside: c.Beside, Because: c.Because, AnyMethod: c.AnyMethod,
		Statistic: s.Measures(statistic.TermsOf(c, thanVariant)), Claimed: s.Claimed(c),
		Experiment: c.Experiment, Profile: p.Spec.Profile, Outcome: wording.CannotTell, Why: p.reason(c),
	}}
}

// Outcomes says of each claim of the experiment whether it holds.
func (p *Experiment) Outcomes() []Outcome {
	var out []Outcome
	for _, c := range p.Claims {
		o := p.outcome(c)
		if p.Selection && len(o.Cases) == 0 {
			continue // it is about other data sets
		}
		if !p.Selection {
			history := p.Kept.History(o.Kept(), "")
			o.Earlier = history[:len(history)-1]
		}
		out = append(out, o)
	}
	return out
}

// outcome judges a claim, and also gives its outcome by other versions of the method and in other variants.
func (p *Experiment) outcome(c statistic.Claim) Outcome {
	out := p.judgeClaim(c)
	beside := func(name string, other statistic.Claim) {
		if o := p.judgeClaim(other); len(o.Cases) > 0 {
			out.Variants = append(out.Variants, document.Variant{Name: name, Outcome: o.Outcome})
		}
	}
	for _, label := range c.Also {
		also := c
		also.Methods = []string{label}
		beside(label, also)
	}
	if c.Variant != "" || c.ThanVariant != "" || len(p.Variants) < 2 || len(out.Cases) == 0 {
		return out
	}
	for _, name := range p.Variants[1:] {
		c.Variant = name
		beside(p.VariantTitle(name), c)
	}
	return out
}

// judgeClaim judges a claim in one variant. The estimate over all cases is the mean over data sets
// of the means over their cases. From six data sets on its interval is Student's over
// them,
//
//	mean +- t(0.975, n - 1) sd / sqrt(n),
//
// and holds for such data sets in general. With fewer, its ends are averaged like the estimate: the
// means over data sets of the means over their cases of the ends of the cases' own intervals. This
// is valid however the cases are correlated.
func (p *Experiment) judgeClaim(c statistic.Claim) Outcome {
	s := statistic.Of(c.Statistic)
	out := p.untold(c, s)
	cases := s.Cases(p.records, c)
	out.Caveats = p.caveats(c, s, cases)
	if len(cases) == 0 {
		return out
	}
	r := s.Region(c)
	stand(r, cases)
	all := judge(c, r, cases)
	out.Why, out.Over, out.Few = "", all.over, all.few
	out.Value, out.Low, out.High = s.Value(all.value), s.Value(all.low), s.Value(all.high)
	out.Ours, out.Interval = s.Row(out.Value, out.Low, out.High)
	out.Scale = scaleOf(r.Scaled(all.value, all.low, all.high))
	pairs := groups(cases, func(a, b statistic.Case) bool { return a.Method == b.Method && a.Than == b.Than })
	for _, q := range pairs {
		own := judge(c, r, q)
		row := document.PairRow{Method: q[0].Method, Than: q[0].Than, Outcome: own.outcome}
		row.Ours, row.Interval = s.Row(s.Value(own.value), s.Value(own.low), s.Value(own.high))
		out.Pairs = append(out.Pairs, row)
	}
	if len(pairs) < 2 { // the mean over several opponents may be as claimed although one of them is not
		out.Pairs = nil
	}
	out.Outcome = jointly(all.outcome, out.Pairs)
	if out.Outcome == wording.Holds && p.mostAbsent(c, cases) {
		out.Outcome = wording.HoldsInPart
	}
	out.Outcome = qualified(out.Outcome, c, all, cases)
	out.Reading.Cases = countCases(cases)
	for _, e := range cases {
		e.Value, e.Low, e.High = s.Value(e.Value), s.Value(e.Low), s.Value(e.High)
		out.Cases = append(out.Cases, e)
	}
	return out
}

// qualified weakens the outcome of a claim that holds if any method would meet it, or if it rests on
// fewer runs than a 95% interval needs.
func qualified(outcome string, c statistic.Claim, all together, cases []statistic.Case) string {
	enough := func(e statistic.Case) bool { return e.Bounded().HasInterval() && !e.Few }
	switch {
	case outcome != wording.Holds:
		return outcome
	case c.AnyMethod != "":
		return wording.MetByAny
	case math.IsNaN(all.low), math.IsNaN(all.high), !slices.ContainsFunc(cases, enough):
		return wording.HoldsFew
	}
	return wording.Holds
}

// countCases counts cases for, against and open.
func countCases(cases []statistic.Case) document.Cases {
	n := map[string]int{}
	for _, e := range cases {
		n[e.Stands]++
	}
	return document.Cases{For: n[statistic.For], Against: n[statistic.Against], Short: n[statistic.Short], Open: n[statistic.Open]}
}

// reason says why a claim has no case.
func (p *Experiment) reason(c statistic.Claim) string {
	names := p.records.Chosen(c, spec.DatasetKey).Values
	has := func(name string) bool { return p.Dataset(name).Available }
	switch {
	case c.ThanExperiment != "" && !p.Others[c.ThanExperiment].HasRecords():
		return "no records of " + c.ThanExperiment
	case len(names) > 0 && !slices.ContainsFunc(names, has):
		return "no data of " + strings.Join(names, ", ")
	case p.HasRecords():
		return "too few records of " + c.Experiment
	}
	return "no records of " + c.Experiment
}

// mostAbsent says whether more than half of the data sets that a claim is about have no case.
func (p *Experiment) mostAbsent(c statistic.Claim, cases []statistic.Case) bool {
	if spec.IsSize(c.Along) || c.Totals {
		return false
	}
	return 2*len(datasetsOf(cases)) < len(p.records.Chosen(c, spec.DatasetKey).Values)
}

// datasetsOf are the data sets that have a case.
func datasetsOf(cases []statistic.Case) map[string]bool {
	used := map[string]bool{}
	for _, e := range cases {
		used[e.At[spec.DatasetKey]] = true
	}
	return used
}

// jointly is the outcome of a claim from that of all its cases and those of its pairs of methods.
// It holds if it holds for every pair, and in part if it holds, or holds in part, for some.
func jointly(all string, pairs []document.PairRow) string {
	if len(pairs) == 0 {
		return all
	}
	counts := map[string]int{}
	for _, q := range pairs {
		counts[q.Outcome]++
	}
	switch {
	case counts[wording.Holds] == len(pairs):
		return wording.Holds
	case counts[wording.Holds]+counts[wording.HoldsInPart] > 0, all == wording.Holds:
		return wording.HoldsInPart
	case counts[wording.DoesNotHold] > 0:
		return wording.DoesNotHold
	}
	return all
}
