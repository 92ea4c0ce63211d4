package page

import (
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
	var how document.Document
	how.Paragraph("A case is one data set, setting and pair of methods. It supports a claim if its 95%% interval (a wider one where cases do not all stand alike) lies within what is claimed, and contradicts it if it lies outside. It falls short of it if it shows the direction and not the size. Otherwise it is open.")
	how.Paragraph("A claim holds if all cases support it, or if the mean over data sets does and no case is against it; within a margin more than half of the cases have to support it too, and the figure of none may be beyond.")
	how.Paragraph("It does not hold if the mean is against it, or if the mean falls short or a case is against it or falls short, and neither the mean nor a case supports it; but up to half of the cases, where the figure over all is as claimed, leave it open.")
	how.Paragraph("Otherwise it holds in part if the mean or a case supports it. So does a claim that holds for some of its pairs of methods alone (where it holds for none, and does not for one, it does not hold), or with records of fewer than half of its data sets.")
	if slices.ContainsFunc(c.Outcomes, func(o replication.Outcome) bool { return o.Claim.Most }) {
		how.Paragraph("A claim about most data sets holds if more than half of the cases support it, whatever the others do. It does not hold if half of them contradict it or fall short of it. Otherwise it cannot be told.")
	}
	d.Add(document.Folded{Summary: "How an outcome comes about", Document: how})
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
func sentenceOf(c replication.Claim) string { return fmt.Sprintf("%s (%s)", c.Says, c.Section) }

// takenAs says from where on a claim counts as true, empty where it has no threshold.
func takenAs(c replication.Claim) string {
	var limits []string
	for _, l := range []struct {
		word  string
		value *float64
	}{{"at least", c.AtLeast}, {"at most", c.AtMost}, {marginWord(c), c.Margin}} {
		if l.value != nil {
			limits = append(limits, l.word+" "+limitText(c, *l.value))
		}
	}
	if len(limits) == 0 {
		return ""
	}
	return fmt.Sprintf("Taken as %s: %s.", strings.Join(limits, " and "), c.Because)
}

// limitText writes a threshold: a share of time in per cent, a time with its unit.
func limitText(c replication.Claim, limit float64) string {
	switch c.Statistic {
	case "frontier":
		return wording.Percent(limit)
	case "arrival":
		return fmt.Sprintf("%g %s", limit, unitOfClock(c))
	}
	return fmt.Sprintf("%g", limit)
}

// marginWord says what the margin of a claim is.
func marginWord(c replication.Claim) string {
	if c.Statistic == "noninferior" {
		return "not worse by more than"
	}
	return "within"
}

// oursOf is the figure of a claim, its interval and how many cases are as claimed.
func oursOf(o replication.Outcome) string {
	if o.Reason != "" {
		return o.Reason
	}
	text := figureText(o)
	switch o.Over {
	case "":
	case replication.OverTraces:
		text += ", where the interval is what the spacing of the traces leaves open"
	case replication.OverPairs:
		text += ", over pairs of values of " + along(o.Claim)
	case replication.OverMedian:
		if o.Value > 0 && !math.IsInf(o.Value, 1) { // else the text counts cases
			text += ", " + o.Over
		}
	default:
		text += ", over " + o.Over
	}
	text += pairsText(o)
	if n := len(o.Cases); n > 1 {
		text += fmt.Sprintf("; %s", casesText(o.Cases))
	}
	return text
}

// casesText counts cases by how they stand to the claim.
func casesText(cases []replication.Case) string {
	counts := map[string]int{}
	for _, c := range cases {
		counts[c.Stands]++
	}
	if counts[replication.StandsOpen] == len(cases) {
		return fmt.Sprintf("none of %d cases is decided by itself", len(cases))
	}
	var parts []string
	for _, w := range []struct{ stands, one, several string }{
		{replication.StandsFor, "supports it", "support it"}, {replication.StandsShort, "falls short of it", "fall short of it"},
		{replication.StandsAgainst, "contradicts it", "contradict it"}, {replication.StandsOpen, "is open", "are open"},
	} {
		if n := counts[w.stands]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, wording.Agree(n, w.one, w.several)))
		}
	}
	return fmt.Sprintf("of %d cases %s", len(cases), strings.Join(parts, ", "))
}

