package format

import (
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// A mark stands for a verdict where there is room for a sign alone.
type mark struct{ verdict, text, latex string }

// marks are in the order in which legends have them.
var marks = []mark{
	{wording.Reproduced, "✓", `$=$`},
	{wording.Better, "▲", `$+$`},
	{wording.Worse, "✗", `$-$`},
	{wording.TooNoisy, "~", `$\sim$`},
	{wording.DataDiffers, "≠", `$\neq$`},
	{wording.TaskAssumed, "?", `?`},
	{wording.Preliminary, "…", `$\dots$`},
}

// ofVerdict returns the mark of a verdict, and whether it has one: ratios speak for
// themselves, and what is not there has no verdict.
func ofVerdict(verdict string) (mark, bool) {
	for _, m := range marks {
		if m.verdict == verdict {
			return m, true
		}
	}
	return mark{}, false
}

// legend says what the marks in a table mean, each as sign writes it; empty if it has none.
func legend(m document.MetricResults, sign func(mark) string) string {
	used := map[string]bool{}
	for _, row := range m.Rows {
		for _, c := range row.Cells {
			used[c.Verdict] = true
		}
	}
	var said []string
	for _, m := range marks {
		if used[m.verdict] {
			said = append(said, sign(m)+" "+m.verdict)
		}
	}
	return strings.Join(said, ", ")
}

// paperRow returns the paper's numbers of a row, and whether there are any.
func paperRow(row document.ResultRow) (numbers []string, any bool) {
	for _, c := range row.Cells {
		numbers = append(numbers, c.Paper)
		any = any || c.Paper != ""
	}
	return numbers, any
}

// isRatio says whether a verdict is a ratio, which speaks for itself.
func isRatio(verdict string) bool { return strings.HasPrefix(verdict, "ratio ") }
