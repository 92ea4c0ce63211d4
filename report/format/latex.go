package format

import (
	"bytes"
	"fmt"
	"strings"

	"gpcbench/report/document"
)

// LaTeX writes tables for the booktabs package, one for each metric.
func LaTeX(tables []document.Results) []byte {
	var w bytes.Buffer
	fmt.Fprintln(&w, `% needs \usepackage{booktabs}`)
	for _, t := range tables {
		for _, m := range t.Metrics {
			latexTable(&w, t, m)
		}
	}
	return w.Bytes()
}

func latexTable(w *bytes.Buffer, t document.Results, m document.MetricResults) {
	fmt.Fprintf(w, "\\begin{table}\n\\centering\\small\n\\caption{%s: %s. %s}\n", escapeLaTeX(t.Heading), escapeLaTeX(m.Title), escapeLaTeX(t.Caption))
	fmt.Fprintf(w, "\\begin{tabular}{l%s}\n\\toprule\n%s", strings.Repeat("l", len(t.Columns)), escapeLaTeX(t.RowTitle))
	for _, column := range t.Columns {
		fmt.Fprintf(w, " & %s", escapeLaTeX(column))
	}
	fmt.Fprint(w, " \\\\\n\\midrule\n")
	for _, row := range m.Rows {
		latexRow(w, row)
	}
	fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n\\end{table}\n")
}

// latexRow writes a row: the values, and below them, smaller, what belongs to
// them, a line each.
func latexRow(w *bytes.Buffer, row document.ResultRow) {
	fmt.Fprint(w, escapeLaTeX(row.Name))
	var below [][]string
	lines := 0
	for _, c := range row.Cells {
		value := escapeLaTeX(c.Value)
		if c.Best {
			value = `\textbf{` + value + "}"
		}
		small := c.Below()
		if c.Interval != "" {
			small = append([]string{c.Interval}, small...)
			c.Interval = ""
		}
		fmt.Fprintf(w, " & %s", c.First(value, ` $\pm$ `))
		below = append(below, small)
		lines = max(lines, len(small))
	}
	fmt.Fprint(w, " \\\\\n")
	for i := range lines {
		for _, small := range below {
			fmt.Fprint(w, " &")
			if i < len(small) {
				fmt.Fprintf(w, ` {\footnotesize{}%s}`, escapeLaTeX(small[i]))
			}
		}
		fmt.Fprint(w, " \\\\\n")
	}
}

// escapeLaTeX keeps text from being read as LaTeX.
func escapeLaTeX(s string) string {
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
		"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`,
		"±", `$\pm$`, "†", `$^\dagger$`, "–", "--", "≤", `$\le$`, "≥", `$\ge$`,
	).Replace(s)
}
