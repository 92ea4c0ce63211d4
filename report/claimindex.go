package report

import (
	"fmt"
	"slices"

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
		claims, rows, short := claimsOf(p, reports)
		outcomes := []string{document.Escape(p.Short)}
		for _, n := range format.OutcomeCounts(claims) {
			outcomes = append(outcomes, fmt.Sprint(n))
		}
		matrix.Rows = append(matrix.Rows, outcomes)
		own := slices.DeleteFunc(slices.Clone(reports), func(f document.Facts) bool { return f.Paper != p.Short })
		sentences = append(sentences, fmt.Sprintf("**%s**: %s.", document.Escape(p.Short), format.Standing(claims, short, own)))
		var part document.Document
		part.Paragraph("%s.", document.Escape(p.Cite))
		part.Add(document.Table{Head: []string{"the paper says", "ours, with a 95% interval", "outcome", "caveat"}, Rows: rows})
		folded.Add(document.Folded{Summary: fmt.Sprintf("%s: %s", document.Escape(p.Short), wording.Plural(len(claims), "claim")), Document: part})
	}
	d.Heading(2, "What the papers claim")
	d.List(sentences)
	d.Add(matrix)
	d.Add(folded.Blocks...)
}

// claimsOf returns a paper's claims, each with its row: those of the reports that lie there, of the
// paper's profile before others, and those without any records; and how many are of the reports of
// other profiles.
func claimsOf(p replication.Paper, reports []document.Facts) (claims []document.Claim, rows [][]string, short int) {
	for _, name := range p.Judged() {
		f, own := reportOf(name, reports), []document.Claim(nil)
		if f != nil {
			own = f.Claims
		} else {
			for _, c := range p.Of(name) {
				own = append(own, page.ClaimFact(replication.NoRecords(c)))
			}
		}
		for _, c := range own {
			says := document.Escape(page.PaperSays(c))
			if f != nil {
				says = link(page.PaperSays(c), *f, "#does-it-hold")
			}
			rows = append(rows, []string{says, document.Escape(c.Ours), "**" + c.Outcome + "**", wording.OrDash(document.Escape(c.Caveats))})
		}
		if f != nil && f.Profile != spec.Paper {
			short += len(own)
		}
		claims = append(claims, own...)
	}
	return claims, rows, short
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
