package analysis

import (
	"slices"
	"strings"

	"gpcbench/harness/record"
)

// Failure is how many cells of a method failed in one way.
type Failure struct {
	Experiment string `json:"experiment"`
	Label      string `json:"label"`
	Kind       string `json:"kind"` // of a program of one's own; empty of other methods
	Cells      int    `json:"cells"`
}

// Failures counts the cells that failed by method and kind, in the order of the plan.
func (p *Experiment) Failures() []Failure {
	var out []Failure
	for _, c := range slices.Concat(p.Cells, p.Refits) {
		r, done := p.Record(c.ID)
		if !done || r.Status != record.Failed {
			continue
		}
		i := slices.IndexFunc(out, func(f Failure) bool { return f.Label == c.Label && f.Kind == r.FailureKind })
		if i < 0 {
			i = len(out)
			out = append(out, Failure{Experiment: p.Spec.Name, Label: c.Label, Kind: r.FailureKind})
		}
		out[i].Cells++
	}
	return out
}

// CellName names a cell, with its variants where it is not in all.
func (p *Experiment) CellName(c *record.Planned) string {
	options := p.Spec.Varied()
	if c.Refit != "" && !slices.Contains(options, c.Refit) {
		options = append(options, c.Refit)
	}
	name := c.Name(options...)
	if len(c.Variants) < len(p.Variants) {
		name += ", " + strings.Join(c.Variants, ", ")
	}
	return name
}
