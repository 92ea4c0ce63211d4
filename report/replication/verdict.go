package replication

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/wording"
)

// EnoughRepeats is how many repeats a verdict needs if there is more than one split.
const EnoughRepeats = 10

// enoughSeeds is how many seeds a number of one split needs to be reproduced: the standard error
// from its test rows alone is too small.
const enoughSeeds = 3

// Verdict compares one number of ours with one of a paper.
type Verdict struct {
	Experiment      string            `json:"experiment"`
	Profile         string            `json:"profile"`
	Table           string            `json:"table"` // of published.toml
	At              map[string]string `json:"at"`    // "dataset", "label", options
	Metric          string            `json:"metric"`
	PublishedMetric string            `json:"published_metric"`  // that it is compared with
	Verdict         string            `json:"verdict,omitempty"` // empty for costs, and where Note says why there is none
	Published       string            `json:"published"`         // as printed
	Spread          string            `json:"spread"`            // as printed
	Deviation
	Repeats int    `json:"repeats"`
	Note    string `json:"note,omitempty"`
	Place

	Number analysis.Coordinates `json:"-"` // of the published number, which may name fewer than At
}

// Deviation is how far a number of ours lies from a published one; what is not known is nil.
type Deviation struct {
	Ours       *float64 `json:"ours,omitempty"`
	SE         *float64 `json:"se,omitempty"`         // ours
	Tolerance  *float64 `json:"tolerance,omitempty"`  // what |ours - published| is held against
	Resolution *float64 `json:"resolution,omitempty"` // the largest tolerance that still tells the number from others
	Chance     *float64 `json:"chance,omitempty"`     // that ours is beyond the tolerance though the published number is true
	Ratio      *float64 `json:"ratio,omitempty"`      // ours / published, for costs, which get no verdict

	before *float64 // Tolerance by the test rows alone, as sqrt(p (1 - p)/n) has them
	above  *float64 // what the published number stands above, where it is a word that published.toml explains
}

// Place is where a verdict occurs: a number is counted in one place, and may occur in others.
type Place struct {
	Beside  bool   `json:"beside,omitempty"`  // the number is counted under another metric, entry, column or variant
	Variant string `json:"variant,omitempty"` // where it is not the first
	Column  string `json:"column,omitempty"`  // the label, where an earlier one is compared with the same number

	further   bool // the number is counted under another metric or entry of its variant
	elsewhere bool // it is counted in another experiment, or another table of the paper
}

// key identifies the number that a verdict is about.
func (v Verdict) key() string {
	return fmt.Sprintf("%s [%s] %s: %s, %s", v.Experiment, v.Profile, v.Table, analysis.Describe(v.At), v.Metric)
}

// lasting is key without the name of the first variant, so that kept verdicts can still
// be compared after an experiment was given variants.
func (v Verdict) lasting() string {
	if v.Variant == "" {
		v.At = maps.Clone(v.At)
		delete(v.At, spec.VariantKey)
	}
	return v.key()
}

// Within says whether ours lies within the tolerance of the published number,
// whatever the verdict; false if that cannot be said.
func (v Verdict) Within() bool { return v.withinOf(v.Tolerance) }

func (v Verdict) withinOf(tolerance *float64) bool {
	x, ok := PublishedValue{Value: v.Published}.Number()
	return ok && v.Ours != nil && tolerance != nil && within(*v.Ours-x, *tolerance)
}

// within is |difference| <= tolerance, but for rounding in the last bits.
func within(difference, tolerance float64) bool {
	return math.Abs(difference) <= tolerance*(1+1e-12)+1e-15
}

// judge compares a summary of ours with a published value.
func (p *Experiment) judge(t *PublishedTable, v PublishedValue, g analysis.Group, metric string, s analysis.Summary) Verdict {
	out := Verdict{
		Experiment: p.Spec.Name, Profile: p.Spec.Profile, Table: t.Name, At: g.At, Metric: metric, PublishedMetric: v.Metric,
		Published: v.Value, Spread: v.Spread, Deviation: t.deviation(v, metric, s), Repeats: s.N, Number: v.At,
	}
	out.Column = p.column(g.At[spec.LabelKey])
	if name := g.At[spec.VariantKey]; name != "" && name != p.Spec.Variants[0].Name {
		out.Variant = name
	}
	switch {
	case metrics.Get(metric).Cost:
	case t.NoVerdict != "":
		out.Note = t.NoVerdict
	default:
		out.Verdict, out.Note = p.verdict(out, g)
	}
	return out
}

// deviation is that of a summary of ours from a value of the table.
func (t *PublishedTable) deviation(v PublishedValue, metric string, s analysis.Summary) Deviation {
	var out Deviation
	published, isNumber := v.Number()
	if s.N > 0 {
		out.Ours = &s.Value
		if !math.IsNaN(s.SE) {
			out.SE = &s.SE
		}
	}
	if metrics.Get(metric).Cost {
		if s.N > 0 && isNumber && published > 0 {
			out.Ratio = new(s.Value / published)
		}
		return out
	}
	if out.SE != nil && isNumber {
		se := s.SE
		if s.Single { // the paper's number is of one seed
			se = math.Hypot(s.Further, s.SeedSD*math.Sqrt(1+1/float64(max(1, s.Seeds))))
			out.SE = &se
			out.before = new(t.tolerance(v, s.RowsSE))
		}
		out.Tolerance, out.Resolution = new(t.tolerance(v, se)), new(t.resolution(v))
		out.Chance = new(math.Erfc(*out.Tolerance / math.Hypot(se, t.SE(v)) / math.Sqrt2))
	}
	if above, known := t.Words[v.Value]; known {
		out.above = &above
	}
	return out
}

