package report

import (
	"fmt"
	"math"
	"strings"
)

// noise is how far a sampler's estimates are from what they estimate.
type noise struct {
	at            coordinates
	repeats, rows int
	rhat, ess     float64    // worst over repeats; NaN if unknown
	ofDeltas      [3]float64 // what it adds to the distance, by quantity; NaN if unknown
}

// noises returns the Monte Carlo errors of the reference, where it is a
// sampler. An estimate with a standard error s is sqrt(2/pi) s from the truth
// on average, and so much from what a method without any error says.
func (p *project) noises() []noise {
	var out []noise
	for _, at := range combinations(p.rest("label")) {
		n := noise{at: p.several(at).with("dataset", at["dataset"]), rhat: math.NaN(), ess: math.NaN()}
		var total [3]float64
		var count [3]int
		for _, r := range p.group(at.with("label", p.Spec.Reference)).ok {
			m, ok := p.matches[r.ID]
			if !ok || m.own.errors[0] == nil {
				continue
			}
			n.repeats++
			n.rows += len(m.own.rows)
			if v, ok := r.Metrics["rhat"]; ok && !(v <= n.rhat) {
				n.rhat = v
			}
			if v, ok := r.Metrics["ess"]; ok && !(v >= n.ess) {
				n.ess = v
			}
			for k, columns := range m.own.errors {
				for _, values := range columns {
					total[k] += sum(values)
					count[k] += len(values)
				}
			}
		}
		if n.repeats == 0 {
			continue
		}
		for k := range total {
			n.ofDeltas[k] = math.Sqrt(2/math.Pi) * total[k] / float64(count[k])
		}
		out = append(out, n)
	}
	return out
}

// closer is how often one label is nearer to the reference than another.
type closer struct {
	at     coordinates
	a, b   string
	rows   [3]int // by quantity; 0 where it cannot be said
	nearer [3]int // rows at which a is nearer
}

// closers compares all pairs of labels at their test rows, over the repeats
// that both have.
func (p *project) closers() []closer {
	var out []closer
	for _, at := range combinations(p.rest("label")) {
		for i, a := range p.labels {
			for _, b := range p.labels[i+1:] {
				if a == p.Spec.Reference || b == p.Spec.Reference {
					continue
				}
				c := closer{at: p.several(at).with("dataset", at["dataset"]), a: a, b: b}
				others := map[int]match{}
				for _, r := range p.group(at.with("label", b)).ok {
					if m, ok := p.matches[r.ID]; ok {
						others[r.Repeat] = m
					}
				}
				for _, r := range p.group(at.with("label", a)).ok {
					m, ok := p.matches[r.ID]
					if other, both := others[r.Repeat]; ok && both {
						c.add(m, other)
					}
				}
				if c.rows != [3]int{} {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// add counts the rows of one repeat.
func (c *closer) add(a, b match) {
	for k, q := range quantities {
		x, y := a.distances(q), b.distances(q)
		if x == nil || y == nil {
			continue
		}
		for i := range x {
			c.rows[k]++
			if x[i] < y[i] {
				c.nearer[k]++
			}
		}
	}
}

// distance writes what the tables' distances to the reference are worth.
func (w *page) distance(p *project) {
	if p.Spec.Reference == "" {
		return
	}
	w.printf("## Distance to %s\n\n", escapeMarkdown(p.Spec.Reference))
	w.gaps(p)
	if len(p.matches) == 0 {
		return
	}
	of := "the latent function"
	if p.severalFunctions() {
		of = "the latent functions of all classes"
	}
	w.printf("Distances are mean absolute differences over the test rows of a repeat: of the posterior mean and variance of %s and of the class probabilities.\n\n", of)
	if all := p.noises(); len(all) > 0 {
		w.printf("The reference is a sampler. By its own Monte Carlo standard errors at the test rows, a method that makes no error at all would be at these distances from it:\n\n")
		w.printf("| data set | repeats | test rows | largest R-hat | smallest ESS | mean | variance | probability |\n|---|---|---|---|---|---|---|---|\n")
		for _, n := range all {
			w.printf("| %s | %d | %d | %s | %s | %s | %s | %s |\n", escapeMarkdown(describe(n.at)), n.repeats, n.rows,
				orUnknown(n.rhat, 4), orUnknown(n.ess, 3), orUnknown(n.ofDeltas[0], 2), orUnknown(n.ofDeltas[1], 2), orUnknown(n.ofDeltas[2], 2))
		}
		w.printf("\n")
	}
	if all := p.closers(); len(all) > 0 {
		w.printf("Test rows, of all repeats, at which the first of a pair is closer to the reference than the second:\n\n")
		w.printf("| data set | pair | mean | variance | probability |\n|---|---|---|---|---|\n")
		for _, c := range all {
			w.printf("| %s | %s, %s |", escapeMarkdown(describe(c.at)), escapeMarkdown(c.a), escapeMarkdown(c.b))
			for k, rows := range c.rows {
				if rows == 0 {
					w.printf(" – |")
					continue
				}
				w.printf(" %d of %d |", c.nearer[k], rows)
			}
			w.printf("\n")
		}
		w.printf("\n")
	}
}

// severalFunctions says whether a model that was compared has several latent functions.
func (p *project) severalFunctions() bool {
	for _, m := range p.matches {
		if len(m.own.mean) > 1 {
			return true
		}
	}
	return false
}

// gaps says which cells could not be compared, and what to do.
func (w *page) gaps(p *project) {
	var lines []string
	for _, g := range p.gaps {
		lines = append(lines, "Not compared: "+escapeMarkdown(g.String())+".")
	}
	w.list(lines)
	if len(lines) > 0 && p.Command != "" {
		w.printf("This command makes predictions that are missing:\n\n    %s\n\n", p.Command)
	}
}

// String lists the first cells, and the reason.
func (g gap) String() string {
	cells, rest := g.cells, ""
	if len(cells) > 5 {
		rest = fmt.Sprintf(" and %d more", len(cells)-5)
		cells = cells[:5]
	}
	return strings.Join(cells, "; ") + rest + ": " + g.reason
}

// orUnknown writes a number, or a dash for NaN.
func orUnknown(x float64, digits int) string {
	if math.IsNaN(x) {
		return "–"
	}
	return short(x, digits)
}
