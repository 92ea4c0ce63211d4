package report

import (
	"math"

	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// distance writes what the tables' distances to the reference are worth.
func (w *page) distance(p *analysis.Experiment) {
	if p.Spec.Reference == "" {
		return
	}
	w.printf("## Distance to %s\n\n", escapeMarkdown(p.Spec.Reference))
	w.gaps(p)
	if len(p.Matches) == 0 {
		return
	}
	of := "the latent function"
	if p.SeveralFunctions() {
		of = "the latent functions of all classes"
	}
	w.printf("Distances are mean absolute differences over the test rows of a repeat: of the posterior mean and variance of %s and of the class probabilities.\n\n", of)
	if all := p.Noises(); len(all) > 0 {
		w.printf("The reference is a sampler. By its own Monte Carlo standard errors at the test rows, a method that makes no error at all would be at these distances from it:\n\n")
		w.printf("| data set | repeats | test rows | largest R-hat | smallest ESS | mean | variance | probability |\n|---|---|---|---|---|---|---|---|\n")
		for _, n := range all {
			w.printf("| %s | %d | %d | %s | %s | %s | %s | %s |\n", escapeMarkdown(analysis.Describe(n.At)), n.Repeats, n.Rows,
				orUnknown(n.RHat, 4), orUnknown(n.ESS, 3), orUnknown(n.OfDeltas[0], 2), orUnknown(n.OfDeltas[1], 2), orUnknown(n.OfDeltas[2], 2))
		}
		w.printf("\n")
	}
	if all := p.Closers(); len(all) > 0 {
		w.printf("Test rows, of all repeats, at which the first of a pair is closer to the reference than the second:\n\n")
		w.printf("| data set | pair | mean | variance | probability |\n|---|---|---|---|---|\n")
		for _, c := range all {
			w.printf("| %s | %s, %s |", escapeMarkdown(analysis.Describe(c.At)), escapeMarkdown(c.A), escapeMarkdown(c.B))
			for k, rows := range c.Rows {
				if rows == 0 {
					w.printf(" – |")
					continue
				}
				w.printf(" %d of %d |", c.Nearer[k], rows)
			}
			w.printf("\n")
		}
		w.printf("\n")
	}
}

// gaps says which cells could not be compared, and what to do.
func (w *page) gaps(p *analysis.Experiment) {
	var lines []string
	for _, g := range p.Gaps {
		lines = append(lines, "Not compared: "+escapeMarkdown(g.String())+".")
	}
	w.list(lines)
	if len(lines) > 0 && p.Command != "" {
		w.printf("This command makes predictions that are missing:\n\n    %s\n\n", p.Command)
	}
}

// orUnknown writes a number, or a dash for NaN.
func orUnknown(x float64, digits int) string {
	if math.IsNaN(x) {
		return "–"
	}
	return wording.Short(x, digits)
}
