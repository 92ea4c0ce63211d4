package page

import (
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
)

// Facts is what the page over all reports needs to know of one.
func Facts(c *Context) document.Facts {
	f := document.Facts{
		Experiment: c.Spec.Name, Profile: c.Spec.Profile, Paper: c.Paper, Cite: c.Cite, Sentence: c.Sentence, Title: c.Title, Done: c.Done, Planned: c.Planned(), Failed: c.Failed,
		Datasets: c.Dimension(spec.DatasetKey).Values, Labels: c.Labels, Inducing: c.Dimension(record.InducingOption).Values,
		Printed: c.Printed, Chance: replication.ChanceOf(c.Verdicts),
	}
	f.Verdicts = replication.CountNumbers(c.Verdicts).Numbers
	for _, set := range c.Waiting() {
		f.Waiting = append(f.Waiting, set.Name)
	}
	for _, o := range c.Outcomes {
		f.Claims = append(f.Claims, claimFact(c, o))
	}
	f.Advice = Answers(c)
	for _, choice := range c.Choices {
		f.Advice = append(f.Advice, adviceOf(c, choice))
	}
	if c.Advises() && len(c.Choices) == 0 {
		f.Advice = append(f.Advice, noneCompared(c))
	}
	return f
}
