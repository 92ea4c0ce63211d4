package spec

import (
	"cmp"
	"slices"
	"strings"

	"gpcbench/wording"
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
	if near := wording.DidYouMean(word, known); near != "" || len(known) == 0 {
		return near
	}
	sorted := slices.Clone(known)
	slices.Sort(sorted)
	return "; known are " + strings.Join(sorted, ", ")
}
