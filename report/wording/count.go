// Package wording writes numbers and counts as people do.
package wording

import "fmt"

// Plural writes "1 repeat", "2 repeats".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Agree returns the words that go with a number.
func Agree(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// outcomes are those of claims, as a sentence has them of one claim and of several.
var outcomes = map[string][2]string{
	"holds": {"holds", "hold"}, "holds in part": {"holds in part", "hold in part"},
	"does not hold": {"does not hold", "do not hold"}, "cannot tell": {"cannot be told", "cannot be told"},
}

// Outcome writes how many claims have an outcome: "1 holds", "2 hold".
func Outcome(n int, outcome string) string {
	words, known := outcomes[outcome]
	if !known {
		return fmt.Sprintf("%d %s", n, outcome)
	}
	return fmt.Sprintf("%d %s", n, Agree(n, words[0], words[1]))
}

// OfShortRuns says of how many of several claims the runs were shorter than the paper's, in
// brackets after a sentence about all of them; nothing where none were.
func OfShortRuns(n, of int) string {
	switch {
	case n == 0:
		return ""
	case n == of:
		return " (by runs shorter than the paper's)"
	}
	return fmt.Sprintf(" (%d of them by runs shorter than the paper's)", n)
}