// figureText says what the figure of a claim is.
func figureText(o replication.Outcome) string {
	c, m := o.Claim, o.Metric
	what, _, _ := strings.Cut(m.Axis, " (")
	than := strings.TrimSpace(wording.And(c.Than) + " " + o.ThanVariant)
	if c.ThanPublished != nil {
		than += " as published"
	}
	switch c.Statistic {
	case "speedup":
		switch {
		case math.IsInf(o.Value, 1):
			return neverText(o, than, len(c.Than), wording.And(c.Methods))
		case o.Value == 0:
			return neverText(o, wording.And(c.Methods), len(c.Methods), than)
		}
		return raceText(o, than) + toTheSame(m)
	case "ratio":
		return fmt.Sprintf("%s of %s %s times that of %s", what, than, ratioText(o), wording.And(c.Methods))
	case "steadier":
		return fmt.Sprintf("%s of %s varies %s times as much as that of %s", what, than, ratioText(o), wording.And(c.Methods))
	case "frontier":
		best := "lowest"
		if m.HigherIsBetter {
			best = "highest"
		}
		return fmt.Sprintf("%s of %s is the %s for %s of the time, on a logarithmic scale", what, wording.And(c.Methods), best, timeShare(o))
	case "arrival":
		if math.IsInf(o.Value, 1) {
			return neverText(o, wording.And(c.Methods), len(c.Methods), than)
		}
		return fmt.Sprintf("%s of %s is %s after %s %s", what, wording.And(c.Methods), arrivalAt(than), ratioText(o), unitOfClock(c))
	case "level":
		return fmt.Sprintf("%s of %s is %s", what, wording.And(c.Methods), differenceText(o))
	case "relevance":
		return fmt.Sprintf("Shortest other lengthscale of %s %s times the longest of %s", wording.And(c.Methods), ratioText(o), wording.And(c.Attributes))
	case "rise":
		return fmt.Sprintf("%s %s", what, riseText(o))
	case "trend":
		if m.Cost {
			return fmt.Sprintf("%s grows as the power %s of %s", what, differenceText(o), along(c))
		}
		return fmt.Sprintf("%s changes by %s with each doubling of %s", what, differenceText(o), along(c))
	}
	lower, higher := "lower", "higher"
	if m.HigherIsBetter {
		lower, higher = higher, lower
	}
	word, difference := sized(o, lower, higher)
	return fmt.Sprintf("%s of %s %s than that of %s by %s", what, wording.And(c.Methods), word, than, difference)
}

// riseText says how much worse a metric gets, and than what.
func riseText(o replication.Outcome) string {
	verb, from := "ends", "at its best"
	switch o.Claim.Since {
	case "start":
		from = "at the start"
	case "half":
		verb, from = "gets", "at its best before, in the second half of the trace"
	}
	if o.Value == 0 {
		return fmt.Sprintf("%s no worse than %s", verb, from)
	}
	word, difference := sized(o, "worse", "better")
	return fmt.Sprintf("%s %s %s than %s", verb, difference, word, from)
}

// arrivalAt says to what an arrival comes: the end of others, or its own.
func arrivalAt(than string) string {
	if than == "" {
		return fmt.Sprintf("within %s of its own final one", wording.Percent(analysis.ReachMargin))
	}
	return "below the final one of " + than
}

// unitOfClock is what a claim counts time in.
func unitOfClock(c replication.Claim) string {
	if c.Clock != "" {
		return "iterations"
	}
	return "s"
}

// raceText says how many times as fast the methods of a claim are as others, or how many
// times as long, or as many iterations, the slower of the two take.
func raceText(o replication.Outcome, than string) string {
	c := o.Claim
	if o.Value >= 1 && c.Clock == "" {
		return fmt.Sprintf("%s %s times as fast as %s", wording.And(c.Methods), ratioText(o), than)
	}
	fast, slow, slower := wording.And(c.Methods), than, c.Than
	if o.Value < 1 {
		fast, slow, slower, o = slow, fast, c.Methods, inverted(o)
	}
	much := "long"
	if c.Clock != "" {
		much = "many iterations"
	}
	return fmt.Sprintf("%s %s %s times as %s as %s", slow, wording.Agree(len(slower), "takes", "take"), ratioText(o), much, fast)
}

// inverted is a ratio seen from the other side.
func inverted(o replication.Outcome) replication.Outcome {
	o.Value, o.Low, o.High = 1/o.Value, 1/o.High, 1/o.Low
	return o
}

// toTheSame says what methods race to, where that is not the NLL.
func toTheSame(m metrics.Metric) string {
	if m.Name == "nll" {
		return ""
	}
	return " to the same " + analysis.ShortName(m)
}

// along names what a trend is along.
func along(c replication.Claim) string {
	if c.Along == "inducing" {
		return "M"
	}
	return c.Along
}

// neverText says in how many cases methods, so many, do not come to a target of others, where
// the median case is one of them.
func neverText(o replication.Outcome, methods string, several int, others string) string {
	n := 0
	for _, c := range o.Cases {
		if c.Value == o.Value {
			n++
		}
	}
	if n == len(o.Cases) {
		return fmt.Sprintf("%s never %s to the final %s of %s", methods, wording.Agree(several, "comes", "come"), analysis.ShortName(o.Metric), others)
	}
	return fmt.Sprintf("in %d of %d cases %s %s not come to the final %s of %s", n, len(o.Cases), methods, wording.Agree(several, "does", "do"), analysis.ShortName(o.Metric), others)
}

