package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
)

// rowTitle is the head of the first column.
func rowTitle(b *analysis.Table) string {
	switch b.Rows.Key {
	case "dataset":
		return "Data set"
	case "label":
		return "Method"
	case spec.VariantKey:
		return "Variant"
	}
	return b.Rows.Key
}

// pieces returns the lines of a cell below its first one.
func (t texts) pieces(paper string) []string {
	var out []string
	if t.count != "" {
		out = append(out, t.count)
	}
	if t.paper != "" {
		out = append(out, paper+t.paper)
	}
	if t.verdict != "" {
		out = append(out, t.verdict)
	}
	return out
}

// head returns the first line of a cell: value, spread and interval.
func (t texts) head(value, plusMinus string) string {
	if t.spread != "" {
		value += plusMinus + t.spread
	}
	if t.interval != "" {
		value += " " + t.interval
	}
	return value
}

// markdown writes a table, one for each metric.
func markdown(b *analysis.Table, w *bytes.Buffer) {
	for _, m := range b.Blocks {
		fmt.Fprintf(w, "**%s**\n\n", escapeMarkdown(metrics.Get(m.Metric).Title))
		fmt.Fprintf(w, "| %s |", escapeMarkdown(rowTitle(b)))
		for _, col := range b.Cols.Values {
			fmt.Fprintf(w, " %s |", escapeMarkdown(col))
		}
		fmt.Fprintf(w, "\n|---|%s\n", strings.Repeat("---|", len(b.Cols.Values)))
		for i, row := range b.Rows.Values {
			fmt.Fprintf(w, "| %s |", escapeMarkdown(row))
			for _, e := range m.Entries[i] {
				t := textsOf(b, e, " ± ")
				value := t.value
				if t.best {
					value = "**" + value + "**"
				}
				lines := append([]string{t.head(value, " ± ")}, t.pieces("paper ")...)
				if t.verdict == analysis.Worse {
					lines[len(lines)-1] = "**" + analysis.Worse + "**"
				}
				fmt.Fprintf(w, " %s |", strings.Join(lines, "<br>"))
			}
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w)
	}
}

// escapeMarkdown keeps text from being read as Markdown inside a table.
func escapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "\n", " ").Replace(s)
}

// latex writes a table for the booktabs package, one for each metric.
func latex(b *analysis.Table, w *bytes.Buffer) {
	for _, m := range b.Blocks {
		fmt.Fprintf(w, "\\begin{table}\n\\centering\\small\n\\caption{%s: %s. %s}\n", escapeLaTeX(heading(b)), escapeLaTeX(metrics.Get(m.Metric).Title), escapeLaTeX(caption(b)))
		fmt.Fprintf(w, "\\begin{tabular}{l%s}\n\\toprule\n%s", strings.Repeat("l", len(b.Cols.Values)), escapeLaTeX(rowTitle(b)))
		for _, col := range b.Cols.Values {
			fmt.Fprintf(w, " & %s", escapeLaTeX(col))
		}
		fmt.Fprint(w, " \\\\\n\\midrule\n")
		for i, row := range b.Rows.Values {
			latexRow(b, w, row, m.Entries[i])
		}
		fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n\\end{table}\n")
	}
}

// latexRow writes a row: the values, and below them, smaller, what belongs to
// them, a line each.
func latexRow(b *analysis.Table, w *bytes.Buffer, row string, entries []analysis.Entry) {
	fmt.Fprint(w, escapeLaTeX(row))
	var below [][]string
	lines := 0
	for _, e := range entries {
		t := textsOf(b, e, " ± ")
		value := escapeLaTeX(t.value)
		if t.best {
			value = `\textbf{` + value + "}"
		}
		small := t.pieces("paper ")
		if t.interval != "" {
			small = append([]string{t.interval}, small...)
			t.interval = ""
		}
		fmt.Fprintf(w, " & %s", t.head(value, ` $\pm$ `))
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
		"±", `$\pm$`, busyMark, `$^\dagger$`, "–", "--", "≤", `$\le$`, "≥", `$\ge$`,
	).Replace(s)
}

