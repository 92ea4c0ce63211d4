package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// claims writes which sentences of the paper hold, a row each. rest is what follows in
// the report, to which the rows link.
func (w *page) claims(all []analysis.Outcome, rest []document.Block) {
	if len(all) == 0 {
		return
	}
	w.Heading(2, "Does it hold?")
	t := document.Table{Head: []string{"the paper says", "ours, with a 95% interval", "outcome", "evidence", "caveat"}}
	for _, o := range all {
		t.Rows = append(t.Rows, []string{
			document.Escape(paperSays(o.Claim)), document.Escape(oursOf(o)), "**" + o.Outcome + "**", evidence(o.Claim, rest), orDash(document.Escape(strings.Join(o.Caveats, "; "))),
		})
	}
	w.Add(t)
}

// paperSays is the paper's sentence, where it stands, and from where on it counts as true.
func paperSays(c analysis.Claim) string {
	text := fmt.Sprintf("%s (%s)", c.Says, c.Section)
	var limits []string
	for _, l := range []struct {
		word  string
		value *float64
	}{{"at least", c.AtLeast}, {"at most", c.AtMost}, {"within", c.Margin}} {
		if l.value != nil {
			limits = append(limits, fmt.Sprintf("%s %g", l.word, *l.value))
		}
	}
	if len(limits) > 0 {
		text += fmt.Sprintf(" Taken as %s: %s.", strings.Join(limits, " and "), c.Because)
	}
	return text
}

// oursOf is the figure of a claim, its interval and how many cases are as claimed.
func oursOf(o analysis.Outcome) string {
	if o.Reason != "" {
		return o.Reason
	}
	text := figureText(o)
	if o.Over != "" {
		text += ", over " + o.Over
	}
	if n := len(o.Cases); n > 1 {
		text += fmt.Sprintf("; %s", casesText(o.Cases))
	}
	return text
}

// casesText counts cases by how they stand to the claim.
func casesText(cases []analysis.Case) string {
	counts := map[string]int{}
	for _, c := range cases {
		counts[c.Stands]++
	}
	var parts []string
	for _, w := range []struct{ stands, says string }{{"for", "for it"}, {"short", "for less than it"}, {"against", "against it"}, {"open", "open"}} {
		if n := counts[w.stands]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, w.says))
		}
	}
	return fmt.Sprintf("of %d cases %s", len(cases), strings.Join(parts, ", "))
}

// figureText says what the figure of a claim is.
func figureText(o analysis.Outcome) string {
	c, m := o.Claim, metrics.Get(o.Claim.Metric)
	switch c.Statistic {
	case "speedup":
		return fmt.Sprintf("%s %s times as fast", joined(c.Methods), ratioText(o))
	}
	better, worse := "lower", "higher"
	if m.HigherIsBetter {
		better, worse = worse, better
	}
	if o.Value < 0 {
		better, o.Value, o.Low, o.High = worse, -o.Value, -o.High, -o.Low
	}
	return fmt.Sprintf("%s %s by %s", m.Axis, better, differenceText(o))
}

// ratioText writes a ratio with its interval.
func ratioText(o analysis.Outcome) string {
	text := wording.Short(o.Value, 2)
	if !math.IsNaN(o.Low) {
		text += " [" + wording.Short(o.Low, 2) + ", " + wording.Short(o.High, 2) + "]"
	}
	return text
}

// differenceText writes a difference with its interval.
func differenceText(o analysis.Outcome) string {
	if math.IsNaN(o.Low) {
		return wording.Short(o.Value, 2)
	}
	d := analysis.Decimals(analysis.Summary{Value: o.Value, SE: (o.High - o.Low) / 4})
	return wording.Fixed(o.Value, d) + " [" + wording.Fixed(o.Low, d) + ", " + wording.Fixed(o.High, d) + "]"
}

// joined writes labels as a sentence has them.
func joined(labels []string) string {
	last := len(labels) - 1
	if last < 1 {
		return strings.Join(labels, "")
	}
	return strings.Join(labels[:last], ", ") + " and " + labels[last]
}

// evidence links to the section of the report that shows what a claim was judged by.
func evidence(c analysis.Claim, rest []document.Block) string {
	for _, b := range rest {
		if h, ok := b.(document.Heading); ok && h.Level == 2 && slices.Contains(evidenceFor(c), h.Text) {
			return fmt.Sprintf("[%s](#%s)", h.Text, wording.Anchor(h.Text))
		}
	}
	return "–"
}

// evidenceFor is the titles of the sections that may show what a claim was judged by.
func evidenceFor(c analysis.Claim) []string {
	if c.Statistic == "speedup" {
		return []string{"Time to a target"}
	}
	return []string{"Pairwise comparison over repeats"}
}
