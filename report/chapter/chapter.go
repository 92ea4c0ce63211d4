// Package chapter makes of a report what the page over all reports has of it: facts, and curves and
// comparisons that a reader chooses from.
package chapter

import (
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/page"
	"gpcbench/report/replication"
)

// Of is a report, with its document, as a part of the page over all.
func Of(c *page.Context, d document.Document) document.Chapter {
	p := c.Experiment
	out := document.Chapter{Facts: factsOf(c), Document: d}
	out.Exploration = document.Exploration{Methods: methodFacts(p), Curves: curveFacts(p), Comparisons: comparisonFacts(p.First())}
	out.Facts.Metrics = metricFacts(p, out)
	out.Facts.Curves, out.Facts.Comparisons = len(out.Exploration.Curves), len(out.Exploration.Comparisons)
	return out
}

// factsOf says what the page over all reports needs to know of one.
func factsOf(c *page.Context) document.Facts {
	f := document.Facts{
		Experiment: c.Spec.Name, Profile: c.Spec.Profile, Paper: c.Paper, Cite: c.Cite, Sentence: c.Sentence, Title: c.Title, Done: c.Done, Planned: len(c.Cells), Failed: c.Failed,
		Datasets: c.Dimension("dataset").Values, Labels: c.Labels, Inducing: c.Dimension("inducing").Values,
		Numbers: numberFacts(c.Experiment, c.Verdicts), Speeds: speedFacts(c.Tables),
	}
	for _, n := range replication.CountNumbers(c.Verdicts).Numbers {
		f.Verdicts = append(f.Verdicts, document.Count{Verdict: n.Verdict, Numbers: n.N})
	}
	for _, set := range c.Waiting() {
		f.Waiting = append(f.Waiting, set.Name)
	}
	for _, o := range c.Outcomes {
		f.Claims = append(f.Claims, page.ClaimFact(o))
	}
	for _, a := range c.Advice {
		f.Advice = append(f.Advice, a.Sentence())
	}
	return f
}

// methodFacts returns the styles of labels.
func methodFacts(p *analysis.Experiment) []document.Method {
	styles := figure.StylesOf(p.Spec.Methods)
	var out []document.Method
	for _, label := range p.Labels {
		m := document.Method{Label: label, Color: hex(styles[label].Color)}
		for _, d := range styles[label].Dashes {
			m.Dashes = append(m.Dashes, float64(d))
		}
		out = append(out, m)
	}
	return out
}

// hex writes a colour, black as none: it is the colour of text.
func hex(c color.NRGBA) string {
	if c == drawing.Black {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// metricFacts names the metrics that a chapter mentions, in the order of the table of
// metrics.
func metricFacts(p *analysis.Experiment, chapter document.Chapter) []document.Metric {
	used := map[string]bool{}
	for _, c := range chapter.Exploration.Curves {
		used[c.Metric] = true
	}
	for _, c := range chapter.Exploration.Comparisons {
		used[c.Metric] = true
	}
	for _, n := range chapter.Facts.Numbers {
		used[n.Metric] = true
	}
	var out []document.Metric
	for _, m := range metrics.All {
		if used[m.Name] {
			m = p.Metric(m.Name)
			out = append(out, document.Metric{Name: m.Name, Title: m.Title, Axis: m.Axis, HigherIsBetter: m.HigherIsBetter})
		}
	}
	return out
}

// placeOf returns coordinates as the page has them.
func placeOf(p *analysis.Experiment, at analysis.Coordinates) document.Place {
	out := document.Place{Dataset: at["dataset"], Method: at["label"], Inducing: at["inducing"]}
	if name := at[spec.VariantKey]; name != "" {
		out.Variant = p.VariantTitle(name)
	}
	rest := maps.Clone(at)
	for _, key := range []string{"dataset", "label", "inducing", spec.VariantKey} {
		delete(rest, key)
	}
	out.Other = analysis.Describe(rest)
	return out
}

// comparisonFacts returns the comparisons of all pairs of labels; where the report gives
// advice, which is on many methods and data sets, those by the loss alone.
func comparisonFacts(p *analysis.Experiment) []document.Comparison {
	var out []document.Comparison
	for _, c := range p.Pairwise() {
		if p.Spec.Advice && c.Metric != p.Worth().Loss {
			continue
		}
		out = append(out, document.Comparison{
			Place: placeOf(p, c.At), Metric: c.Metric, First: c.A, Second: c.B, Repeats: c.Repeats, Mean: rounded(c.Test.Mean, 3),
			Low: threeDigits(c.Test.Low), High: threeDigits(c.Test.High), P: threeDigits(c.Test.P), Adjusted: threeDigits(c.Adjusted), Effect: threeDigits(c.Effect),
		})
	}
	return out
}

// numberFacts returns the published numbers, and words that have a verdict, with ours, by the
// reading and in the column that is counted.
func numberFacts(p *analysis.Experiment, verdicts []replication.Verdict) []document.Number {
	var out []document.Number
	for _, v := range verdicts {
		published, err := strconv.ParseFloat(v.Published, 64)
		word := ""
		if err != nil {
			published, word = 0, v.Published
		}
		if word != "" && v.Verdict == "" || v.Ours == nil || !v.Counted() {
			continue
		}
		n := document.Number{Place: placeOf(p, p.Several(v.At).With("dataset", v.At["dataset"])), Metric: v.Metric, Published: published, Word: word, Ours: rounded(*v.Ours, 4), Verdict: v.Verdict}
		n.Method = v.At["label"]
		if v.Tolerance != nil {
			n.Tolerance = threeDigits(*v.Tolerance)
		}
		out = append(out, n)
	}
	return out
}

// speedFacts returns the ratios of training times, ours and the paper's.
func speedFacts(tables [][]replication.Table) []document.Speed {
	var out []document.Speed
	for _, b := range slices.Concat(tables...) {
		for _, t := range b.TimeRatios() {
			out = append(out, document.Speed{Place: document.Place{Dataset: t.Row, Variant: b.Variant}, Slow: t.Slow, Fast: t.Fast, Ours: rounded(t.Ours, 3), Papers: rounded(t.Papers, 3), Busy: t.Busy})
		}
	}
	return out
}

// rounded keeps some significant digits of a number.
func rounded(x float64, digits int) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x
	}
	return out
}

// threeDigits is a number of three digits, nil where it is none that JSON has.
func threeDigits(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	out := rounded(x, 3)
	return &out
}
