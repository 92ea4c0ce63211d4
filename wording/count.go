// Package wording writes numbers and counts as people do, and names the verdicts on published numbers
// and the outcomes of claims. All that is told uses the same words.
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

// Counted is one, or several with the number in place of its %d: "1 cell is", "2 cells are".
func Counted(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(several, n)
}

// OfShortRuns says, in brackets after a sentence about several claims, for how many of them the
// runs were shorter than the paper's; empty if for none.
func OfShortRuns(n, of int) string {
	switch {
	case n == 0:
		return ""
	case n == of:
		return " (by runs shorter than the paper's)"
	}
	return fmt.Sprintf(" (%d of them by runs shorter than the paper's)", n)
}
