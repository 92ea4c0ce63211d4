package replication

import (
	"fmt"
	"maps"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/replication/statistic"
)

// claimReader checks one reading of a claim.
type claimReader struct {
	*publishedReader
	statistic.Claim
	at       []any          // where it stands in the file
	whole    map[string]any // keys of the claim
	own      map[string]any // and of the reading, where it is a table of its own
	readings int            // that the claim has
	tables   map[string]*PublishedTable
}

// wrongAt notes a problem at a key of the reading, or of the claim where it is from there.
func (c *claimReader) wrongAt(key, format string, args ...any) {
	at := c.at
	if _, here := c.own[key]; !here && c.whole[key] != nil {
		at = c.at[:2]
	}
	c.problem(append(slices.Clone(at), key), format, args...)
}

// keys are those of the reading and the claim.
func (c *claimReader) keys() []string {
	all := maps.Clone(c.whole)
	maps.Copy(all, c.own)
	return slices.Sorted(maps.Keys(all))
}

// check finds what is wrong with the reading; earlier are those before it.
func (c *claimReader) check(experiment func(string) (*spec.Spec, error), earlier []statistic.Claim) {
	for _, need := range []struct{ key, value string }{{"name", c.Name}, {"says", c.Says}, {"section", c.Section}} {
		if need.value == "" {
			c.wrongAt(need.key, "the claim has no %s", need.key)
		}
	}
	for _, e := range earlier {
		switch {
		case e.Name == c.Name && e.Number != c.Number:
			c.wrongAt("name", "there is a claim %q before this one", c.Name)
		case e.Name == c.Name && e.As == c.As:
			c.wrongAt("as", "there is a reading %q before this one", c.As)
		}
	}
	if (c.readings > 0) != (c.As != "") {
		c.wrongAt("as", "as says how a reading takes the sentence: each [[claim.reading]] has it, and a claim without any has not")
	}
	for _, key := range []string{"name", "says"} {
		if c.own[key] != nil {
			c.wrongAt(key, "the %s is of the whole claim, not of a reading", key)
		}
	}
	if c.Beside && c.Reading == 0 {
		c.wrongAt("beside", "the first reading counts; those beside it stand below")
	}
	if c.Metric != "" && !slices.Contains(metrics.Names(), c.Metric) {
		c.wrongAt("metric", "unknown metric %q%s", c.Metric, spec.Suggest(c.Metric, metrics.Names()))
	}
	c.checkStatistic()
	s, err := experiment(c.Experiment)
	if err != nil {
		c.wrongAt("experiment", "%v", err)
		return
	}
	c.checkScope(s)
	switch {
	case c.ThanPublished != "":
		c.checkThanPublished()
		return
	case c.ThanExperiment != "":
		if s, err = experiment(c.ThanExperiment); err != nil {
			c.wrongAt("than_experiment", "%v", err)
			return
		}
	}
	c.among(s.Name, "than", "method", c.Than, s.Labels())
	c.among(s.Name, "than_variant", "variant", named(c.ThanVariant), s.VariantNames())
}

// named is a name as a list, which is empty where there is none.
func named(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}

// checkThanPublished checks whether the table that methods are held against has numbers of the
// metric for all of them.
func (c *claimReader) checkThanPublished() {
	t := c.tables[c.ThanPublished]
	if t == nil {
		c.wrongAt("than_published", "there is no table %q%s", c.ThanPublished, spec.Suggest(c.ThanPublished, slices.Sorted(maps.Keys(c.tables))))
		return
	}
	if c.ThanVariant != "" || c.ThanExperiment != "" {
		c.wrongAt("than_published", "published numbers are of no variant and no experiment")
	}
	var labels []string
	for _, v := range t.Values {
		if v.Metric == c.Metric {
			labels = append(labels, v.At["label"])
		}
	}
	c.among(fmt.Sprintf("%s of the metric %q", t.Name, c.Metric), "than", "label", c.Than, labels)
}

// checkStatistic checks the statistic and its keys.
func (c *claimReader) checkStatistic() {
	if !slices.Contains(statistic.Names(), c.Statistic) {
		c.wrongAt("statistic", "unknown statistic %q%s", c.Statistic, spec.Suggest(c.Statistic, statistic.Names()))
		return
	}
	statistic.Of(c.Statistic).Check(c.Claim, c.keys(), c.wrongAt)
	if n, m := len(c.Methods), len(c.Than); n > 1 && m > 1 && n != m {
		c.wrongAt("than", "there are %d methods and %d to compare them with; there must be as many, or one of either", n, m)
	}
	if c.Margin != nil && *c.Margin < 0 {
		c.wrongAt("margin", "the margin is %g, it must be at least 0", *c.Margin)
	}
	if threshold := c.AtLeast != nil || c.AtMost != nil || c.Margin != nil; threshold && c.Because == "" {
		c.wrongAt("statistic", "the claim has a threshold, and no because: say where in the paper it comes from")
	}
}

// notKept is that an experiment does not keep what a metric or a statistic needs.
const notKept = "%s does not keep what %s is worked out from: state %s = true in its [experiment]"

// checkScope checks whether the experiment has what the claim is about.
func (c *claimReader) checkScope(s *spec.Spec) {
	if len(c.Methods) == 0 {
		c.wrongAt("methods", "the claim has no methods")
	}
	if len(c.Also) > 0 && len(c.Methods) != 1 {
		c.wrongAt("also", "also are other readings of one method, and there are %d methods", len(c.Methods))
	}
	if m := metrics.Get(c.Metric); !s.Keeps(m) {
		c.wrongAt("metric", notKept, s.Name, m.Name, m.Kept)
	}
	if slices.Contains(statistic.Names(), c.Statistic) {
		if kept := statistic.Of(c.Statistic).Kept; !s.Keeps(metrics.Metric{Kept: kept}) {
			c.wrongAt("statistic", notKept, s.Name, c.Statistic, kept)
		}
	}
	var datasets []string
	for _, d := range s.Datasets {
		datasets = append(datasets, d.Name)
	}
	values := map[string][]string{} // by option of the grid
	for _, a := range s.Grid {
		values[a.Option] = nil
		for _, v := range a.Values {
			values[a.Option] = append(values[a.Option], analysis.Option(v))
		}
	}
	options := slices.Sorted(maps.Keys(values))
	c.among(s.Name, "methods", "method", c.Methods, s.Labels())
	c.among(s.Name, "also", "method", c.Also, s.Labels())
	c.among(s.Name, "datasets", "data set", c.Datasets, datasets)
	c.among(s.Name, "variant", "variant", named(c.Variant), s.VariantNames())
	c.among(s.Name, "at", "option of the grid", slices.Sorted(maps.Keys(c.At)), options)
	for _, key := range slices.Sorted(maps.Keys(c.At)) {
		if known, ok := values[key]; ok {
			c.among(s.Name, "at", "value of "+key, c.At[key], known)
		}
	}
	if !spec.IsSize(c.Along) {
		c.among(s.Name, "along", "option of the grid", named(c.Along), options)
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
