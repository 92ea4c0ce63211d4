package report

import (
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// claimTarget is where the index links to from a claim.
const claimTarget = reportFile + "#does-it-hold"

// claimLines are the lines of a report's claims.
func claimLines(r *Report) []string {
	var lines []string
	for _, o := range r.Claims {
		lines = append(lines, claimLine(fmt.Sprintf("[%s](%s/%s)", document.Escape(paperSays(o.Claim)), r.Folder(), claimTarget), o))
	}
	return lines
}

// claimLine is the row of a claim in the index.
func claimLine(says string, o analysis.Outcome) string {
	return fmt.Sprintf("| %s | %s | **%s** | %s |\n", says, document.Escape(oursOf(o)), o.Outcome, orDash(document.Escape(strings.Join(o.Caveats, "; "))))
}

// outcomeIn finds the outcome in a row.
var outcomeIn = regexp.MustCompile(`\| \*\*(` + strings.Join(analysis.Outcomes, "|") + `)\*\* \|`)

// claimsOf returns the rows of a paper's claims: those of the reports that lie there, of
// the paper's profile before others, and those of claims without any records; and how many
// are of the reports of other profiles.
func claimsOf(p analysis.Paper, lines map[string][]string) (rows []string, short int) {
	var seen []string
	for _, c := range p.Claims {
		if slices.Contains(seen, c.Experiment) {
			continue
		}
		seen = append(seen, c.Experiment)
		own, profile := claimsOfExperiment(p, c.Experiment, lines)
		rows = append(rows, own...)
		if profile != spec.Paper {
			short += len(own)
		}
	}
	return rows, short
}

// claimsOfExperiment returns the rows of an experiment's claims with the profile that they are
// of, which is the paper's where there are no records.
func claimsOfExperiment(p analysis.Paper, experiment string, lines map[string][]string) (rows []string, of string) {
	for i := range spec.Profiles {
		profile := spec.Profiles[len(spec.Profiles)-1-i]
		if rows := lines[path.Join(experiment, profile)]; len(rows) > 0 {
			return rows, profile
		}
	}
	for _, c := range p.Of(experiment) {
		rows = append(rows, claimLine(document.Escape(paperSays(c)), analysis.NoRecords(c)))
	}
	return rows, spec.Paper
}

// writeClaims writes a sentence a paper, the matrix of papers by outcome, and the claims,
// where a report has any.
func writeClaims(w io.Writer, papers []analysis.Paper, lines map[string][]string) {
	if len(lines) == 0 || len(papers) == 0 {
		return
	}
	fmt.Fprint(w, "## What the papers claim\n\n")
	matrix := "| paper | " + strings.Join(analysis.Outcomes, " | ") + " |\n|---" + strings.Repeat("|---", len(analysis.Outcomes)) + "|\n"
	folded := ""
	for _, p := range papers {
		rows, short := claimsOf(p, lines)
		counts := map[string]int{}
		for _, row := range rows {
			counts[outcomeIn.FindStringSubmatch(row)[1]]++
		}
		var parts []string
		matrix += "| " + document.Escape(p.Short)
		for _, outcome := range analysis.Outcomes {
			matrix += fmt.Sprintf(" | %d", counts[outcome])
			if n := counts[outcome]; n > 0 {
				parts = append(parts, wording.Outcome(n, outcome))
			}
		}
		matrix += " |\n"
		claims := wording.Plural(len(rows), "claim")
		fmt.Fprintf(w, "- **%s**: of %s %s%s.\n", document.Escape(p.Short), claims, strings.Join(parts, ", "), wording.OfShortRuns(short, len(rows)))
		folded += fmt.Sprintf("<details><summary>%s: %s</summary>\n\n%s.\n\n| the paper says | ours, with a 95%% interval | outcome | caveat |\n|---|---|---|---|\n%s\n</details>\n\n",
			document.Escape(p.Short), claims, document.Escape(p.Cite), strings.Join(rows, ""))
	}
	fmt.Fprintf(w, "\n%s\n%s", matrix, folded)
}