// tolerance is how far a number of ours with a standard error may lie from a value.
func (t *PublishedTable) tolerance(v PublishedValue, se float64) float64 {
	return 2*math.Hypot(se, t.SE(v)) + t.Unit(v)/2
}

// verdict applies the rule to what judge has filled in.
func (p *Experiment) verdict(v Verdict, g analysis.Group) (verdict, note string) {
	single := p.predefined(p.Dataset(g.At[spec.DatasetKey]).Name) && g.Splits == 1
	need := EnoughRepeats
	if single {
		need = 1
	}
	if verdict, note = p.without(v, g, need); verdict != "" {
		return verdict, note
	}
	return v.byValue(single, failuresText(g))
}

// without says why the value of a number gives no verdict, "" if it gives one.
func (p *Experiment) without(v Verdict, g analysis.Group, need int) (verdict, note string) {
	d := p.Dataset(g.At[spec.DatasetKey])
	switch {
	case v.Repeats == 0 && len(g.Failures) > 0:
		return wording.FailedCell, g.Failures[0].Error
	case v.Repeats == 0 && g.Done > 0:
		return wording.NotRun, "the records do not have this metric"
	case v.Repeats == 0 && !d.Available:
		return wording.NoData, d.Missing
	case v.Repeats == 0:
		return wording.NotRun, ""
	case d.Differs != "":
		return wording.DataDiffers, d.Differs
	case d.Assumed != "":
		return wording.TaskAssumed, d.Assumed
	case p.Spec.Profile != spec.Paper:
		return wording.Preliminary, "profile " + p.Spec.Profile
	case v.Repeats < need && v.Repeats+len(g.Failures) >= need:
		return wording.FailedCell, failuresText(g)
	case v.Repeats < need:
		return wording.Preliminary, fmt.Sprintf("%d of %d repeats that a verdict needs", v.Repeats, need)
	}
	return "", ""
}

// byValue is the verdict on a number with enough repeats. single is for one split; failures says which repeats are missing.
func (v Verdict) byValue(single bool, failures string) (verdict, note string) {
	published, isNumber := PublishedValue{Value: v.Published}.Number()
	switch {
	case v.above != nil && *v.Ours > *v.above:
		return wording.Reproduced, fmt.Sprintf("%s is above %s", v.Published, wording.Short(*v.above, 4))
	case v.above != nil:
		return wording.Better, fmt.Sprintf("%s is above %s, ours is not", v.Published, wording.Short(*v.above, 4))
	case !isNumber:
		return wording.Better, fmt.Sprintf("the paper prints %q, ours is a number", v.Published)
	case v.Tolerance == nil:
		return wording.Preliminary, "ours has no standard error"
	case v.Within():
		if noise := v.noise(single); noise != "" {
			return wording.TooNoisy, noise
		}
		return wording.Reproduced, failures
	case (*v.Ours < published) == metrics.Get(v.Metric).HigherIsBetter:
		return wording.Worse, failures
	}
	return wording.Better, failures
}

// noise says why being within the tolerance is no evidence, "" if it is.
func (v Verdict) noise(single bool) string {
	switch {
	case v.before != nil && !v.withinOf(v.before):
		return fmt.Sprintf("within the tolerance by the larger standard error alone: without it it is %s", wording.Short(*v.before, 2))
	case !within(*v.Tolerance, *v.Resolution):
		return fmt.Sprintf("the tolerance is %s, and up to %s tells something", wording.Short(*v.Tolerance, 2), wording.Short(*v.Resolution, 2))
	case single && v.Repeats < enoughSeeds:
		return fmt.Sprintf("%d of %d seeds: how far fits lie apart is not known", v.Repeats, enoughSeeds)
	}
	return ""
}

// failuresText says how many repeats are not in a mean because they failed, "" if none did.
func failuresText(g analysis.Group) string {
	if len(g.Failures) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d repeats failed", len(g.Failures), g.Planned)
}

// predefined says whether a data set comes with a split of its own that is the only one of the experiment.
func (p *Experiment) predefined(dataset string) bool {
	return slices.ContainsFunc(p.Spec.Datasets, func(d spec.Dataset) bool {
		return d.Name == dataset && d.Repeats <= 1 && (d.TestFile != "" || d.Split.Find().Given)
	})
}

// PublishedMetric returns, for a metric of a table, the published metric it is compared with.
func PublishedMetric(t spec.Table, metric string) string {
	return cmp.Or(t.PublishedMetrics[metric], metric)
}

// Counted returns the metric of a table under which the numbers of a published
// metric are counted: the first that PublishedMetrics names for it, as the paper's text
// says what its numbers are, or else the metric of the same name.
func Counted(t spec.Table, published string) string {
	for _, m := range t.Metrics {
		if t.PublishedMetrics[m] == published {
			return m
		}
	}
	return published
}

// Impossible returns the published mean NLLs of a table that no classifier
// with the published error can have: a row that is classified wrongly has a
// probability of at most 1/2 for its class, so that NLL >= error log 2.
func (t *PublishedTable) Impossible() []string {
	var out []string
	for _, v := range t.Values {
		nll, ok := v.Number()
		if !metrics.Get(v.Metric).Loss || !ok {
			continue
		}
		e, found := t.Find(v.At, "error")
		x, ok := e.Number()
		if !found || !ok || nll >= x*math.Ln2 {
			continue
		}
		line := fmt.Sprintf("%s: NLL %s at error %s, below %s log 2 = %.3g", analysis.Describe(v.At), v.Value, e.Value, e.Value, x*math.Ln2)
		if nll+t.Unit(v)/2 >= (x-t.Unit(e)/2)*math.Ln2 {
			line += " (within the rounding of the printed digits)"
		}
		out = append(out, line)
	}
	return out
}