// sized writes a difference without its sign, which a word tells.
func sized(o replication.Outcome, positive, negative string) (word, difference string) {
	if o.Value < 0 {
		return negative, differenceText(negated(o))
	}
	return positive, differenceText(o)
}

// pairsText has the figure of each pair of methods, where they come to different outcomes.
func pairsText(o replication.Outcome) string {
	differs := func(q replication.PairOutcome) bool { return q.Outcome != o.Pairs[0].Outcome }
	if !slices.ContainsFunc(o.Pairs, differs) {
		return ""
	}
	var parts []string
	for _, q := range o.Pairs {
		parts = append(parts, pairText(o, q))
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// pairText is the figure of one pair of methods, positive on the side that the text tells of
// all of them.
func pairText(o replication.Outcome, q replication.PairOutcome) string {
	name := q.Method
	if len(o.Claim.Methods) == 1 {
		name = q.Than
	}
	own := o
	own.Value, own.Low, own.High = q.Value, q.Low, q.High
	own.Cases = slices.DeleteFunc(slices.Clone(o.Cases), func(c replication.Case) bool { return c.Method != q.Method || c.Than != q.Than })
	switch o.Claim.Statistic {
	case "speedup":
		switch {
		case math.IsInf(q.Value, 1):
			return neverText(own, q.Than, 1, q.Method)
		case q.Value == 0:
			return neverText(own, q.Method, 1, q.Than)
		}
		if o.Value < 1 {
			own = inverted(own)
		}
		return name + " " + ratioText(own)
	case "arrival":
		if math.IsInf(q.Value, 1) {
			return neverText(own, q.Method, 1, q.Than)
		}
		return name + " " + ratioText(own)
	case "ratio", "steadier", "relevance":
		return name + " " + ratioText(own)
	case "frontier":
		return name + " " + timeShare(own)
	case "trend", "level":
		return name + " " + differenceText(own)
	}
	if o.Value < 0 {
		own = negated(own)
	}
	return name + " " + differenceText(own)
}

// negated is a difference seen from the other side.
func negated(o replication.Outcome) replication.Outcome {
	o.Value, o.Low, o.High = -o.Value, -o.High, -o.Low
	return o
}

// ratioText writes a ratio with its interval, with a third digit where that is narrow: 1.01
// [0.97, 1.06], and not 1.0 [0.97, 1.1].
func ratioText(o replication.Outcome) string {
	write := analysis.RatioEnd
	if o.High < 1.25*o.Low {
		decimals := max(0, 2-int(math.Floor(math.Log10(o.Value))))
		write = func(x float64) string { return wording.Fixed(x, decimals) }
	}
	text := write(o.Value)
	if !math.IsNaN(o.Low) {
		text += " [" + write(o.Low) + ", " + write(o.High) + "]"
	}
	return text
}

// timeShare writes a share of time with its interval.
func timeShare(o replication.Outcome) string {
	write := func(share float64) string { return wording.Short(100*min(max(share, 0), 1), 2) + "%" }
	text := write(o.Value)
	if !math.IsNaN(o.Low) {
		text += " [" + write(o.Low) + ", " + write(o.High) + "]"
	}
	return text
}

// differenceText writes a difference with its interval.
func differenceText(o replication.Outcome) string {
	if math.IsNaN(o.Low) {
		return wording.Short(o.Value, 2)
	}
	d := analysis.Decimals(analysis.Summary{Value: o.Value, SE: (o.High - o.Low) / 4})
	return wording.Fixed(o.Value, d) + " [" + wording.Fixed(o.Low, d) + ", " + wording.Fixed(o.High, d) + "]"
}

// evidence links to the section of the report that shows what a claim was judged by: the
// one made for it, or else the first table or figure of its metric.
func evidence(p *Context, c replication.Claim) string {
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
	return tabled == metric || metric == "cpu_seconds" && tabled == "seconds"
}

// sectionsFor is the titles of the sections that are made for what a claim was judged by.
func sectionsFor(p *analysis.Experiment, c replication.Claim) []string {
	if c.Statistic == "relevance" || metrics.Get(c.Metric).Kept == "parameters" {
		return []string{parametersHeading}
	}
	traced := false
	outside := c.ThanVariant != "" || c.ThanExperiment != "" || c.ThanPublished != nil // sections compare the methods of one experiment, in one variant
	switch c.Statistic {
	case "speedup":
		if c.Metric == "nll" && c.Clock == "" && !outside {
			return []string{timeToTargetHeading}
		}
		traced = true
	case "distance":
		return []string{"Distance to " + document.Escape(p.Spec.Reference)}
	case "better", "noninferior", "similar":
		if c.Variant == "" && !outside && slices.Contains(p.Scores(), c.Metric) {
			return []string{pairwiseHeading}
		}
		return nil
	case "frontier", "rise", "arrival":
		traced = true
	}
	return titlesOf(p, func(f spec.Figure) bool {
		return (traced && f.Traces() || c.Along != "" && f.X == c.Along) && slices.Contains(f.Y, c.Metric)
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
