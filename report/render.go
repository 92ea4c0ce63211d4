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
)

// rowTitle is the head of the first column.
func (b *table) rowTitle() string {
	switch b.rows.key {
	case "dataset":
		return "Data set"
	case "label":
		return "Method"
	case spec.VariantKey:
		return "Variant"
	}
	return b.rows.key
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
func (b *table) markdown(w *bytes.Buffer) {
	for _, m := range b.blocks {
		fmt.Fprintf(w, "**%s**\n\n", escapeMarkdown(metrics.Get(m.metric).Title))
		fmt.Fprintf(w, "| %s |", escapeMarkdown(b.rowTitle()))
		for _, col := range b.cols.values {
			fmt.Fprintf(w, " %s |", escapeMarkdown(col))
		}
		fmt.Fprintf(w, "\n|---|%s\n", strings.Repeat("---|", len(b.cols.values)))
		for i, row := range b.rows.values {
			fmt.Fprintf(w, "| %s |", escapeMarkdown(row))
			for _, e := range m.entries[i] {
				t := b.text(e, " ± ")
				value := t.value
				if t.best {
					value = "**" + value + "**"
				}
				lines := append([]string{t.head(value, " ± ")}, t.pieces("paper ")...)
				if t.verdict == Worse {
					lines[len(lines)-1] = "**" + Worse + "**"
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
func (b *table) latex(w *bytes.Buffer) {
	for _, m := range b.blocks {
		fmt.Fprintf(w, "\\begin{table}\n\\centering\\small\n\\caption{%s: %s. %s}\n", escapeLaTeX(b.heading()), escapeLaTeX(metrics.Get(m.metric).Title), escapeLaTeX(b.caption()))
		fmt.Fprintf(w, "\\begin{tabular}{l%s}\n\\toprule\n%s", strings.Repeat("l", len(b.cols.values)), escapeLaTeX(b.rowTitle()))
		for _, col := range b.cols.values {
			fmt.Fprintf(w, " & %s", escapeLaTeX(col))
		}
		fmt.Fprint(w, " \\\\\n\\midrule\n")
		for i, row := range b.rows.values {
			b.latexRow(w, row, m.entries[i])
		}
		fmt.Fprint(w, "\\bottomrule\n\\end{tabular}\n\\end{table}\n")
	}
}

// latexRow writes a row: the values, and below them, smaller, what belongs to
// them, a line each.
func (b *table) latexRow(w *bytes.Buffer, row string, entries []entry) {
	fmt.Fprint(w, escapeLaTeX(row))
	var below [][]string
	lines := 0
	for _, e := range entries {
		t := b.text(e, " ± ")
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
func (b *table) terminal(w io.Writer) error {
	fmt.Fprintf(w, "%s\n", b.heading())
	for _, m := range b.blocks {
		fmt.Fprintf(w, "%s\n", metrics.Get(m.metric).Title)
		out := tablewriter.NewTable(w,
			tablewriter.WithHeaderAutoFormat(tw.Off),
			tablewriter.WithHeaderAlignment(tw.AlignLeft),
			tablewriter.WithRowAlignment(tw.AlignLeft),
			tablewriter.WithRowAutoWrap(tw.WrapNone),
			tablewriter.WithRendition(tw.Rendition{Settings: tw.Settings{Separators: tw.Separators{BetweenRows: b.between()}}}),
		)
		out.Header(append([]string{b.rowTitle()}, b.cols.values...))
		for i, row := range b.rows.values {
			line := []string{row}
			for _, e := range m.entries[i] {
				t := b.text(e, " ± ")
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
func (b *table) between() tw.State {
	if b.published != nil {
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
func csvTables(w io.Writer, blocks []table) error {
	keys := map[string]bool{}
	for _, b := range blocks {
		for _, e := range b.all() {
			for key := range e.group.at {
				keys[key] = true
			}
		}
	}
	names := slices.Sorted(maps.Keys(keys))
	out := csv.NewWriter(w)
	out.Write(append(slices.Clone(names), csvHeader...))
	for _, b := range blocks {
		for _, m := range b.blocks {
			for _, line := range m.entries {
				for _, e := range line {
					var fields []string
					for _, key := range names {
						fields = append(fields, e.group.at[key])
					}
					out.Write(append(fields, b.csvFields(m.metric, e)...))
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

// all returns the entries of all metrics.
func (b *table) all() []entry {
	var out []entry
	for _, m := range b.blocks {
		for _, line := range m.entries {
			out = append(out, line...)
		}
	}
	return out
}

func (b *table) csvFields(metric string, e entry) []string {
	s := e.summary
	fields := []string{
		metric, b.summary, strconv.Itoa(s.N), strconv.Itoa(e.group.planned), strconv.Itoa(len(e.group.failures)),
		number(s.Value), number(s.SD), number(s.SE), number(s.Low), number(s.High), strconv.FormatBool(e.best),
	}
	v := e.verdict
	if v == nil && e.published != nil {
		return append(fields, e.published.Metric, e.published.Value, e.published.Spread, "", "", "", "", "", "")
	}
	if v == nil {
		return append(fields, "", "", "", "", "", "", "", "", "")
	}
	difference, tolerance, ratio := math.NaN(), math.NaN(), math.NaN()
	if x, ok := e.published.Number(); ok {
		difference = s.Value - x
	}
	if v.Tolerance != nil {
		tolerance = *v.Tolerance
	}
	if v.Ratio != nil {
		ratio = *v.Ratio
	}
	return append(fields, v.Reading, v.Published, v.Spread, number(b.published.SE(*e.published)),
		number(difference), number(tolerance), number(ratio), v.Verdict, v.Note)
}

// number writes a number so that it reads back the same; NaN is empty.
func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