// text writes a table for a terminal, one for each metric.
func terminal(b *analysis.Table, w io.Writer) error {
	fmt.Fprintf(w, "%s\n", heading(b))
	for _, m := range b.Blocks {
		fmt.Fprintf(w, "%s\n", metrics.Get(m.Metric).Title)
		out := tablewriter.NewTable(w,
			tablewriter.WithHeaderAutoFormat(tw.Off),
			tablewriter.WithHeaderAlignment(tw.AlignLeft),
			tablewriter.WithRowAlignment(tw.AlignLeft),
			tablewriter.WithRowAutoWrap(tw.WrapNone),
			tablewriter.WithRendition(tw.Rendition{Settings: tw.Settings{Separators: tw.Separators{BetweenRows: between(b)}}}),
		)
		out.Header(append([]string{rowTitle(b)}, b.Cols.Values...))
		for i, row := range b.Rows.Values {
			line := []string{row}
			for _, e := range m.Entries[i] {
				t := textsOf(b, e, " ± ")
				value := t.value
				if t.best {
					value += "*"
				}
				line = append(line, strings.Join(append([]string{t.head(value, " ± ")}, t.pieces("paper ")...), "\n"))
			}
			if err := out.Append(line); err != nil {
				return fmt.Errorf("table for the terminal: %w", err)
			}
		}
		if err := out.Render(); err != nil {
			return fmt.Errorf("table for the terminal: %w", err)
		}
	}
	return nil
}

// between says whether rows are set apart: where they have several lines.
func between(b *analysis.Table) tw.State {
	if b.Published != nil {
		return tw.On
	}
	return tw.Off
}

// csvHeader names the columns that every line has, after the coordinates.
var csvHeader = []string{
	"metric", "summary", "repeats", "planned", "failed", "value", "sd", "se", "low95", "high95", "best",
	"published_metric", "published", "published_spread", "published_se", "difference", "tolerance", "ratio", "verdict", "note",
}

// csvTables writes the blocks of one table, a line for each cell with all
// figures.
func csvTables(w io.Writer, blocks []analysis.Table) error {
	keys := map[string]bool{}
	for _, b := range blocks {
		for _, e := range b.All() {
			for key := range e.Group.At {
				keys[key] = true
			}
		}
	}
	names := slices.Sorted(maps.Keys(keys))
	out := csv.NewWriter(w)
	out.Write(append(slices.Clone(names), csvHeader...))
	for _, b := range blocks {
		for _, m := range b.Blocks {
			for _, line := range m.Entries {
				for _, e := range line {
					var fields []string
					for _, key := range names {
						fields = append(fields, e.Group.At[key])
					}
					out.Write(append(fields, csvFields(&b, m.Metric, e)...))
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

func csvFields(b *analysis.Table, metric string, e analysis.Entry) []string {
	s := e.Summary
	fields := []string{
		metric, b.Summary, strconv.Itoa(s.N), strconv.Itoa(e.Group.Planned), strconv.Itoa(len(e.Group.Failures)),
		number(s.Value), number(s.SD), number(s.SE), number(s.Low), number(s.High), strconv.FormatBool(e.Best),
	}
	v := e.Verdict
	if v == nil && e.Published != nil {
		return append(fields, e.Published.Metric, e.Published.Value, e.Published.Spread, "", "", "", "", "", "")
	}
	if v == nil {
		return append(fields, "", "", "", "", "", "", "", "", "")
	}
	difference, tolerance, ratio := math.NaN(), math.NaN(), math.NaN()
	if x, ok := e.Published.Number(); ok {
		difference = s.Value - x
	}
	if v.Tolerance != nil {
		tolerance = *v.Tolerance
	}
	if v.Ratio != nil {
		ratio = *v.Ratio
	}
	return append(fields, v.Reading, v.Published, v.Spread, number(b.Published.SE(*e.Published)),
		number(difference), number(tolerance), number(ratio), v.Verdict, v.Note)
}

// number writes a number so that it reads back the same; NaN is empty.
func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
