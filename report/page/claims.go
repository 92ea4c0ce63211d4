package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/figures"
	"gpcbench/report/replication"
	"gpcbench/report/replication/statistic"
	"gpcbench/report/wording"
)

// claims writes which sentences of the paper hold, with a row for each of their readings that the
// records of this experiment tell of.
func claims(d *document.Document, c *Context) {
	if len(c.Outcomes) == 0 {
		return
	}
	t := document.Table{Head: append([]string{"the paper says"}, append(ReadingHead, "evidence")...)}
	for _, o := range c.Outcomes {
		fact := ClaimFact(c, o)
		t.Rows = append(t.Rows, append(append([]string{document.Escape(PaperSays(fact))}, ReadingRow(fact.Readings[0])...), evidence(c, o.Claim)))
	}
	d.Add(t)
	d.Paragraph("A case is one data set, setting and pair of methods. How an outcome comes about stands in docs/claims.md.")
}

// noClaims says why no claim of the paper is judged here.
func noClaims(d *document.Document, c *Context) {
	switch {
	case len(c.Outcomes) > 0 || c.Paper == "" || len(c.Judged) == 0:
	case c.Selection:
		d.Paragraph("Claims are not judged of a selection of cells.")
	default:
		var reports []string
		for _, name := range c.Judged {
			reports = append(reports, "`"+name+"`")
		}
		d.Paragraph("The claims of the paper are judged in the reports on %s.", wording.And(reports))
	}
}

// PaperSays is the paper's sentence, and where it stands.
func PaperSays(c document.Claim) string { return fmt.Sprintf("%s (%s)", c.Says, c.Section) }

// ReadingHead heads the columns of [ReadingRow].
var ReadingHead = []string{"measured", "as claimed", "ours", "95% interval", "cases for, against, open", "outcome", "caveats"}

// ReadingRow is a reading of a claim as a row of a table.
func ReadingRow(r document.Reading) []string {
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
	interval := strings.TrimSpace(r.Interval + " " + r.Over)
	var out []string
	for _, text := range []string{measured, strings.TrimSpace(r.Claimed), cmp.Or(r.Ours, r.Why), interval} {
		out = append(out, wording.OrDash(document.Escape(text)))
	}
	outcome := "**" + r.Outcome + "**"
	if r.Beside {
		outcome = "(" + r.Outcome + ")"
	}
	against := fmt.Sprint(r.Cases.Against + r.Cases.Short)
	return append(out, fmt.Sprintf("%d, %s, %d", r.Cases.For, against, r.Cases.Open), outcome, wording.OrDash(document.Escape(strings.Join(caveats, "; "))))
}

// ClaimFact is a claim in one reading, with what the records say of it; c is nil where there are none.
func ClaimFact(c *Context, o replication.Outcome) document.Claim {
	s := statistic.Of(o.Claim.Statistic)
	r := document.Reading{
		Number: o.Claim.Reading, As: o.Claim.As, Beside: o.Claim.Beside, Because: o.Claim.Because, AnyMethod: o.Claim.AnyMethod,
		Statistic: s.Measures(statistic.TermsOf(o.Claim, o.Metric, o.ThanVariant)), Claimed: s.Claimed(o.Claim),
		Over: o.Over, Why: o.Reason, Outcome: o.Outcome, Caveats: o.Caveats, Experiment: o.Claim.Experiment, Profile: o.Profile,
	}
	for _, e := range o.Cases {
		switch e.Stands {
		case statistic.For:
			r.Cases.For++
		case statistic.Against:
			r.Cases.Against++
		case statistic.Short:
			r.Cases.Short++
		default:
			r.Cases.Open++
		}
	}
	if len(o.Cases) > 0 {
		r.Ours, r.Interval = s.Row(o.Value, o.Low, o.High)
		r.Scale = &document.Scale{Value: o.Scaled[0]}
		if low, high := o.Scaled[1], o.Scaled[2]; !math.IsNaN(low) && !math.IsNaN(high) {
			r.Scale.Low, r.Scale.High = &low, &high
		}
	}
	for _, q := range o.Pairs {
		row := document.PairRow{Method: q.Method, Than: q.Than, Outcome: q.Outcome}
		row.Ours, row.Interval = s.Row(q.Value, q.Low, q.High)
		r.Pairs = append(r.Pairs, row)
	}
	for _, v := range o.Variants {
		r.Variants = append(r.Variants, document.Variant{Name: v.Name, Outcome: v.Outcome})
	}
	if c != nil && c.Command != "" {
		r.Command, r.CPUSeconds = repeating(c, o.Claim)
	}
	return document.Claim{Number: o.Claim.Number, ID: o.Claim.Name, Says: o.Claim.Says, Section: o.Claim.Section, Settle: o.Claim.Settle, Outcome: o.Outcome, Readings: []document.Reading{r}}
}

