package replication

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
)

// rawClaim is a [[claim]] as it stands.
type rawClaim struct {
	Name           string         `toml:"name"`
	Says           string         `toml:"says"`
	Section        string         `toml:"section"`
	Experiment     string         `toml:"experiment"`
	Statistic      string         `toml:"statistic"`
	Methods        []string       `toml:"methods"`
	Also           []string       `toml:"also"`
	Than           []string       `toml:"than"`
	ThanVariant    string         `toml:"than_variant"`
	ThanExperiment string         `toml:"than_experiment"`
	ThanPublished  string         `toml:"than_published"`
	Datasets       []string       `toml:"datasets"`
	Variant        string         `toml:"variant"`
	At             map[string]any `toml:"at"`
	Metric         string         `toml:"metric"`
	Along          string         `toml:"along"`
	Direction      string         `toml:"direction"`
	Pooled         bool           `toml:"pooled"`
	Since          string         `toml:"since"`
	Clock          string         `toml:"clock"`
	Most           bool           `toml:"most"`
	Attributes     []string       `toml:"attributes"`
	AtLeast        *float64       `toml:"at_least"`
	AtMost         *float64       `toml:"at_most"`
	Margin         *float64       `toml:"margin"`
	Because        string         `toml:"because"`
}

// claimKeys are the keys that any claim may have.
var claimKeys = []string{"name", "says", "section", "experiment", "statistic", "methods", "also", "datasets", "variant", "at", "metric", "because"}

// claimReader checks one claim.
type claimReader struct {
	*publishedReader
	number int // from 0
	raw    rawClaim
	keys   []string
	tables map[string]*PublishedTable // of the file
}

// claim is what was read.
func (c *claimReader) claim() Claim {
	raw := c.raw
	out := Claim{
		Number: c.number, Name: raw.Name, Says: raw.Says, Section: raw.Section, Experiment: raw.Experiment, Statistic: raw.Statistic,
		Methods: raw.Methods, Also: raw.Also, Than: raw.Than, ThanVariant: raw.ThanVariant, ThanExperiment: raw.ThanExperiment, ThanPublished: c.tables[raw.ThanPublished],
		Datasets: raw.Datasets, Variant: raw.Variant, Metric: raw.Metric,
		Along: raw.Along, Direction: raw.Direction, Pooled: raw.Pooled, Since: raw.Since, Clock: raw.Clock, Most: raw.Most, Attributes: raw.Attributes,
		AtLeast: raw.AtLeast, AtMost: raw.AtMost, Margin: raw.Margin, Because: raw.Because,
	}
	for key, v := range raw.At {
		if out.At == nil {
			out.At = map[string][]string{}
		}
		out.At[key] = optionsOf(v)
	}
	return out
}

// optionsOf writes the value of an option, or each of a list of them.
func optionsOf(v any) []string {
	list, ok := v.([]any)
	if !ok {
		return []string{analysis.Option(v)}
	}
	var out []string
	for _, one := range list {
		out = append(out, analysis.Option(one))
	}
	return out
}

// at returns the line of a key of the claim, or that of its head.
func (c *claimReader) at(key string) int {
	head, left := 0, c.number
	for i, l := range c.lines {
		l = strings.TrimSpace(l)
		switch {
		case l == "[["+claimKey+"]]":
			if head > 0 {
				return head
			}
			if left == 0 {
				head = i + 1
			}
			left--
		case head > 0 && strings.HasPrefix(l, key+" "):
			return i + 1
		}
	}
	return head
}

// wrongAt notes a problem at a key.
func (c *claimReader) wrongAt(key, format string, args ...any) {
	c.problem(c.at(key), format, args...)
}

