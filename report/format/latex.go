package format

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// latexHead is what a document needs for the tables.
const latexHead = `% needs \usepackage{booktabs,adjustbox,siunitx} and
% \sisetup{separate-uncertainty=true, detect-weight=true}
`

// LaTeX writes tables for the booktabs, adjustbox and siunitx packages, one for each metric:
// a line a row, columns aligned at the decimal point, and never wider than the page. Labels
// are tab:NAME and the number of the table; parts of a table that is too wide are tables of
// their own, whose labels end with their number from 2 on.
func LaTeX(name string, tables []document.Results) []byte {
	var w bytes.Buffer
	w.WriteString(latexHead)
	n := 0
	for _, t := range tables {
		for _, m := range t.Metrics {
			n++
			label := fmt.Sprintf("tab:%s-%d", name, n)
			title := fmt.Sprintf("%s, %s", m.Title, wording.Inner(t.Heading))
			for i, part := range layoutsOf(t, m) {
				if i == 0 {
					part.write(&w, escapeLaTeX(title+". "+t.Caption)+part.legends(m), label)
				} else {
					part.write(&w, escapeLaTeX(title)+", continued.", fmt.Sprintf("%s-%d", label, i+1))
				}
			}
		}
	}
	return w.Bytes()
}

// write writes a table with its caption.
func (l layout) write(w *bytes.Buffer, caption, label string) {
	fmt.Fprintf(w, "\\begin{table}\n\\centering\\small\\setlength{\\tabcolsep}{4pt}\n\\caption{%s}\n\\label{%s}\n", caption, label)
	fmt.Fprint(w, "\\begin{adjustbox}{max width=\\linewidth}\n\\begin{tabular}{l")
	for j := range l.columns {
		w.WriteString(l.column(j).alignment())
	}
	fmt.Fprintf(w, "}\n\\toprule\n%s", escapeLaTeX(l.rowTitle))
	for _, name := range l.columns {
		fmt.Fprintf(w, " & {%s}", escapeLaTeX(name))
	}
	fmt.Fprint(w, " \\\\\n\\midrule\n")
	for _, row := range l.rows {
		l.writeRow(w, row)
	}
	fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n\\end{adjustbox}\n\\end{table}\n")
}

// legends are sentences on what is bold, and on what stands raised behind values.
func (l layout) legends(m document.MetricResults) string {
	out := ""
	if m.HasBest() {
		out += " The best of a row is bold."
	}
	if said := legend(m, func(m mark) string { return m.latex }); said != "" {
		out += " " + said + "."
	}
	if m.Has(func(c document.Cell) bool { _, ok := ratioOf(c.Verdict); return ok }) {
		out += ` $\times$: ours over the paper's.`
	}
	for i, text := range l.notes {
		out += fmt.Sprintf(` \textsuperscript{%s} %s.`, letter(i), escapeLaTeX(text))
	}
	return out
}

// writeRow writes a row in a line, and the paper's numbers, where it has some, in another.
func (l layout) writeRow(w *bytes.Buffer, row document.ResultRow) {
	fmt.Fprint(w, escapeLaTeX(row.Name))
	for _, c := range row.Cells {
		fmt.Fprintf(w, " & %s", l.cell(c))
	}
	fmt.Fprint(w, " \\\\\n")
	numbers, any := paperRow(row)
	if !any {
		return
	}
	fmt.Fprint(w, `\quad paper`)
	for _, number := range numbers {
		value, spread := valueAndSpread(number)
		fmt.Fprintf(w, " & %s", latexNumber(value, spread, ""))
	}
	fmt.Fprint(w, " \\\\\n")
}

// valueAndSpread splits a paper's number.
func valueAndSpread(number string) (value, spread string) {
	value, spread, _ = strings.Cut(number, " ± ")
	return value, spread
}

// raisedText is what stands raised behind a value: the mark of its verdict or its ratio, and
// the letter of how often it was not measured.
func (l layout) raisedText(c document.Cell) string {
	var out []string
	if m, ok := ofVerdict(c.Verdict); ok {
		out = append(out, m.latex)
	} else if ratio, ok := ratioOf(c.Verdict); ok {
		out = append(out, `$\times$`+ratio)
	} else if c.Verdict != "" {
		out = append(out, escapeLaTeX(c.Verdict))
	}
	if i := slices.Index(l.notes, c.Count); i >= 0 {
		out = append(out, letter(i))
	}
	if out == nil {
		return ""
	}
	return `\textsuperscript{` + strings.Join(out, ",") + "}"
}

// ratioOf returns the number of a verdict that is a ratio.
func ratioOf(verdict string) (ratio string, ok bool) { return strings.CutPrefix(verdict, "ratio ") }

// letter is the i-th mark of a note: a to z, aa to zz.
func letter(i int) string { return strings.Repeat(string(rune('a'+i%26)), 1+i/26) }

// cell writes a value with its deviation and what stands behind it.
func (l layout) cell(c document.Cell) string {
	text := latexNumber(c.Value, c.Spread, l.raisedText(c))
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
	if finer(spread, value) {
		return fmt.Sprintf(`{$%s \pm %s$%s}`, value, spread, behind)
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

// finer says whether a deviation has more decimals than its value, as some papers print it:
// then it is no number of units of the value's last digit.
func finer(spread, value string) bool {
	of, number := decimalsOf(spread)
	decimals, _ := decimalsOf(value)
	return number && of > decimals
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

// wholeDigits is how many characters of a number stand before its point.
func wholeDigits(s string) int {
	whole, _, _ := strings.Cut(s, ".")
	return len(whole)
}

// alignment is the column type: digits before and behind the point and of deviations, and
// room for the longest text behind, or plain text where there is no number.
func (c column) alignment() string {
	if c.whole == 0 {
		return "c"
	}
	format := fmt.Sprintf("%d.%d", c.whole, c.decimals)
	if c.deviation > 0 {
		format += fmt.Sprintf("(%d)", c.deviation)
	}
	if c.behind != "" {
		format += `, table-space-text-post={\bfseries ` + c.behind + "}"
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
