package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/replication/statistic"
	"gpcbench/wording"
)

// claims writes which claims of the paper hold, with a row for each reading that the records of this experiment can decide.
func claims(d *document.Document, c *Context) {
	if len(c.Outcomes) == 0 {
		return
	}
	t := document.Table{Head: append([]document.Marked{"the paper says"}, ReadingHead...)}
	for _, o := range c.Outcomes {
		fact := claimFact(c, o)
		row := append(document.Cells(PaperSays(fact)), ReadingRow(fact.Readings[0])...)
		if title := evidence(c, o.Claim); title != "" {
			row[1] = document.Marked(fmt.Sprintf("[%s](#%s)", row[1], wording.Anchor(title)))
		}
		t.Rows = append(t.Rows, row)
	}
	d.Add(t)
	if c.Selection {
		d.Paragraph("These outcomes are for the selected data sets only. The whole experiment decides.")
	}
	d.Paragraph("A case is one data set, setting and pair of methods. The outcome depends on the mean over data sets and on the cases against the claim. " +
		"Single cases have wider intervals (Bonferroni) and may all be open. docs/claims.md explains how outcomes are decided.")
}

// evidence is the title of the section that shows the evidence for a claim: for traces a figure of the metric,
// otherwise a table or a figure; empty if there is none.
func evidence(c *Context, claim statistic.Claim) string {
	s := statistic.Of(claim.Statistic)
	table, figure := "", ""
	for i, t := range c.Spec.Tables {
		if table == "" && slices.Contains(t.Metrics, claim.Metric) && len(c.Tables[i]) > 0 {
			shown, _ := begun(c.Tables[i])
			table = heading(&shown[0])
		}
	}
	for i, f := range c.Spec.Figures {
		if figure == "" && slices.Contains(f.Y, claim.Metric) && f.Traces() == s.Traced && len(c.Figures[i]) > 0 {
			figure = figureTitle(f, i)
		}
	}
	if s.Traced {
		return cmp.Or(figure, table)
	}
	return cmp.Or(table, figure)
}

// noClaims says why no claim of the paper is judged here.
func noClaims(d *document.Document, c *Context) {
	switch {
	case len(c.Outcomes) > 0 || c.Paper == "" || len(c.Judged) == 0:
	case c.Selection:
		d.Paragraph("No claim of the paper is about the selected cells.")
	default:
		d.Paragraph("The claims of the paper are judged in the reports on %s.", wording.And(c.Judged))
	}
}

// PaperSays is the paper's sentence with its section.
func PaperSays(c document.Claim) string { return fmt.Sprintf("%s (%s)", c.Says, c.Section) }

// ReadingHead heads the columns of [ReadingRow].
var ReadingHead = []document.Marked{"measured", "as claimed", "ours", "95% interval", "cases for, against, open", "outcome", "caveats"}

// ReadingRow is a reading of a claim as a row of a table.
func ReadingRow(r document.Reading) []document.Marked {
	measured := r.Statistic
	if r.As != "" {
		measured = r.As + ": " + measured
	}
	caveats := slices.Clone(r.Caveats)
	if r.AnyMethod != "" {
		caveats = append(caveats, "any method: "+r.AnyMethod)
	}
	for _, v := range r.Variants {
		caveats = append(caveats, v.Name+": "+v.Outcome)
	}
	for _, e := range r.Earlier {
		caveats = append(caveats, "earlier ("+e.Since+"): "+e.Outcome)
	}
	interval := r.Interval
	if interval != "" && r.Few {
		interval += ", not a 95% interval:"
	}
	outcome := document.Text("**%s**", r.Outcome)
	if r.Beside {
		outcome = document.Text("(%s)", r.Outcome)
	}
	return document.Cells(measured, wording.OrDash(strings.TrimSpace(r.Claimed)), wording.OrDash(cmp.Or(r.Ours, r.Why)), wording.OrDash(strings.TrimSpace(interval+" "+r.Over)),
		fmt.Sprintf("%d, %d, %d", r.Cases.For, r.Cases.Contrary(), r.Cases.Open), outcome, wording.OrDash(strings.Join(caveats, "; ")))
}

// claimFact is a claim in one reading, with what the records say of it.
func claimFact(c *Context, o replication.Outcome) document.Claim {
	r, claim := o.Reading, o.Claim
	if c.Command != "" {
		r.Command, r.CPUSeconds, r.Run = repeating(c, claim)
	}
	return document.Claim{Number: claim.Number, ID: claim.Name, Says: claim.Says, Section: claim.Section, Settle: claim.Settle, Outcome: o.Outcome, Readings: []document.Reading{r}}
}

// repeating is the command that makes the records of a claim anew, with the CPU time that they took
// and the days on which they were made.
func repeating(c *Context, claim statistic.Claim) (command string, seconds float64, run string) {
	labels := slices.Clone(claim.Methods)
	if claim.ThanPublished == "" {
		labels = append(labels, claim.Than...)
	}
	slices.Sort(labels)
	labels = slices.Compact(labels)
	command = c.Command
	first, last := "", ""
	for _, l := range labels {
		command += " --only label=" + wording.ShellWord(l)
	}
	for _, name := range claim.Datasets {
		command += " --only dataset=" + wording.ShellWord(name)
	}
	for _, cell := range c.Cells {
		if slices.Contains(labels, cell.Label) && (len(claim.Datasets) == 0 || slices.Contains(claim.Datasets, cell.Dataset)) {
			r, _ := c.Record(cell.ID)
			seconds += r.Timing.CPUSeconds
			if day, _, known := strings.Cut(r.Date(), "T"); known {
				first, last = min(cmp.Or(first, day), day), max(last, day)
			}
		}
	}
	if run = first; last > first {
		run += " to " + last
	}
	return command, math.Round(seconds), run
}
