package format

import (
	"slices"
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"gpcbench/report/document"
)

// results has a cell with all that a cell may say, and an empty one.
func results() document.Results {
	return document.Results{
		Heading: "Table 1", Caption: "Mean & deviation.", RowTitle: "Data set", Columns: []string{"A_1", "B"}, Best: "; C_2 never is",
		Metrics: []document.MetricResults{{Title: "Error", Rows: []document.ResultRow{{Name: "a|b", Cells: []document.Cell{
			{Value: "0.2", Spread: "0.1", Interval: "[0, 1]", Count: "9 repeats", Paper: "0.1 ± 0.0", Verdict: "worse", Best: true},
			{Value: "–", Interval: "[0, 1]"},
		}}}}},
	}
}

func TestMarkdown(t *testing.T) {
	var d document.Document
	d.Heading(2, "Head")
	d.Paragraph("%d%% of *%s*.", 5, "a_b")
	d.List(nil)
	d.List([]document.Marked{"one", "two"})
	d.Add(results(), document.Image{Name: "figure1", Text: "alt"})
	d.AddLong(document.Document{Blocks: []document.Block{document.Table{Head: []document.Marked{"", "x"}, Rows: [][]document.Marked{{"r", "1"}}}}}, 3, 2, "3 lines")
	d.AddLong(document.Document{Blocks: []document.Block{document.Code{Text: "runexp run"}}}, 2, 2, "2 lines")
	const want = "## Head\n\n5% of *a_b*.\n\n- one\n- two\n\n" +
		"**Error**\n\n| Data set | A_1 | B |\n|---|---|---|\n| a\\|b | **0.2** ± 0.1 ✗, 9 repeats | – |\n| *paper* | 0.1 ± 0.0 |  |\n\n✗ worse\n\n" +
		"![alt](figure1.svg)\n\n<details><summary>3 lines</summary>\n\n|  | x |\n|---|---|\n| r | 1 |\n\n</details>\n\n    runexp run\n\n"
	if got := string(Markdown(d)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLaTeX(t *testing.T) {
	got := string(LaTeX("paper-table-1", []document.Results{results()}))
	for _, want := range []string{
		`\caption{Error, table 1. Mean \& deviation. The best of a row is bold; C\_2 never is. $-$ worse.}`, `\label{tab:paper-table-1-1}`,
		`\begin{tabular}{lrr}`, `Data set & A\_1 & B \\`,
		`a|b & \textbf{0.2} $\pm$ 0.1\textsuperscript{$-$} {\scriptsize 9 repeats} & -- \\`, `\quad paper & 0.1 $\pm$ 0.0 &  \\`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := escapeLaTeX("one\n\n  two\r\nthree & four"); got != `one two three \& four` {
		t.Errorf("a blank line, which would end a paragraph: %q", got)
	}
}

// A table that is too wide for the page is split into even parts.
func TestLaTeXParts(t *testing.T) {
	got := string(LaTeX("wide", []document.Results{wide()}))
	if strings.Count(got, `{lrrr}`) != 2 || !strings.Contains(got, `\label{tab:wide-1-2}`) {
		t.Errorf("six columns:\n%s", got)
	}
}

func TestTerminal(t *testing.T) {
	var w strings.Builder
	if err := Terminal(&w, document.Document{Blocks: []document.Block{results()}}, Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Table 1\nError\n", "0.2* ± 0.1", "paper 0.1 ± 0.0"} {
		if !strings.Contains(w.String(), want) {
			t.Errorf("no %q in\n%s", want, w.String())
		}
	}
}

// wide is a table of six columns, with long names and many digits.
func wide() document.Results {
	r := document.Results{Heading: "Table 1", RowTitle: "Data set"}
	row := document.ResultRow{Name: "a table of a long name, inducing 100"}
	for _, name := range []string{"X-GPC", "SVGPC", "EP with a long name of its own", "SEP", "Linear", "class_shares_of_all_the_rows"} {
		r.Columns = append(r.Columns, name)
		row.Cells = append(row.Cells, document.Cell{Value: "0.23456", Spread: "0.01234", Interval: "[0.21345, 0.25678]", Count: "9 repeats"})
	}
	r.Metrics = []document.MetricResults{{Title: "Error", Rows: []document.ResultRow{row, row}}}
	return r
}

// Whatever the terminal's width, no line is longer, every number is whole, and each column is
// there once.
func TestTerminalFits(t *testing.T) {
	for _, width := range []int{200, 120, 80, 60, 40} {
		var w strings.Builder
		if err := terminalTable(&w, wide(), Style{Width: width}); err != nil {
			t.Fatal(err)
		}
		got := w.String()
		for line := range strings.Lines(got) {
			if n := twwidth.Width(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("%d columns, not %d: %s", n, width, line)
			}
		}
		for _, whole := range []string{"0.23456 ± 0.01234", "9 repeats"} {
			if n := strings.Count(got, whole); n != 12 {
				t.Errorf("at %d columns %s is there %d times, want 12:\n%s", width, whole, n, got)
			}
		}
	}
}

func TestTerminalInParts(t *testing.T) {
	r := wide()
	r.Columns, r.Metrics[0].Rows = r.Columns[:3], r.Metrics[0].Rows[:1]
	r.Metrics[0].Rows[0].Cells = r.Metrics[0].Rows[0].Cells[:3]
	var w strings.Builder
	if err := terminalTable(&w, r, Style{Width: 60, ASCII: true}); err != nil {
		t.Fatal(err)
	}
	const want = `Table 1
Error
+--------------+--------------------+--------------------+
| Data set     | X-GPC              | SVGPC              |
+--------------+--------------------+--------------------+
| a table of a | 0.23456 +- 0.01234 | 0.23456 +- 0.01234 |
| long name,   | 9 repeats          | 9 repeats          |
| inducing 100 |                    |                    |
+--------------+--------------------+--------------------+
+--------------+--------------------+
| Data set     | EP with a long     |
|              | name of its own    |
+--------------+--------------------+
| a table of a | 0.23456 +- 0.01234 |
| long name,   | 9 repeats          |
| inducing 100 |                    |
+--------------+--------------------+
`
	if w.String() != want {
		t.Errorf("got\n%s\nwant\n%s", w.String(), want)
	}
}

// Rows of one line stand below one another without lines between them, in parts too, which are long as it is.
func TestTerminalRowsOfOneLine(t *testing.T) {
	r := wide()
	for i := range r.Metrics[0].Rows {
		r.Metrics[0].Rows[i].Name = "wine"
		for j := range r.Metrics[0].Rows[i].Cells {
			r.Metrics[0].Rows[i].Cells[j].Count = ""
		}
	}
	var w strings.Builder
	if err := terminalTable(&w, r, Style{Width: 60, ASCII: true}); err != nil {
		t.Fatal(err)
	}
	if got := w.String(); strings.Count(got, "\n+--") != 3*strings.Count(got, "| Data set") || strings.Count(got, "| wine") != 2*strings.Count(got, "| Data set") {
		t.Errorf("lines between rows of one line:\n%s", got)
	}
}

// What is no terminal has lines of any length. What a terminal is told stands below the
// tables, without marks.
func TestNoTerminal(t *testing.T) {
	var w strings.Builder
	var d document.Document
	d.Tell("**Busy**: %s < `b` ([which](#below)), [a site](https://example.org/).", document.Escape("a_b"))
	d.Paragraph("Not told.")
	d.Add(results())
	d.TellList([]document.Marked{"one", "two"})
	if err := Terminal(&w, d, Style{}); err != nil {
		t.Fatal(err)
	}
	const want = `Table 1
Error
┌──────────┬─────────────────┬───┐
│ Data set │ A_1             │ B │
├──────────┼─────────────────┼───┤
│ a|b      │ 0.2* ± 0.1      │ – │
│          │ 9 repeats       │   │
│          │ paper 0.1 ± 0.0 │   │
│          │ worse           │   │
└──────────┴─────────────────┴───┘
Mean & deviation.
* marks the best of a row; C_2 never is.
Busy: a_b < b, a site.
- one
- two
`
	if w.String() != want {
		t.Errorf("got\n%s\nwant\n%s", w.String(), want)
	}
}

// On a terminal what is told is folded to its width.
func TestToldIsFolded(t *testing.T) {
	var w strings.Builder
	var d document.Document
	d.Tell("a table: X-GPC has the lowest NLL, 0.25 ± 0.1.")
	d.TellList([]document.Marked{"the first of two items"})
	if err := Terminal(&w, d, Style{Width: 20, ASCII: true}); err != nil {
		t.Fatal(err)
	}
	const want = "a table: X-GPC has\nthe lowest NLL, 0.25\n+- 0.1.\n- the first of two\n  items\n"
	if w.String() != want {
		t.Errorf("got\n%s\nwant\n%s", w.String(), want)
	}
}

func TestFold(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    []string
	}{
		{"one two three", 8, []string{"one two", "three"}},
		{"one two three", 13, []string{"one two three"}},
		{"an_endless_word here", 6, []string{"an_end", "less_w", "ord", "here"}},
		{"Daten für Käse", 5, []string{"Daten", "für", "Käse"}},
		{"", 5, []string{""}},
	} {
		if got := Fold(c.text, c.columns); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}

func TestCSV(t *testing.T) {
	got, err := CSV(document.Sheet{Head: []string{"a", "b"}, Lines: [][]string{{"1,5", ""}}})
	if want := "a,b\n\"1,5\",\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

// A text that begins as a formula does is one to a spreadsheet; a number is a number.
func TestCSVHasNoFormulas(t *testing.T) {
	got, err := CSV(document.Sheet{Head: []string{"=a", "b"}, Lines: [][]string{{"=1+1", "-1.5"}, {"@x", "+3e2"}, {"-x", "a=b"}}})
	if want := "'=a,b\n'=1+1,-1.5\n'@x,+3e2\n'-x,a=b\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}
