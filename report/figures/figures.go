// Package figures draws the figures of a report, each kind in a folder of its own.
package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/boundaries"
	"gpcbench/report/figures/figure"
	"gpcbench/report/figures/front"
	"gpcbench/report/figures/line"
	"gpcbench/report/figures/posterior"
	"gpcbench/report/figures/reliability"
	"gpcbench/report/figures/scatter"
	"gpcbench/report/figures/trace"
)

// Kinds are the kinds of figures there are.
var Kinds = []figure.Kind{trace.Kind, line.Kind, reliability.Kind, scatter.Kind, boundaries.Kind, posterior.Kind, front.Kind}

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

// Draw makes a figure of the specification: one for every combination of
// what is neither a series nor an axis. What has no records is left out.
func Draw(p *analysis.Experiment, number int, f spec.Figure) []Figure {
	i := slices.IndexFunc(Kinds, func(k figure.Kind) bool { return k.Name == f.Kind })
	used := []string{f.Series}
	if f.Shades != "" {
		used = append(used, f.Shades)
	}
	if f.Columns != "" {
		used = append(used, f.Columns)
	}
	if f.Kind == "reliability" {
		used = append(used, f.Panels) // the columns of one grid
	}
	if f.Kind == "line" || f.Kind == "boundaries" {
		used = append(used, f.X)
	}
	var out []Figure
	taken := map[string]bool{}
	dims := order(p, f, p.Rest(used...))
	if f.Kind == "front" { // over all data sets
		dims = p.Rest("label", "dataset")
	}
	for _, at := range analysis.Combinations(dims) {
		if v, ok := at[spec.VariantKey]; ok && f.Variants != nil && !slices.Contains(f.Variants, v) {
			continue
		}
		d, said := Kinds[i].Draw(p, f, at)
		if d == nil {
			continue
		}
		d.Entitle(cmp.Or(p.Described(at), said.Of, f.Of))
		out = append(out, Figure{at, d, said, fileName(fmt.Sprintf("figure%d", number), at, p, taken)})
	}
	return out
}

// order puts the dimension of the panels first.
func order(p *analysis.Experiment, f spec.Figure, dims []analysis.Dimension) []analysis.Dimension {
	var out, others []analysis.Dimension
	found := false
	for _, d := range dims {
		if d.Key == f.Panels {
			out, found = append(out, d), true
			continue
		}
		others = append(others, d)
	}
	replaced := f.Panels == "dataset" && spec.IsSize(f.X)
	if !found && !replaced && f.Kind != "reliability" && f.Panels != f.Series && f.Panels != f.X {
		out = append(out, p.Dimension(f.Panels))
	}
	return append(out, others...)
}

// fileName makes a name of letters, digits and hyphens that is not taken yet,
// and takes it: "a b" and "A-B" differ in a table, but not as files.
func fileName(stem string, at analysis.Coordinates, p *analysis.Experiment, taken map[string]bool) string {
	parts := []string{stem}
	if v, ok := at["dataset"]; ok {
		parts = append(parts, v)
	}
	if rest := p.Several(at); len(rest) > 0 {
		delete(rest, "dataset")
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
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", strings.TrimSuffix(b.String(), "-"), n)
	}
	taken[name] = true
	return name
}
