package format

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"gpcbench/report/document"
)

// latexHead is what a document needs for the tables.
const latexHead = `% needs \usepackage{booktabs,adjustbox,siunitx} and
% \sisetup{separate-uncertainty=true, detect-weight=true}
`

// LaTeX writes tables for the booktabs, adjustbox and siunitx packages, one for each metric:
// a line a row, columns aligned at the decimal point, and never wider than the page. Labels
// are tab:NAME and the number of the table.
func LaTeX(name string, tables []document.Results) []byte {
	var w bytes.Buffer
	w.WriteString(latexHead)
	n := 0
	for _, t := range tables {
		for _, m := range t.Metrics {
			n++
			latexTable(&w, t, m, fmt.Sprintf("tab:%s-%d", name, n))
		}
	}
	return w.Bytes()
}

func latexTable(w *bytes.Buffer, t document.Results, m document.MetricResults, label string) {
	caption := fmt.Sprintf("%s (%s). %s", m.Title, lowerFirst(t.Heading), m.Caption)
	fmt.Fprintf(w, "\\begin{table}\n\\centering\\small\n\\caption{%s", escapeLaTeX(caption))
	if said := legend(m, func(m mark) string { return m.latex }); said != "" {
		fmt.Fprintf(w, " %s.", said)
	}
	fmt.Fprintf(w, "}\n\\label{%s}\n\\begin{adjustbox}{max width=\\linewidth}\n\\begin{tabular}{l", label)
	for j := range t.Columns {
		w.WriteString(alignment(m, j))
	}
	fmt.Fprintf(w, "}\n\\toprule\n%s", escapeLaTeX(t.RowTitle))
	for _, column := range t.Columns {
		fmt.Fprintf(w, " & {%s}", escapeLaTeX(column))
	}
	fmt.Fprint(w, " \\\\\n\\midrule\n")
	for _, row := range m.Rows {
		latexRow(w, row)
	}
	fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n\\end{adjustbox}\n\\end{table}\n")
}

// lowerFirst is a title in the middle of a sentence.
func lowerFirst(s string) string {
	if rest, ok := strings.CutPrefix(s, "Table "); ok {
		return "table " + rest
	}
	return s
}

// latexRow writes a row in a line, and the paper's numbers in another.
func latexRow(w *bytes.Buffer, row document.ResultRow) {
	fmt.Fprint(w, escapeLaTeX(row.Name))
	for _, c := range row.Cells {
		fmt.Fprintf(w, " & %s", latexCell(c))
	}
	fmt.Fprint(w, " \\\\\n")
	numbers, any := paperRow(row)
	if !any {
		return
	}
	fmt.Fprint(w, `\quad paper`)
	for _, number := range numbers {
		value, spread, _ := strings.Cut(number, " ± ")
		fmt.Fprintf(w, " & %s", latexNumber(value, spread, ""))
	}
	fmt.Fprint(w, " \\\\\n")
}

// raisedText is what stands raised behind a value: the mark of its verdict, and how often it
// was not measured.
func raisedText(c document.Cell) string {
	var raised []string
	if m, ok := ofVerdict(c.Verdict); ok {
		raised = append(raised, m.latex)
	} else if c.Verdict != "" {
		raised = append(raised, escapeLaTeX(c.Verdict))
	}
	if c.Count != "" {
		raised = append(raised, escapeLaTeX(c.Count))
	}
	if raised == nil {
		return ""
	}
	return `\textsuperscript{` + strings.Join(raised, "; ") + "}"
}

// latexCell writes a value with its deviation and what stands behind it.
func latexCell(c document.Cell) string {
	text := latexNumber(c.Value, c.Spread, raisedText(c))
	if c.Best && !strings.HasPrefix(text, "{") {
		return `\bfseries ` + text
	}
	return text
}

// latexNumber writes a number with its deviation for siunitx and what stands behind it, or
// in braces what is none.
func latexNumber(value, spread, behind string) string {
	if _, ok := decimalsOf(value); !ok {
		if value == "" && behind == "" {
			return ""
		}
		return "{" + escapeLaTeX(value) + behind + "}"
	}
	out := value
	if spread != "" {
		out += "(" + lastDigits(value, spread) + ")"
	}
	if behind != "" {
		out += " {" + behind + "}"
	}
	return out
}

// decimalsOf returns how many digits of a number stand behind its point, and whether it is
// a number of digits alone.
func decimalsOf(s string) (decimals int, ok bool) {
	digits := strings.TrimPrefix(s, "-")
	whole, rest, _ := strings.Cut(digits, ".")
	if whole == "" || strings.Trim(whole+rest, "0123456789") != "" {
		return 0, false
	}
	return len(rest), true
}

// lastDigits is a deviation in units of the last digit of a value: 0.0091 of 0.2355 is 91.
func lastDigits(value, spread string) string {
	decimals, _ := decimalsOf(value)
	whole, rest, _ := strings.Cut(spread, ".")
	rest = (rest + strings.Repeat("0", decimals))[:decimals]
	if digits := strings.TrimLeft(whole+rest, "0"); digits != "" {
		return digits
	}
	return "0"
}

// width is about how wide a text is set, in characters: commands and signs of mathematics
// take no room.
func width(latex string) int {
	return len(strings.NewReplacer(`\textsuperscript`, "", "{", "", "}", "", "$", "", `\`, "").Replace(latex))
}

// alignment is the column type that column j needs: digits before and behind the point and
// of deviations, and room for the longest text behind, or plain text where there is no number.
func alignment(m document.MetricResults, j int) string {
	whole, decimals, deviation, behind := 0, 0, 0, ""
	see := func(value, spread string) {
		d, ok := decimalsOf(value)
		if !ok {
			return
		}
		before, _, _ := strings.Cut(value, ".")
		whole, decimals = max(whole, len(before)), max(decimals, d)
		if spread != "" {
			deviation = max(deviation, len(lastDigits(value, spread)))
		}
	}
	for _, row := range m.Rows {
		c := row.Cells[j]
		see(c.Value, c.Spread)
		if text := raisedText(c); width(text) > width(behind) {
			behind = text
		}
		value, spread, _ := strings.Cut(c.Paper, " ± ")
		see(value, spread)
	}
	if whole == 0 {
		return "c"
	}
	format := fmt.Sprintf("%d.%d", whole, decimals)
	if deviation > 0 {
		format += fmt.Sprintf("(%d)", deviation)
	}
	if behind != "" {
		format += `, table-space-text-post={\bfseries ` + behind + "}"
	}
	return "S[table-format=" + format + "]"
}

// escapeLaTeX keeps text from being read as LaTeX; ends of lines, of which two end a
// paragraph, become blanks.
func escapeLaTeX(s string) string {
	s = lineEnds.ReplaceAllString(s, " ")
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
		"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`,
		"±", `$\pm$`, "†", `$^\dagger$`, "–", "--", "≤", `$\le$`, "≥", `$\ge$`,
	).Replace(s)
}

var lineEnds = regexp.MustCompile(`\s*[\r\n]\s*`)
