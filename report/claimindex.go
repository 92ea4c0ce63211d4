package report

import (
	"fmt"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/page"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// indexClaims writes a sentence a paper, the matrix of papers by outcome, and the claims,
// where a report has any.
func indexClaims(d *document.Document, papers []replication.Paper, reports []document.Facts) {
	claimed := func(f document.Facts) bool { return len(f.Claims) > 0 }
	if len(papers) == 0 || !slices.ContainsFunc(reports, claimed) {
		return
	}
	var sentences []string
	var folded document.Document
	matrix := document.Table{Head: append([]string{"paper"}, wording.Outcomes...)}
	for _, p := range papers {
		claims, short := claimsOf(p, reports)
		outcomes := []string{document.Escape(p.Short)}
		for _, n := range format.OutcomeCounts(claims) {
			outcomes = append(outcomes, fmt.Sprint(n))
		}
		matrix.Rows = append(matrix.Rows, outcomes)
		own := slices.DeleteFunc(slices.Clone(reports), func(f document.Facts) bool { return f.Paper != p.Short })
		sentences = append(sentences, fmt.Sprintf("**%s**: %s.", document.Escape(p.Short), format.Standing(claims, short, own)))
		var part document.Document
		part.Paragraph("%s.", document.Escape(p.Cite))
		part.Add(document.Table{Head: append([]string{"the paper says"}, page.ReadingHead...), Rows: claimRows(claims, reports)})
		folded.Add(document.Folded{Summary: fmt.Sprintf("%s: %s", document.Escape(p.Short), wording.Plural(len(claims), "claim")), Document: part})
	}
	d.Heading(2, "What the papers claim")
	d.List(sentences)
	d.Add(matrix)
	d.Add(folded.Blocks...)
}

// claimsOf returns a paper's claims: by the reports that lie there, of the paper's profile before
// others, and those without any records; and how many are by reports of other profiles.
func claimsOf(p replication.Paper, reports []document.Facts) (claims []document.Claim, short int) {
	var parts []document.Claim
	for _, name := range p.Judged() {
		if f := reportOf(name, reports); f != nil {
			parts = append(parts, f.Claims...)
			continue
		}
		for _, c := range p.Of(name) {
			parts = append(parts, page.ClaimFact(nil, replication.NoRecords(c)))
		}
	}
	claims = document.JoinClaims(parts...)
	for _, c := range claims {
		if slices.ContainsFunc(c.Readings, func(r document.Reading) bool { return r.Profile != "" && r.Profile != spec.Paper }) {
			short++
		}
	}
	return claims, short
}

// claimRows are claims with a row for each of their readings, which link to the reports.
func claimRows(claims []document.Claim, reports []document.Facts) [][]string {
	var rows [][]string
	for _, c := range claims {
		for i, r := range c.Readings {
			says := ""
			if i == 0 {
				says = fmt.Sprintf("%s **%s**", document.Escape(page.PaperSays(c)), c.Outcome)
			}
			if f := reportOf(r.Experiment, reports); f != nil {
				says = strings.TrimSpace(says + " " + link(r.Experiment, *f, "#does-it-hold"))
			}
			rows = append(rows, append([]string{says}, page.ReadingRow(r)...))
		}
	}
	return rows
}

// reportOf is the report on an experiment that has claims, that of the paper's profile before
// others; nil if there is none.
func reportOf(experiment string, reports []document.Facts) *document.Facts {
	for _, profile := range slices.Backward(spec.Profiles) {
		for i, f := range reports {
			if f.Experiment == experiment && f.Profile == profile && len(f.Claims) > 0 {
				return &reports[i]
			}
		}
	}
	return nil
}
