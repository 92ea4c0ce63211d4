package main

import (
	"path"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/report"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// reportFacts is what reports say, for programs; docs/json.md describes its JSON.
type reportFacts struct {
	Version  int                `json:"version"`
	Papers   []map[string]any   `json:"papers"`
	Claims   []claimFact        `json:"claims"`
	Advice   []analysis.Advice  `json:"advice"`
	Failures []analysis.Failure `json:"failures"`
}

// claimFact is the outcome of a claim of a paper.
type claimFact struct {
	Paper    string        `json:"paper"`
	ID       string        `json:"id"`
	Outcome  string        `json:"outcome"`
	Variants []variantFact `json:"variants"`

	outcomes []string // of the readings that count
}

// variantFact is the outcome of a claim in a variant, or in another reading.
type variantFact struct {
	Name    string `json:"name"`
	Outcome string `json:"outcome"`
}

// reportFactsOf says what reports on experiments of papers say.
func reportFactsOf(reports []*report.Report, papers []replication.Paper) reportFacts {
	out := reportFacts{Version: jsonVersion, Papers: []map[string]any{}, Claims: []claimFact{}, Advice: []analysis.Advice{}, Failures: []analysis.Failure{}}
	var verdicts []replication.Verdict
	for _, r := range reports {
		verdicts = append(verdicts, r.Verdicts...)
		for _, o := range r.Claims {
			out.addClaim(path.Dir(r.Name), o)
		}
		out.Advice = append(out.Advice, r.Advice...)
		out.Failures = append(out.Failures, r.Failures...)
	}
	for i, c := range out.Claims {
		out.Claims[i].Outcome = wording.Joint(c.outcomes)
	}
	for _, b := range replication.BinsOf(papers, verdicts) {
		if slices.ContainsFunc(reports, func(r *report.Report) bool { return path.Dir(r.Name) == b.Paper }) {
			out.Papers = append(out.Papers, paperFact(b))
		}
	}
	return out
}

// paperFact is how many numbers of a paper are in which bin.
func paperFact(b replication.Bins) map[string]any {
	of := map[string]any{"paper": b.Paper, "printed": b.Printed.Numbers, "printed_again": b.Printed.Again, "false_by_chance": b.Chance}
	for _, bin := range wording.Bins {
		of[strings.ReplaceAll(bin, " ", "_")] = b.Counts[bin]
	}
	return of
}

// addClaim adds an outcome to the claim that it is a reading of.
func (f *reportFacts) addClaim(paper string, o replication.Outcome) {
	i := slices.IndexFunc(f.Claims, func(c claimFact) bool { return c.Paper == paper && c.ID == o.Claim.Name })
	if i < 0 {
		i = len(f.Claims)
		f.Claims = append(f.Claims, claimFact{Paper: paper, ID: o.Claim.Name, Variants: []variantFact{}})
	}
	c := &f.Claims[i]
	if o.Claim.Beside {
		c.Variants = append(c.Variants, variantFact{o.Claim.As, o.Outcome})
		return
	}
	c.outcomes = append(c.outcomes, o.Outcome)
	for _, v := range o.Variants {
		name := v.Name
		if o.Claim.As != "" {
			name = o.Claim.As + ", " + v.Name
		}
		c.Variants = append(c.Variants, variantFact{name, v.Outcome})
	}
}
