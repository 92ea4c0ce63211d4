package report

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/page"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// claimTarget is where the index links to from a claim.
const claimTarget = reportFile + "#does-it-hold"

// toldClaim is a claim with the report that tells of it.
type toldClaim struct {
	document.Claim
	folder string // of the report, empty where there are no records
}

// row is the claim in the index.
func (c toldClaim) row() string {
	says := document.Escape(page.PaperSays(c.Claim))
	if c.folder != "" {
		says = fmt.Sprintf("[%s](%s/%s)", says, c.folder, claimTarget)
	}
	return tableLine([]string{says, document.Escape(c.Ours), "**" + c.Outcome + "**", wording.OrDash(document.Escape(c.Caveats))})
}

// claimsOf returns a paper's claims: those of the reports that lie there, of the paper's
// profile before others, and those without any records; and how many are of the reports of
// other profiles.
func claimsOf(p replication.Paper, reports []document.Facts) (claims []toldClaim, short int) {
	for _, name := range p.Judged() {
		own, profile := claimsOfExperiment(p, name, reports)
		claims = append(claims, own...)
		if profile != spec.Paper {
			short += len(own)
		}
	}
	return claims, short
}

// claimsOfExperiment returns an experiment's claims with the profile that they are of, which
// is the paper's where there are no records.
func claimsOfExperiment(p replication.Paper, experiment string, reports []document.Facts) (claims []toldClaim, of string) {
	for _, profile := range slices.Backward(spec.Profiles) {
		folder := path.Join(experiment, profile)
		for _, f := range reports {
			if f.Folder() != folder || len(f.Claims) == 0 {
				continue
			}
			for _, c := range f.Claims {
				claims = append(claims, toldClaim{c, folder})
			}
			return claims, profile
		}
	}
	for _, c := range p.Of(experiment) {
		claims = append(claims, toldClaim{Claim: page.ClaimFact(replication.NoRecords(c))})
	}
	return claims, spec.Paper
}

// writeClaims writes a sentence a paper, the matrix of papers by outcome, and the claims,
// where a report has any.
func writeClaims(w io.Writer, papers []replication.Paper, reports []document.Facts) {
	claimed := func(f document.Facts) bool { return len(f.Claims) > 0 }
	if len(papers) == 0 || !slices.ContainsFunc(reports, claimed) {
		return
	}
	fmt.Fprint(w, "## What the papers claim\n\n")
	matrix := "| paper | " + strings.Join(wording.Outcomes, " | ") + " |\n|---" + strings.Repeat("|---", len(wording.Outcomes)) + "|\n"
	folded := ""
	for _, p := range papers {
		told, short := claimsOf(p, reports)
		var claims []document.Claim
		rows := ""
		for _, c := range told {
			claims = append(claims, c.Claim)
			rows += c.row()
		}
		matrix += "| " + document.Escape(p.Short)
		for _, n := range format.OutcomeCounts(claims) {
			matrix += fmt.Sprintf(" | %d", n)
		}
		matrix += " |\n"
		own := slices.DeleteFunc(slices.Clone(reports), func(f document.Facts) bool { return f.Paper != p.Short })
		fmt.Fprintf(w, "- **%s**: %s.\n", document.Escape(p.Short), format.Standing(claims, short, own))
		folded += fmt.Sprintf("<details><summary>%s: %s</summary>\n\n%s.\n\n| the paper says | ours, with a 95%% interval | outcome | caveat |\n|---|---|---|---|\n%s\n</details>\n\n",
			document.Escape(p.Short), wording.Plural(len(told), "claim"), document.Escape(p.Cite), rows)
	}
	fmt.Fprintf(w, "\n%s\n%s", matrix, folded)
}
