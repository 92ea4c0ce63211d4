package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is a single fault of a specification.
type Problem struct {
	Position
	Message string
}

// Error holds all problems of a specification, in file order.
type Error struct{ Problems []Problem }

// Error returns a line "file:line:column: message" for each problem.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.Position.String() + ": " + p.Message
	}
	return strings.Join(lines, "\n")
}

// NewError returns the problems as an error, each once and in file order; nil
// if there are none.
func NewError(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	sorted := slices.Clone(problems)
	slices.SortStableFunc(sorted, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return &Error{Problems: slices.Compact(sorted)}
}

// Suggest returns "; did you mean X?" if one of the known words is close to
// word, and otherwise the known words.
func Suggest(word string, known []string) string {
	if near := DidYouMean(word, known); near != "" || len(known) == 0 {
		return near
	}
	sorted := slices.Clone(known)
	slices.Sort(sorted)
	return "; known are " + strings.Join(sorted, ", ")
}

// DidYouMean returns "; did you mean X?" if one of the known words is close to word.
func DidYouMean(word string, known []string) string {
	best, least := "", 1+max(1, len(word)/3)
	for _, k := range known {
		if d := distance(word, k); d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// distance returns the number of letters to insert, delete, replace or swap with
// their neighbour to turn a into b (optimal string alignment).
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
