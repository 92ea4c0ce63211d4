package format

import (
	"strings"
	"testing"

	"gpcbench/report/document"
)

// results has a cell with all that a cell may say, and an empty one.
func results() document.Results {
	return document.Results{
		Heading: "Table 1", Caption: "Mean & interval.", RowTitle: "Data set", Columns: []string{"A_1", "B"}, Compared: true,
		Metrics: []document.MetricResults{{Title: "Error", Rows: []document.ResultRow{{Name: "a|b", Cells: []document.Cell{
			{Value: "0.2", Spread: "0.1", Interval: "[0, 1]", Count: "9 repeats", Paper: "0.1 ± 0.0", Verdict: "worse", Worse: true, Best: true},
			{Value: "–", Interval: "[0, 1]"},
		}}}}},
	}
}

func TestMarkdown(t *testing.T) {
	var d document.Document
	d.Heading(2, "Head")
	d.Paragraph("%d%% of *%s*.", 5, document.Escape("a_b"))
	d.List(nil)
	d.List([]string{"one", "two"})
	d.Add(results(), document.Image{Name: "figure1", Text: "alt"})
	d.AddLong(document.Document{Blocks: []document.Block{document.Table{Head: []string{"", "x"}, Rows: [][]string{{"r", "1"}}}}}, 3, 2, "3 lines")
	d.AddLong(document.Document{Blocks: []document.Block{document.Code{Text: "runexp run"}}}, 2, 2, "2 lines")
	const want = "## Head\n\n5% of *a\\_b*.\n\n- one\n- two\n\n" +
		"**Error**\n\n| Data set | A\\_1 | B |\n|---|---|---|\n| a\\|b | **0.2** ± 0.1 ✗, 9 repeats | – [0, 1] |\n| *paper* | 0.1 ± 0.0 |  |\n\n✗ worse\n\n" +
		"![alt](figure1.png)\n\n<details><summary>3 lines</summary>\n\n| | x |\n|---|---|\n| r | 1 |\n\n</details>\n\n    runexp run\n\n"
	if got := string(Markdown(d)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A cell is one line: what siunitx takes for a number, and what is none in braces.
func TestLaTeX(t *testing.T) {
	got := string(LaTeX("paper-table-1", []document.Results{results()}))
	for _, want := range []string{
		`\caption{Error (table 1). Mean \& interval. $-$ worse.}`, `\label{tab:paper-table-1-1}`,
		`\begin{tabular}{lS[table-format=1.1(1), table-space-text-post={\bfseries \textsuperscript{$-$; 9 repeats}}]c}`, `Data set & {A\_1} & {B} \\`,
		`a|b & \bfseries 0.2(1) {\textsuperscript{$-$; 9 repeats}} & {-- [0, 1]} \\`, `\quad paper & 0.1(0) &  \\`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestLastDigits(t *testing.T) {
	for _, c := range [][3]string{{"0.2355", "0.0091", "91"}, {"12.30", "1.20", "120"}, {"3", "0", "0"}, {"0.21", "0.00", "0"}, {"105", "12", "12"}, {"0.61", "0.1", "10"}} {
		if got := lastDigits(c[0], c[1]); got != c[2] {
			t.Errorf("%s of %s is %s, want %s", c[1], c[0], got, c[2])
		}
	}
}

func TestTerminal(t *testing.T) {
	var w strings.Builder
	if err := Terminal(&w, results()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Table 1\nError\n", "0.2* ± 0.1 [0, 1]", "paper 0.1 ± 0.0"} {
		if !strings.Contains(w.String(), want) {
			t.Errorf("no %q in\n%s", want, w.String())
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

// A blank line would end the paragraph of a caption.
func TestLaTeXHasNoBlankLines(t *testing.T) {
	if got := escapeLaTeX("one\n\n  two\r\nthree & four"); got != `one two three \& four` {
		t.Errorf("got %q", got)
	}
}
