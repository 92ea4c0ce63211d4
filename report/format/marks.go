package format

import (
	"strings"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// marks are signs of verdicts, in the order in which legends have them.
var marks = []struct{ verdict, sign string }{
	{wording.Reproduced, "✓"},
	{wording.Better, "▲"},
	{wording.Worse, "✗"},
	{wording.TooNoisy, "~"},
	{wording.DataDiffers, "≠"},
	{wording.TaskAssumed, "?"},
	{wording.Preliminary, "…"},
}

// ofVerdict returns the mark of a verdict, and whether it has one: ratios need no mark,
// and missing values have no verdict.
func ofVerdict(verdict string) (sign string, ok bool) {
	for _, m := range marks {
		if m.verdict == verdict {
			return m.sign, true
		}
	}
	return "", false
}

// legend says what the marks in a table mean; empty if it has none.
func legend(m document.MetricResults) string {
	var said []string
	for _, mark := range marks {
		if m.Has(func(c document.Cell) bool { return c.Verdict == mark.verdict }) {
			said = append(said, mark.sign+" "+mark.verdict)
		}
	}
	return strings.Join(said, ", ")
}

// isRatio reports whether a verdict is a ratio, which needs no mark.
func isRatio(verdict string) bool { return strings.HasPrefix(verdict, "ratio ") }