// check finds what is wrong with the claim; earlier are those before it.
func (c *claimReader) check(experiment func(string) (*spec.Spec, error), earlier []Claim) {
	for _, need := range []struct{ key, value string }{{"name", c.raw.Name}, {"says", c.raw.Says}, {"section", c.raw.Section}} {
		if need.value == "" {
			c.wrongAt(need.key, "the claim has no %s", need.key)
		}
	}
	if slices.ContainsFunc(earlier, func(e Claim) bool { return e.Name == c.raw.Name }) {
		c.wrongAt("name", "there is a claim %q before this one", c.raw.Name)
	}
	if c.raw.Metric != "" && !slices.Contains(metrics.Names(), c.raw.Metric) {
		c.wrongAt("metric", "unknown metric %q%s", c.raw.Metric, spec.Suggest(c.raw.Metric, metrics.Names()))
	}
	c.checkStatistic()
	s, err := experiment(c.raw.Experiment)
	if err != nil {
		c.wrongAt("experiment", "%v", err)
		return
	}
	c.checkScope(s)
	if c.raw.ThanPublished != "" {
		c.checkThanPublished()
		return
	}
	other := s
	if c.raw.ThanExperiment != "" {
		if other, err = experiment(c.raw.ThanExperiment); err != nil {
			c.wrongAt("than_experiment", "%v", err)
			return
		}
	}
	c.checkThan(other)
}

// checkThan looks whether the experiment that methods are held against has them.
func (c *claimReader) checkThan(s *spec.Spec) {
	c.among(s.Name, "than", "method", c.raw.Than, s.Labels())
	if c.raw.ThanVariant != "" {
		c.among(s.Name, "than_variant", "variant", []string{c.raw.ThanVariant}, s.VariantNames())
	}
}

// checkThanPublished looks whether the table that methods are held against has numbers of the
// metric for all of them.
func (c *claimReader) checkThanPublished() {
	t := c.tables[c.raw.ThanPublished]
	if t == nil {
		c.wrongAt("than_published", "there is no table %q%s", c.raw.ThanPublished, spec.Suggest(c.raw.ThanPublished, slices.Sorted(maps.Keys(c.tables))))
		return
	}
	if c.raw.ThanVariant != "" || c.raw.ThanExperiment != "" {
		c.wrongAt("than_published", "published numbers are of no variant and no experiment")
	}
	var labels []string
	for _, v := range t.Values {
		if v.Metric == c.raw.Metric {
			labels = append(labels, v.At["label"])
		}
	}
	c.among(fmt.Sprintf("%s of the metric %q", t.Name, c.raw.Metric), "than", "label", c.raw.Than, labels)
}

// checkStatistic looks at the statistic and its keys.
func (c *claimReader) checkStatistic() {
	s, ok := statistic(c.raw.Statistic)
	if !ok {
		var names []string
		for _, s := range Statistics {
			names = append(names, s.Name)
		}
		c.wrongAt("statistic", "unknown statistic %q%s", c.raw.Statistic, spec.Suggest(c.raw.Statistic, names))
		return
	}
	if !s.bare && c.raw.Metric == "" {
		c.wrongAt("metric", "the claim has no metric")
	}
	known := slices.Concat(claimKeys, s.Keys)
	if s.Than {
		known = append(known, "than")
	}
	if s.pairs {
		known = append(known, "than_variant", "than_experiment")
	}
	for _, key := range c.keys {
		if !slices.Contains(known, key) {
			c.wrongAt(key, "unknown key %q of a claim of the statistic %s%s", key, s.Name, spec.Suggest(key, known))
		}
	}
	c.checkNeeded(s)
	if n, m := len(c.raw.Methods), len(c.raw.Than); n > 1 && m > 1 && n != m {
		c.wrongAt("than", "there are %d methods and %d to compare them with; there must be as many, or one of either", n, m)
	}
	if slices.Contains(s.Keys, "direction") {
		c.checkTrend()
	}
	if !slices.Contains([]string{"", sinceBest, sinceStart, sinceHalf}, c.raw.Since) {
		c.wrongAt("since", "since is %q; it must be %q, %q or %q", c.raw.Since, sinceBest, sinceStart, sinceHalf)
	}
	if m := metrics.Get(c.raw.Metric); slices.Contains(s.Keys, "clock") && (!m.Traced || m.HigherIsBetter) {
		c.wrongAt("metric", "targets are of metrics that are traced and better where they are less, and the metric is %q", c.raw.Metric)
	}
	if !slices.Contains([]string{"", "iteration"}, c.raw.Clock) {
		c.wrongAt("clock", "the clock is %q; it must be \"iteration\", or left out for seconds", c.raw.Clock)
	}
	if c.raw.Margin != nil && *c.raw.Margin < 0 {
		c.wrongAt("margin", "the margin is %g, it must be at least 0", *c.raw.Margin)
	}
	if threshold := c.raw.AtLeast != nil || c.raw.AtMost != nil || c.raw.Margin != nil; threshold && c.raw.Because == "" {
		c.wrongAt("statistic", "the claim has a threshold, and no because: say where in the paper it comes from")
	}
}

