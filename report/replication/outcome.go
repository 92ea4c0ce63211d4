package replication

import (
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/wording"
)

// The outcomes of a claim.
const (
	Holds       = wording.Holds
	HoldsInPart = wording.HoldsInPart
	DoesNotHold = wording.DoesNotHold
	CannotTell  = wording.CannotTell
)

// Outcome is what the records of an experiment say of a claim.
type Outcome struct {
	Claim   Claim
	Metric  metrics.Metric // of the claim, as its experiment calls it
	Profile string
	Outcome string // one of [wording.Outcomes]
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
	Stands           string            // [StandsFor] or one of its neighbours
}

// NoRecords is the outcome of a claim on whose experiment there are no records.
func NoRecords(c Claim) Outcome {
	nan := math.NaN()
	s, _ := statistic(c.Statistic)
	return Outcome{Claim: c, Outcome: CannotTell, Reason: "no records of " + c.Experiment, Value: nan, Low: nan, High: nan, Unit: s.Unit}
}

// Outcomes says of each claim of the experiment whether it holds.
func (p *Experiment) Outcomes() []Outcome {
	var out []Outcome
	for _, c := range p.Claims {
		out = append(out, p.outcome(c))
	}
	return out
}

// outcome judges a claim, and says where another reading of the method or another variant comes
// to another outcome.
func (p *Experiment) outcome(c Claim) Outcome {
	out := p.judgeClaim(c)
	compare := func(name string, other Claim) {
		if o := p.judgeClaim(other); len(o.Cases) > 0 && o.Outcome != out.Outcome {
			out.Caveats = append(out.Caveats, name+": "+o.Outcome)
		}
	}
	for _, label := range c.Also {
		also := c
		also.Methods = []string{label}
		compare(label, also)
	}
	if c.Variant != "" || c.ThanVariant != "" || len(p.Variants) < 2 || len(out.Cases) == 0 {
		return out
	}
	for _, name := range p.Variants[1:] {
		c.Variant = name
		compare(p.VariantTitle(name), c)
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
		at := maps.Clone(e.at)
		delete(at, spec.VariantKey)
		out.Cases = append(out.Cases, Case{At: at, Method: e.method, Than: e.than, Value: s.figure(e.value), Low: s.figure(e.low), High: s.figure(e.high), Stands: stand[i]})
	}
	value, low, high, over := overall(effects)
	out.Pairs = c.byPair(s, effects, stand)
	out.Outcome = jointly(r.bearing(effects, stand, value, low, high).outcome(c), out.Pairs)
	if out.Outcome == Holds && p.mostAbsent(c, effects) {
		out.Outcome = HoldsInPart
	}
	out.Value, out.Low, out.High, out.Over = s.figure(value), s.figure(low), s.figure(high), over
	return out
}

// withoutData are the data sets that a claim is about, if none of them can be had.
func (p *Experiment) withoutData(c Claim) []string {
	names := p.chosen(c, "dataset").Values
	if slices.ContainsFunc(names, func(name string) bool { return p.Dataset(name).Available }) {
		return nil
	}
	return names
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

// bearing is how the cases of a claim, and all together, stand to it.
type bearing struct {
	cases  []string
	all    string // by the interval over all
	figure string // by the figure over all alone
	beyond bool   // the figure of a case is not as claimed, whatever its interval
}

// bearing returns how cases and their figure with its interval stand to what is claimed.
func (r region) bearing(effects []effect, cases []string, value, low, high float64) bearing {
	outside := func(e effect) bool { return r.standsAlone(e.value) != StandsFor }
	return bearing{cases, r.standsOverall(effects, value, low, high), r.standsAlone(value), slices.ContainsFunc(effects, outside)}
}

// outcome of a claim. It holds where every case is as claimed, or where all together are and no
// case is not. A margin is that of one data set in the paper, which a mean over several keeps to
// easily: where there is one, more than half of several cases have to be as claimed too, and the
// figure of each within it. A few cases that contradict a claim do not refute it where the
// figure over all is as claimed: that is open.
func (b bearing) outcome(c Claim) string {
	counts, n := map[string]int{}, len(b.cases)
	for _, stands := range b.cases {
		counts[stands]++
	}
	contrary := counts[StandsAgainst] + counts[StandsShort]
	if c.Most {
		return outcomeOfMost(counts[StandsFor], contrary, n)
	}
	marginFails := c.Margin != nil && n > 1 && (2*counts[StandsFor] <= n || b.beyond)
	leftOpen := b.figure == StandsFor && 2*contrary <= n
	switch {
	case counts[StandsFor] == n, b.all == StandsFor && contrary == 0 && !marginFails:
		return Holds
	case b.all == StandsAgainst:
		return DoesNotHold
	case counts[StandsFor] > 0, b.all == StandsFor:
		return HoldsInPart
	case contrary > 0 && !leftOpen, b.all == StandsShort:
		return DoesNotHold
	}
	return CannotTell
}

// outcomeOfMost is that of a claim about most of n cases: it holds where more than half of them
// support it, whatever the others do, and does not where half are against it.
func outcomeOfMost(support, contrary, n int) string {
	switch {
	case 2*support > n:
		return Holds
	case 2*contrary >= n:
		return DoesNotHold
	}
	return CannotTell
}
