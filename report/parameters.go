package report

import (
	"slices"
	"strings"

	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// entry writes the median over repeats with the smallest and the largest.
func entry(t *analysis.ParameterTable, label, name string) string {
	x := t.Values[label][name]
	switch {
	case len(x) == 0:
		return "–"
	case len(x) == 1:
		return wording.Short(x[0], 3)
	}
	return wording.Short(analysis.MedianOf(x), 3) + " (" + wording.Short(slices.Min(x), 2) + " to " + wording.Short(slices.Max(x), 2) + ")"
}

// parameters writes the parameters of the fitted kernels, if the records have them.
func (w *page) parameters(p *analysis.Experiment) {
	tables := p.ParameterTables()
	if len(tables) == 0 {
		return
	}
	w.printf("## Kernel parameters\n\n")
	for _, t := range tables {
		if name := p.Described(t.At); name != "" {
			w.printf("**%s**\n\n", escapeMarkdown(name))
		}
		w.printf("| parameter |")
		for _, label := range t.Labels {
			w.printf(" %s |", escapeMarkdown(label))
		}
		w.printf("\n|---|%s\n", strings.Repeat("---|", len(t.Labels)))
		for _, name := range t.Names {
			w.printf("| %s |", escapeMarkdown(name))
			for _, label := range t.Labels {
				w.printf(" %s |", entry(&t, label, name))
			}
			w.printf("\n")
		}
		w.printf("\n")
	}
	w.printf("After training, on the scale of the standardised inputs; of several repeats the median, with the smallest and the largest. ")
	w.printf("An input with a short lengthscale matters more than one with a long one.\n\n")
}
