package page

import (
	"fmt"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// counts writes how many cells are done and what the paper's numbers come to.
func counts(d *document.Document, c *Context) {
	failed := ""
	if c.Failed > 0 {
		failed = fmt.Sprintf(", [%d failed](#failures)", c.Failed)
	}
	d.Paragraph("Experiment `%s`, profile `%s`: %d of %s done%s.", c.Spec.Name, c.Spec.Profile, c.Done, wording.Plural(len(c.Cells), "cell"), failed)
	counted := replication.CountNumbers(c.Verdicts)
	var beside []string
	for _, b := range counted.Beside {
		beside = append(beside, document.Escape(fmt.Sprint(b.Name, ": ", b.Counts)))
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
