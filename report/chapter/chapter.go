// Package chapter makes of a report what the page over all reports has of it: facts, and curves that
// a reader chooses from.
package chapter

import (
	"fmt"
	"image/color"
	"maps"
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
	out.Exploration = document.Exploration{Methods: methodFacts(p), Curves: curveFacts(p)}
	out.Facts.Metrics, out.Facts.Curves = metricFacts(p, out.Exploration.Curves), len(out.Exploration.Curves)
	return out
}

// factsOf says what the page over all reports needs to know of one.
func factsOf(c *page.Context) document.Facts {
	f := document.Facts{
		Experiment: c.Spec.Name, Profile: c.Spec.Profile, Paper: c.Paper, Cite: c.Cite, Sentence: c.Sentence, Title: c.Title, Done: c.Done, Planned: len(c.Cells), Failed: c.Failed,
		Datasets: c.Dimension("dataset").Values, Labels: c.Labels, Inducing: c.Dimension("inducing").Values,
	}
	f.Printed, f.ByDesign, f.Chance = c.Printed.Numbers, c.Printed.ByDesign, rounded(replication.ChanceOf(c.Verdicts), 3)
	f.Verdicts = replication.CountNumbers(c.Verdicts).Numbers
	for _, set := range c.Waiting() {
		f.Waiting = append(f.Waiting, set.Name)
	}
	for _, o := range c.Outcomes {
		f.Claims = append(f.Claims, page.ClaimFact(c, o))
	}
	f.Advice = page.Answers(c)
	for _, of := range c.Choices {
		f.Advice = append(f.Advice, document.EscapeSentence(page.Advice(of)))
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

// metricFacts names the metrics of curves, in the order of the table of metrics.
func metricFacts(p *analysis.Experiment, curves []document.Curve) []document.Metric {
	var out []document.Metric
	for _, m := range metrics.All {
		if slices.ContainsFunc(curves, func(c document.Curve) bool { return c.Metric == m.Name }) {
			m = p.Metric(m.Name)
			out = append(out, document.Metric{Name: m.Name, Title: m.Title, Axis: m.Axis})
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

// rounded keeps some significant digits of a number.
func rounded(x float64, digits int) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x
	}
	return out
}