// repeating is the command that makes the records of a claim anew, with the CPU time that they took.
func repeating(c *Context, of statistic.Claim) (command string, seconds float64) {
	labels := slices.Clone(of.Methods)
	if of.ThanPublished == "" {
		labels = append(labels, of.Than...)
	}
	slices.Sort(labels)
	labels = slices.Compact(labels)
	command = c.Command
	for _, l := range labels {
		command += " --only label=" + shellWord(l)
	}
	for _, name := range of.Datasets {
		command += " --only dataset=" + name
	}
	for _, cell := range c.Cells {
		if slices.Contains(labels, cell.Label) && (len(of.Datasets) == 0 || slices.Contains(of.Datasets, cell.Dataset)) {
			seconds += c.Records[cell.ID].Timing.CPUSeconds
		}
	}
	return command, math.Round(seconds)
}

// shellWord quotes a label that has a space or a sign of the shell in it.
func shellWord(label string) string {
	if strings.ContainsAny(label, " %()") {
		return "'" + label + "'"
	}
	return label
}

// evidence links to the section of the report that shows what a claim was judged by: the
// one made for it, or else the first table or figure of its metric.
func evidence(p *Context, c statistic.Claim) string {
	var titles []string
	tabled := ""
	for _, b := range p.Below {
		switch b := b.(type) {
		case document.Heading:
			if b.Level == 2 {
				titles = append(titles, b.Text)
			}
		case document.Results:
			has := slices.ContainsFunc(b.Metrics, func(m document.MetricResults) bool { return shows(m.Name, c.Metric) })
			if tabled == "" && has && (c.Variant == "" || strings.Contains(b.Heading, p.VariantTitle(c.Variant))) {
				tabled = b.Heading
			}
		}
	}
	of := titlesOf(p.Experiment, func(f spec.Figure) bool { return figures.Shows(f, c.Metric) })
	for _, title := range slices.Concat(sectionsFor(p.Experiment, c), []string{document.Escape(tabled)}, of) {
		if slices.Contains(titles, title) {
			return fmt.Sprintf("[%s](#%s)", title, wording.Anchor(title))
		}
	}
	return "–"
}

// shows says whether a table of one metric shows another, or as near as tables come to it:
// the time on the wall for that of the processor.
func shows(tabled, metric string) bool {
	t := metrics.Get(tabled)
	return tabled == metric || metrics.Get(metric).TrainingTime && t.TrainingTime && t.Wall
}

// sectionsFor is the titles of the sections that are made for what a claim was judged by.
func sectionsFor(p *analysis.Experiment, c statistic.Claim) []string {
	s := statistic.Of(c.Statistic)
	if metrics.Get(c.Metric).Kept == "parameters" {
		return []string{wording.ParametersTitle}
	}
	if s.Shown != nil {
		if title := s.Shown(p, c); title != "" {
			return []string{document.Escape(title)}
		}
	}
	return titlesOf(p, func(f spec.Figure) bool {
		return (s.Traced && f.Traces() || c.Along != "" && f.X == c.Along) && slices.Contains(f.Y, c.Metric)
	})
}

// titlesOf is the titles of the sections of some figures.
func titlesOf(p *analysis.Experiment, wanted func(spec.Figure) bool) []string {
	var titles []string
	for _, f := range p.Spec.Figures {
		if wanted(f) {
			titles = append(titles, document.Escape(f.Title))
		}
	}
	return titles
}
