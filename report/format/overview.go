package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// PaperView is what the page and the index say of a paper before its reports.
type PaperView struct {
	Name     string // "wenzel2019"
	Title    string // "Wenzel et al. 2019"
	Cite     string
	Sentence string           // what came out of it; empty where none is written
	Claims   []document.Claim // the better outcomes first

	document.Bins // of the numbers that it prints

	short int // claims that are judged by runs shorter than the paper's
}

// Papers are those of reports, which are sorted: of an experiment with several reports the first
// counts, which is that of the paper's profile if there is one.
func Papers(reports []document.Facts) []PaperView {
	var out []PaperView
	claims, seen := map[string][]document.Claim{}, map[string]bool{}
	for _, f := range reports {
		name := paperOf(f)
		if len(out) == 0 || out[len(out)-1].Name != name {
			out = append(out, PaperView{Name: name, Bins: document.NewBins(f.Printed)})
		}
		v := &out[len(out)-1]
		if cmp.Or(v.Title, v.Cite) == "" && cmp.Or(f.Paper, f.Cite) != "" { // of some reports the folder alone is known
			v.Title, v.Cite, v.Sentence, v.Bins = f.Paper, f.Cite, f.Sentence, document.NewBins(f.Printed)
		}
		if seen[f.Experiment] {
			continue
		}
		seen[f.Experiment] = true
		claims[name] = append(claims[name], f.Claims...)
		v.Add(f.Verdicts, f.Chance)
	}
	for i := range out {
		out[i].Title = cmp.Or(out[i].Title, out[i].Name)
		out[i].Claims = document.JoinClaims(claims[out[i].Name]...)
		slices.SortStableFunc(out[i].Claims, func(a, b document.Claim) int {
			return cmp.Compare(slices.Index(wording.Outcomes, a.Outcome), slices.Index(wording.Outcomes, b.Outcome))
		})
		for _, c := range out[i].Claims {
			if slices.ContainsFunc(c.Readings, func(r document.Reading) bool { return r.Profile != "paper" }) {
				out[i].short++
			}
		}
	}
	return out
}

// Standing sums up the outcomes of a paper's claims: "of 3 claims 2 hold, 1 cannot be told". It is empty if there are none.
func (v PaperView) Standing() string {
	return claimsText(v.Claims) + wording.OfShortRuns(v.short, len(v.Claims))
}

// Advising returns the reports that say which method to take: for each experiment the one of the profile paper,
// and also the first complete one if that is a different one.
func Advising(reports []document.Facts) []document.Facts {
	var out []document.Facts
	for _, f := range reports {
		ofIt := func(o document.Facts) bool { return o.Experiment == f.Experiment }
		if len(f.Advice) > 0 && !slices.ContainsFunc(out, ofIt) {
			out = append(out, shownOf(f.Experiment, reports)...)
		}
	}
	return out
}

// shownOf are the reports that [Advising] has of one experiment.
func shownOf(experiment string, reports []document.Facts) []document.Facts {
	all := slices.DeleteFunc(slices.Clone(reports), func(f document.Facts) bool { return f.Experiment != experiment || len(f.Advice) == 0 })
	place := func(f document.Facts) int { return slices.Index([]string{"paper", f.Profile}, f.Profile) }
	slices.SortStableFunc(all, func(a, b document.Facts) int { return place(a) - place(b) })
	if complete := slices.IndexFunc(all, document.Facts.Complete); complete > 0 {
		return []document.Facts{all[0], all[complete]}
	}
	return all[:1]
}

// Answers is the advice of a report, or, if the report is not complete, how far its experiment has come.
func Answers(f document.Facts) []string {
	switch {
	case f.Complete():
		return f.Advice
	case f.Done+f.Failed == 0:
		return []string{"Not run."}
	}
	return []string{fmt.Sprintf("Being run (%d of %d cells).", f.Done+f.Failed, f.Planned)}
}

// byOutcome is how many claims have which outcome.
func byOutcome(claims []document.Claim) map[string]int {
	counts := map[string]int{}
	for _, c := range claims {
		counts[c.Outcome]++
	}
	return counts
}

// claimsText writes "of 3 claims 2 hold, 1 cannot be told".
func claimsText(claims []document.Claim) string {
	counts := byOutcome(claims)
	var parts []string
	for _, outcome := range wording.Outcomes {
		if n := counts[outcome]; n > 0 {
			parts = append(parts, wording.Outcome(n, outcome))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("of %s %s", wording.Plural(len(claims), "claim"), strings.Join(parts, ", "))
}

// className is a verdict or an outcome as a CSS class, without any part in brackets.
func className(word string) string {
	word, _, _ = strings.Cut(word, " (")
	return strings.ReplaceAll(word, " ", "-")
}
