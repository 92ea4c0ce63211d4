// Package figures draws the figures of a report, each kind in a folder of its own.
package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/anytime"
	"gpcbench/report/figures/boundaries"
	"gpcbench/report/figures/contours"
	"gpcbench/report/figures/figure"
	"gpcbench/report/figures/intervals"
	"gpcbench/report/figures/line"
	"gpcbench/report/figures/lossparts"
	"gpcbench/report/figures/performance"
	"gpcbench/report/figures/regret"
	"gpcbench/report/figures/reliability"
	"gpcbench/report/figures/scatter"
	"gpcbench/report/figures/trace"
	"gpcbench/report/figures/tradeoff"
)

// kinds are the kinds of figures there are.
var kinds = []figure.Kind{
	trace.Kind,
	line.Kind,
	reliability.Kind,
	scatter.Kind,
	boundaries.Kind,
	regret.Kind,
	anytime.Kind,
	performance.Kind,
	intervals.Kind,
	lossparts.Kind,
	contours.Kind,
	tradeoff.Kind,
}

// Kinds are the kinds of figures that a specification may have.
func Kinds() []spec.FigureKind {
	var out []spec.FigureKind
	for _, k := range kinds {
		out = append(out, k.FigureKind)
	}
	return out
}

// kindOf returns the kind of a figure.
func kindOf(f spec.Figure) figure.Kind {
	return kinds[slices.IndexFunc(kinds, func(k figure.Kind) bool { return k.Name == f.Kind })]
}

// From is what a cell needs for a figure; it completes "no cell has".
func From(f spec.Figure) string { return kindOf(f).From }

// Figure is a figure with its words.
type Figure struct {
	At      analysis.Coordinates
	Drawing *drawing.Figure
	Words   figure.Words
	Name    string // of its files, without ending
}

// Guide returns the sentences of all figures of a section, each once.
func Guide(figures []Figure) []string {
	var out []string
	for _, f := range figures {
		for _, sentence := range f.Words.Guide {
			if !slices.Contains(out, sentence) {
				out = append(out, sentence)
			}
		}
	}
	return out
}

// Draw makes a figure of the specification for every combination of the coordinates
// that are neither a series nor an axis. It leaves out combinations without records; gaps are the
// cells that have records and cannot be drawn.
func Draw(p *analysis.Experiment, number int, f spec.Figure) (out []Figure, gaps []analysis.Gap) {
	kind := kindOf(f)
	used := []string{f.Series}
	for _, d := range f.Layout {
		used = append(used, d.Value)
	}
	names := map[string]bool{}
	dims := order(p, f, used)
	for _, at := range analysis.Combinations(dims) {
		if v, ok := at[spec.VariantKey]; ok && f.Variants != nil && !slices.Contains(f.Variants, v) {
			continue
		}
		d, said := kind.Draw(p, f, at)
		gaps = append(gaps, said.Gaps...)
		if d == nil {
			continue
		}
		d.Entitle(cmp.Or(p.Described(at), said.Of, f.Of))
		out = append(out, Figure{at, d, said, fileName(fmt.Sprintf("figure%d", number), at, p, names)})
	}
	return out, gaps
}

// AtAGlance draws the figure that a report on several methods on one table begins with, none if it is on several tables.
func AtAGlance(p *analysis.Experiment) []Figure {
	f, ok := intervals.OfOneTable(p)
	if !ok {
		return nil
	}
	drawn, _ := Draw(p, 0, f)
	return drawn
}

// OverSets draws the figures of the advice of a report, each kind that the records allow.
func OverSets(p *analysis.Experiment) []Figure {
	var out []Figure
	for _, kind := range []figure.Kind{regret.Kind, anytime.Kind, performance.Kind} {
		f := spec.Figure{Kind: kind.Name, Panels: spec.DatasetKey, Series: spec.LabelKey, Layout: []spec.Dimension{{Key: "panels", Value: spec.DatasetKey}}}
		drawn, _ := Draw(p, 0, f)
		for _, fig := range drawn {
			fig.Name = "figure0-" + kind.Name + strings.TrimPrefix(fig.Name, "figure0")
			out = append(out, fig)
		}
	}
	return out
}

// order returns the dimensions that are not used within a figure, that of the panels first.
func order(p *analysis.Experiment, f spec.Figure, used []string) []analysis.Dimension {
	dims := p.Rest(used...)
	i := slices.IndexFunc(dims, func(d analysis.Dimension) bool { return d.Key == f.Panels })
	replaced := f.Panels == spec.DatasetKey && slices.ContainsFunc(used, spec.IsSize)
	switch {
	case i >= 0:
		panels := dims[i]
		dims = slices.Insert(slices.Delete(dims, i, i+1), 0, panels)
	case !replaced && !slices.Contains(used, f.Panels):
		dims = slices.Insert(dims, 0, p.Dimension(f.Panels))
	}
	return dims
}

// fileName makes a name of letters, digits and hyphens that is not among names yet,
// and adds it to names: "a b" and "A-B" differ in a table, but not as files.
func fileName(stem string, at analysis.Coordinates, p *analysis.Experiment, names map[string]bool) string {
	parts := []string{stem}
	if v, ok := at[spec.DatasetKey]; ok {
		parts = append(parts, v)
	}
	if rest := p.Several(at); len(rest) > 0 {
		delete(rest, spec.DatasetKey)
		if len(p.Spec.Variants) > 0 && rest[spec.VariantKey] == p.Spec.Variants[0].Name {
			delete(rest, spec.VariantKey) // so that variants that are added change no name
		}
		if len(rest) > 0 {
			parts = append(parts, analysis.Describe(rest))
		}
	}
	var b strings.Builder
	for _, c := range strings.ToLower(strings.Join(parts, "-")) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '-':
			b.WriteRune(c)
		case c == '%':
			b.WriteString("pct")
		case !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := strings.TrimSuffix(b.String(), "-")
	for n := 2; names[name]; n++ {
		name = fmt.Sprintf("%s-%d", strings.TrimSuffix(b.String(), "-"), n)
	}
	names[name] = true
	return name
}
