package format

import (
	"cmp"
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
	Claims   []claimView
	Map      *Map // nil where no number has a verdict
	Advice   []adviceView
}

// claimView is a claim with the report that tells of it.
type claimView struct {
	document.Claim
	Folder string
	Mark   string
}

// adviceView is what a comparison says of which method to take.
type adviceView struct {
	Title, Folder string
	All           string   // over all its data sets
	Kinds         []string // over kinds of data
}

// outcome is how a claim may end, with its mark.
type outcome struct{ Word, Mark string }

// outcomes are those of [wording.Outcomes], in its order, which sentences and the matrix have.
var outcomes = []outcome{{wording.Holds, "✓"}, {wording.HoldsInPart, "◐"}, {wording.DoesNotHold, "✗"}, {wording.CannotTell, "·"}}

// overviewOf says in short what parts of one paper show, those of the profile paper where
// there are any.
func overviewOf(parts []Part) overviewView {
	ofPaper := func(p Part) bool { return p.Facts.Profile == "paper" }
	whole := slices.ContainsFunc(parts, ofPaper)
	if whole {
		parts = slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return !ofPaper(p) })
	}
	var out overviewView
	var facts []document.Facts
	for _, p := range parts {
		facts = append(facts, p.Facts)
		if said := p.Facts.Advice; len(said) > 0 {
			out.Advice = append(out.Advice, adviceView{p.Facts.Title, p.Facts.Folder(), said[0], said[1:]})
		}
		for _, c := range p.Facts.Claims {
			out.Claims = append(out.Claims, newClaimView(c, p.Facts.Folder()))
		}
	}
	slices.SortStableFunc(out.Claims, func(a, b claimView) int { return cmp.Compare(a.Number, b.Number) })
	out.Map = MapOf(facts...)
	out.Outcomes = outcomeCounts(out.Claims)
	claims := claimsText(out.Claims, out.Outcomes)
	if claims != "" && !whole {
		claims += wording.OfShortRuns(len(out.Claims), len(out.Claims))
	}
	var said []string
	for _, text := range []string{claims, verdictsText(facts)} {
		if text != "" {
			said = append(said, text)
		}
	}
	out.Sentence = strings.Join(said, "; ")
	return out
}

// newClaimView finds the mark of a claim's outcome.
func newClaimView(c document.Claim, folder string) claimView {
	v := claimView{Claim: c, Folder: folder}
	for _, o := range outcomes {
		if o.Word == c.Outcome {
			v.Mark = o.Mark
		}
	}
	return v
}

// outcomeCounts counts claims by outcome.
func outcomeCounts(claims []claimView) []int {
	if len(claims) == 0 {
		return nil
	}
	var counts []int
	for _, o := range outcomes {
		n := 0
		for _, c := range claims {
			if c.Outcome == o.Word {
				n++
			}
		}
		counts = append(counts, n)
	}
	return counts
}

// claimsText writes "of 3 claims 2 hold, 1 cannot be told".
func claimsText(claims []claimView, counts []int) string {
	var parts []string
	for i, n := range counts {
		if n > 0 {
			parts = append(parts, wording.Outcome(n, outcomes[i].Word))
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

// className is a verdict or an outcome as a class of the style.
func className(word string) string { return strings.ReplaceAll(word, " ", "-") }
