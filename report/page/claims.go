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

// claims writes which sentences of the paper hold, a row each, with links to what they are judged
// by.
func claims(d *document.Document, c *Context) {
	if len(c.Outcomes) == 0 {
		return
	}
	t := document.Table{Head: []string{"the paper says", "ours, with a 95% interval", "outcome", "evidence", "caveat"}}
	for _, o := range c.Outcomes {
		fact := ClaimFact(o)
		t.Rows = append(t.Rows, []string{
			document.Escape(PaperSays(fact)), document.Escape(fact.Ours), "**" + fact.Outcome + "**", evidence(c, o.Claim), wording.OrDash(document.Escape(fact.Caveats)),
		})
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

// ClaimFact is a claim with what the records say of it.
func ClaimFact(o replication.Outcome) document.Claim {
	return document.Claim{Number: o.Claim.Number, Says: sentenceOf(o.Claim), Taken: takenAs(o.Claim), Ours: oursOf(o), Outcome: o.Outcome, Caveats: strings.Join(o.Caveats, "; ")}
}

// PaperSays is the paper's sentence, where it stands, and from where on it counts as true.
func PaperSays(c document.Claim) string { return strings.TrimSpace(c.Says + " " + c.Taken) }

// sentenceOf is the paper's sentence and where it stands.
func sentenceOf(c statistic.Claim) string { return fmt.Sprintf("%s (%s)", c.Says, c.Section) }

// takenAs says from where on a claim counts as true, empty where it has no threshold.
func takenAs(c statistic.Claim) string {
	s := statistic.Of(c.Statistic)
	var limits []string
	for _, l := range []struct {
		word  string
		value *float64
	}{{"at least", c.AtLeast}, {"at most", c.AtMost}, {cmp.Or(s.Margin, "within"), c.Margin}} {
		switch {
		case l.value == nil:
		case s.Limit != nil:
			limits = append(limits, l.word+" "+s.Limit(c, *l.value))
		default:
			limits = append(limits, fmt.Sprintf("%s %g", l.word, *l.value))
		}
	}
	if len(limits) == 0 {
		return ""
	}
	return fmt.Sprintf("Taken as %s: %s.", strings.Join(limits, " and "), c.Because)
}

// oursOf is what a claim comes to, with its interval and how many cases are as claimed.
func oursOf(o replication.Outcome) string {
	if o.Reason != "" {
		return o.Reason
	}
	text := statistic.Of(o.Claim.Statistic).Says(o.Estimate)
	counts := o.Value == 0 || math.IsInf(o.Value, 1) // the text counts cases
	if o.Over != "" && !(counts && o.Over == replication.OverMedian) {
		text += ", " + o.Over
	}
	text += pairsText(o)
	if n := len(o.Cases); n > 1 {
		text += fmt.Sprintf("; %s", casesText(o.Cases))
	}
	return text
}

// casesText counts cases by how they stand to the claim.
func casesText(cases []statistic.Case) string {
	counts := map[string]int{}
	for _, c := range cases {
		counts[c.Stands]++
	}
	if counts[statistic.Open] == len(cases) {
		return "no single case decides it"
	}
	var parts []string
	for _, w := range [][2]string{{statistic.For, "for it"}, {statistic.Short, "short of it"}, {statistic.Against, "against it"}, {statistic.Open, "open"}} {
		if n := counts[w[0]]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, w[1]))
		}
	}
	return fmt.Sprintf("of %d cases %s", len(cases), strings.Join(parts, ", "))
}

// pairsText has the value of each pair of methods, where they come to different outcomes.
func pairsText(o replication.Outcome) string {
	differs := func(q replication.PairOutcome) bool { return q.Outcome != o.Pairs[0].Outcome }
	if !slices.ContainsFunc(o.Pairs, differs) {
		return ""
	}
	s := statistic.Of(o.Claim.Statistic)
	var parts []string
	for _, q := range o.Pairs {
		parts = append(parts, s.Alone(o.Estimate, q.Method, q.Than, q.Value, q.Low, q.High))
	}
	return " (" + strings.Join(parts, ", ") + ")"
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