// checkNeeded looks whether a statistic that says nothing without one of its keys has it.
func (c *claimReader) checkNeeded(s Statistic) {
	raw := c.raw
	for _, n := range []struct {
		need, has bool
		what      string
	}{
		{s.Than, len(raw.Than) > 0, "than, the methods to compare with"},
		{slices.Contains(s.Keys, "margin") && !slices.Contains(s.Keys, "direction"), raw.Margin != nil, "a margin"}, // a trend has one only if it is flat
		{s.Name == "arrival", raw.AtMost != nil, "at_most, the latest time"},
		{s.Name == "level", raw.AtLeast != nil || raw.AtMost != nil, "at_least or at_most"},
		{slices.Contains(s.Keys, "attributes"), len(raw.Attributes) > 0, "attributes, whose lengthscales are to be the shortest"},
	} {
		if n.need && !n.has {
			c.wrongAt("statistic", "the statistic %s needs %s", s.Name, n.what)
		}
	}
}

// directions are those of a trend.
var directions = []string{"falls", "rises", "flat"}

// checkTrend looks at the keys of a trend.
func (c *claimReader) checkTrend() {
	if !slices.Contains(directions, c.raw.Direction) {
		c.wrongAt("direction", "unknown direction %q%s", c.raw.Direction, spec.Suggest(c.raw.Direction, directions))
	}
	if flat := c.raw.Direction == "flat"; flat != (c.raw.Margin != nil) {
		c.wrongAt("direction", "a trend needs a margin if it is flat, and only then")
	}
	if c.raw.Along == "" {
		c.wrongAt("statistic", "a trend needs along, an option of the grid, N, D or K")
	}
}

// checkScope looks whether the experiment has what the claim is about.
func (c *claimReader) checkScope(s *spec.Spec) {
	var datasets, options []string
	for _, d := range s.Datasets {
		datasets = append(datasets, d.Name)
	}
	for _, a := range s.Grid {
		options = append(options, a.Option)
	}
	if len(c.raw.Methods) == 0 {
		c.wrongAt("methods", "the claim has no methods")
	}
	if c.raw.Statistic == "relevance" && !s.Parameters {
		c.wrongAt("statistic", "%s does not keep kernel parameters: state parameters = true in its [experiment]", s.Name)
	}
	if m := metrics.Get(c.raw.Metric); !s.Keeps(m) {
		c.wrongAt("metric", "%s does not keep what %s is worked out from: state %s = true in its [experiment]", s.Name, m.Name, m.Kept)
	}
	c.among(s.Name, "methods", "method", c.raw.Methods, s.Labels())
	c.among(s.Name, "also", "method", c.raw.Also, s.Labels())
	if len(c.raw.Also) > 0 && len(c.raw.Methods) != 1 {
		c.wrongAt("also", "also are other readings of one method, and there are %d methods", len(c.raw.Methods))
	}
	c.among(s.Name, "datasets", "data set", c.raw.Datasets, datasets)
	if c.raw.Variant != "" {
		c.among(s.Name, "variant", "variant", []string{c.raw.Variant}, s.VariantNames())
	}
	if c.raw.Along != "" && !spec.IsSize(c.raw.Along) {
		c.among(s.Name, "along", "option of the grid", []string{c.raw.Along}, options)
	}
	for _, key := range slices.Sorted(maps.Keys(c.raw.At)) {
		v, i := c.raw.At[key], slices.Index(options, key)
		if i < 0 {
			c.among(s.Name, "at", "option of the grid", []string{key}, options)
			continue
		}
		var values []string
		for _, v := range s.Grid[i].Values {
			values = append(values, analysis.Option(v))
		}
		c.among(s.Name, "at", "value of "+key, optionsOf(v), values)
	}
}

// among notes the words of a key that an experiment does not have.
func (c *claimReader) among(experiment, key, what string, words, known []string) {
	for _, w := range words {
		if !slices.Contains(known, w) {
			c.wrongAt(key, "%s has no %s %q%s", experiment, what, w, spec.Suggest(w, known))
		}
	}
}
