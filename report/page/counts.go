package page

import (
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// counts writes how many cells are done and what the paper's numbers come to.
func counts(d *document.Document, c *Context) {
	failed := document.Marked("")
	if c.Failed > 0 {
		failed = document.Text(", [%d failed](#failures)", c.Failed)
	}
	d.Paragraph("Experiment `%s`, profile `%s`: %d of %s done%s.", c.Spec.Name, c.Spec.Profile, c.Done, wording.Plural(c.Planned(), "cell"), failed)
	counted := replication.CountNumbers(c.Verdicts)
	var beside []document.Marked
	for _, b := range counted.Beside {
		beside = append(beside, document.Text("%s: %s", b.Name, b.Counts))
	}
	if len(counted.Numbers)+len(beside) == 0 {
		return
	}
	d.Tell("**Published numbers**: %s.", wording.OrDash(counted.Numbers.String()))
	d.TellList(beside)
	if c.Spec.Profile != spec.Paper {
		d.Paragraph("Verdicts are given to the `paper` profile with at least %d repeats; what this profile gives is preliminary.", replication.EnoughRepeats)
	}
}
