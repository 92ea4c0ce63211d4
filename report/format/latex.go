package format

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// LaTeX writes tables for the packages booktabs and adjustbox, one for each metric, a line a row
// and never wider than the page. Labels are tab:NAME and the number of the table; a table of many
// columns comes in parts, whose labels end with their number from 2 on.
func LaTeX(name string, tables []document.Results) []byte {
	var w bytes.Buffer
	w.WriteString("% needs \\usepackage{booktabs,adjustbox}\n")
	n := 0
	for _, t := range tables {
		for _, m := range t.Metrics {
			n++
			label := fmt.Sprintf("tab:%s-%d", name, n)
			title := escapeLaTeX(fmt.Sprintf("%s, %s", m.Title, wording.Inner(t.Heading)))
			parts := (len(t.Columns) + mostColumns - 1) / mostColumns
			for i := range parts {
				from, to := i*len(t.Columns)/parts, (i+1)*len(t.Columns)/parts
				if i == 0 {
					latexTable(&w, t, m, from, to, title+". "+escapeLaTeX(t.Caption)+latexLegend(m, t.Best), label)
				} else {
					latexTable(&w, t, m, from, to, title+", continued.", fmt.Sprintf("%s-%d", label, i+1))
				}
			}
		}
	}
	return w.Bytes()
}

// mostColumns are those that a page has room for beside the names, with deviations and marks.
const mostColumns = 5

// latexTable writes some columns of a table with its caption, and below each row the paper's numbers, where it has some.
func latexTable(w *bytes.Buffer, t document.Results, m document.MetricResults, from, to int, caption, label string) {
	fmt.Fprintf(w, "\\begin{table}\n\\centering\\small\\setlength{\\tabcolsep}{4pt}\n\\caption{%s}\n\\label{%s}\n", caption, label)
	fmt.Fprintf(w, "\\begin{adjustbox}{max width=\\linewidth}\n\\begin{tabular}{l%s}\n\\toprule\n", strings.Repeat("r", to-from))
	line := func(name string, cells []string) {
		fmt.Fprintf(w, "%s \\\\\n", strings.Join(append([]string{name}, cells...), " & "))
	}
	var names []string
	for _, name := range t.Columns[from:to] {
		names = append(names, escapeLaTeX(name))
	}
	line(escapeLaTeX(t.RowTitle), names)
	fmt.Fprint(w, "\\midrule\n")
	for _, row := range m.Rows {
		row.Cells = row.Cells[from:to]
		var cells []string
		for _, c := range row.Cells {
			cells = append(cells, latexCell(c))
		}
		line(escapeLaTeX(row.Name), cells)
		if m.Has(func(c document.Cell) bool { return c.Paper != "" }) {
			var numbers []string
			for _, c := range row.Cells {
				numbers = append(numbers, escapeLaTeX(c.Paper))
			}
			line(`\quad paper`, numbers)
		}
	}
	fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n\\end{adjustbox}\n\\end{table}\n")
}

// latexLegend explains bold values and the superscripts after values.
func latexLegend(m document.MetricResults, best string) string {
	out := ""
	if m.Has(func(c document.Cell) bool { return c.Best }) {
		out += " The best of a row is bold" + escapeLaTeX(best) + "."
	}
	if said := legend(m); said != "" {
		out += " " + escapeLaTeX(said) + "."
	}
	return out
}

// latexCell writes a value with its deviation, and behind it the mark of its verdict, or else the
// verdict, and how often it was measured.
func latexCell(c document.Cell) string {
	value := escapeLaTeX(c.Value)
	if c.Best {
		value = `\textbf{` + value + "}"
	}
	if c.Spread != "" {
		value += ` $\pm$ ` + escapeLaTeX(c.Spread)
	}
	if sign, ok := ofVerdict(c.Verdict); ok {
		value += `\textsuperscript{` + escapeLaTeX(sign) + "}"
	} else if c.Verdict != "" {
		value += ` {\scriptsize ` + escapeLaTeX(c.Verdict) + "}"
	}
	if c.Count != "" {
		value += ` {\scriptsize ` + escapeLaTeX(c.Count) + "}"
	}
	return value
}

// escapeLaTeX keeps text from being read as LaTeX; ends of lines, of which two end a paragraph, become blanks.
func escapeLaTeX(s string) string {
	s = lineEnds.ReplaceAllString(s, " ")
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
		"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`,
		"±", `$\pm$`, "†", `$^\dagger$`, "‡", `$^\ddagger$`, "↓", `$^\downarrow$`, "–", "--", "≤", `$\le$`, "≥", `$\ge$`,
		"✓", `$=$`, "▲", `$+$`, "✗", `$-$`, "≠", `$\neq$`, "…", `$\dots$`,
	).Replace(s)
}

var lineEnds = regexp.MustCompile(`\s*[\r\n]\s*`)
