package format

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// overviewView is what the page says of one paper before its reports.
type overviewView struct {
	Sentence string // how its claims and numbers stand; empty where it has none
	Outcomes []int  // how many claims have which of the outcomes; nil where there are no claims
	Claims   []document.Claim
	Advice   []document.Facts // of the reports that say which method to take
}

// outcomeMarks are the marks of outcomes of claims.
var outcomeMarks = map[string]string{wording.Holds: "✓", wording.HoldsOnce: "✓", wording.MetByAny: "○", wording.HoldsInPart: "◐", wording.DoesNotHold: "✗", wording.CannotTell: "·"}

// overviewOf says in short what parts of one paper show, those of the profile paper where
// there are any.
func overviewOf(parts []Part) overviewView {
	var facts []document.Facts
	for _, p := range parts {
		facts = append(facts, p.Facts)
	}
	out := overviewView{Advice: Advising(facts)}
	facts, whole := ofPaperProfile(facts)
	var claims []document.Claim
	for _, f := range facts {
		claims = append(claims, f.Claims...)
	}
	claims = document.JoinClaims(claims...)
	out.Claims = claims
	out.Outcomes = OutcomeCounts(claims)
	short := 0
	if !whole {
		short = len(claims)
	}
	out.Sentence = Standing(claims, short, facts)
	return out
}

// Advising returns the reports that say which method to take, one an experiment: that of the
// profile paper, or another if that one alone is complete.
func Advising(reports []document.Facts) []document.Facts {
	var out []document.Facts
	for _, f := range reports {
		if len(f.Advice) == 0 {
			continue
		}
		i := slices.IndexFunc(out, func(o document.Facts) bool { return o.Experiment == f.Experiment })
		switch {
		case i < 0:
			out = append(out, f)
		case f.Complete() && (!out[i].Complete() || f.Profile == "paper"):
			out[i] = f
		}
	}
	return out
}

// ofPaperProfile leaves the reports of the profile paper, or all where there are none.
func ofPaperProfile(reports []document.Facts) (of []document.Facts, whole bool) {
	of = slices.DeleteFunc(slices.Clone(reports), func(f document.Facts) bool { return f.Profile != "paper" })
	if len(of) == 0 {
		return reports, false
	}
	return of, true
}

// Standing says how the claims and the published numbers of one paper stand, in the index and on
// the page: "of 3 claims 2 hold, 1 cannot be told; of 9 published numbers 7 are reproduced, 2
// have no verdict (no data)". So many of the claims are judged by runs shorter than the paper's;
// the numbers are those of the reports of the profile paper where there are any. It is empty
// where there is neither.
func Standing(claims []document.Claim, short int, reports []document.Facts) string {
	reports, _ = ofPaperProfile(reports)
	said := []string{claimsText(claims) + wording.OfShortRuns(short, len(claims)), verdictsText(reports)}
	return strings.Join(slices.DeleteFunc(said, func(text string) bool { return text == "" }), "; ")
}

// OutcomeCounts counts claims by outcome, in the order of [wording.Outcomes]; nil where there are
// none.
func OutcomeCounts(claims []document.Claim) []int {
	if len(claims) == 0 {
		return nil
	}
	var counts []int
	for _, outcome := range wording.Outcomes {
		n := 0
		for _, c := range claims {
			if c.Outcome == outcome {
				n++
			}
		}
		counts = append(counts, n)
	}
	return counts
}

// claimsText writes "of 3 claims 2 hold, 1 cannot be told".
func claimsText(claims []document.Claim) string {
	var parts []string
	for i, n := range OutcomeCounts(claims) {
		if n > 0 {
			parts = append(parts, wording.Outcome(n, wording.Outcomes[i]))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("of %s %s", wording.Plural(len(claims), "claim"), strings.Join(parts, ", "))
}

// judgements are the verdicts that hold a number against the paper's.
var judgements = []string{wording.Reproduced, wording.Better, wording.Worse}

// verdictsText writes "of 9 published numbers 7 are reproduced, 2 have no verdict (no data)".
func verdictsText(facts []document.Facts) string {
	counts, total := map[string]int{}, 0
	for _, f := range facts {
		for _, c := range f.Verdicts {
			counts[c.Verdict] += c.Numbers
			total += c.Numbers
		}
	}
	if total == 0 {
		return ""
	}
	rest := total
	var parts, reasons []string
	for _, word := range judgements {
		if n := counts[word]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s %s", n, wording.Agree(n, "is", "are"), word))
			rest -= n
		}
		delete(counts, word)
	}
	for _, word := range slices.Sorted(maps.Keys(counts)) {
		if counts[word] == rest {
			reasons = append(reasons, word)
		} else {
			reasons = append(reasons, fmt.Sprintf("%d %s", counts[word], word))
		}
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d %s no verdict (%s)", rest, wording.Agree(rest, "has", "have"), strings.Join(reasons, ", ")))
	}
	return fmt.Sprintf("of %s %s", wording.Plural(total, "published number"), strings.Join(parts, ", "))
}

// className is a verdict or an outcome as a class of the style, without what stands in brackets.
func className(word string) string {
	word, _, _ = strings.Cut(word, " (")
	return strings.ReplaceAll(word, " ", "-")
}
