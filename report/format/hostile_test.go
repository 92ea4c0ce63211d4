package format

import (
	"encoding/csv"
	"html"
	"regexp"
	"strings"
	"testing"
	"testing/quick"
	"unicode"

	"gpcbench/report/document"
)

// hostile are names that would do something in one of the formats.
var hostile = []string{
	`<img src=x onerror=alert(1)>`, `</td></table><script>alert(1)</script>`, `"><svg/onload=alert(1)>`, `&lt;b&gt; &#60;i&#62;`,
	"[a](javascript:alert(1))", "![a](http://x/y.png)", "a | b \\| c", "**a** _b_ `c` __d__", "# head\n- item\n1. one\n> quote", "---", "~~~", "\\", "a\\\n|",
	`\input{/etc/passwd} $x$ {}%`, "\x1b[2J\x1b]0;title\x07", "\u202egnp.exe\u202c \u2066x", "=cmd|' /C calc'!A0", "+1+1", "@SUM(1)", "\xff\xfe", "a\r\nb",
}

// Escaped text is shown as it is, in every format that reads marks.
func TestEscapedIsShownAsItIs(t *testing.T) {
	link := func(to string) string { return to }
	shown := func(name string) bool {
		escaped, want := document.Escape(name), document.Visible(name)
		if got := string(marked(string(escaped), link)); got != html.EscapeString(want) {
			t.Errorf("%q is written %q, want %q", name, got, html.EscapeString(want))
			return false
		}
		return unmarked(escaped) == want
	}
	for _, name := range hostile {
		if !shown(name) {
			t.Errorf("%q is shown as %q", name, unmarked(document.Escape(name)))
		}
	}
	if err := quick.Check(shown, nil); err != nil {
		t.Error(err)
	}
}

// LaTeX sees no command, group, comment or mathematics in a name, whatever it is.
func TestNamesAreNoLaTeX(t *testing.T) {
	for _, name := range hostile {
		written := escapeLaTeX(document.Visible(name))
		plain := regexp.MustCompile(`\\text[a-z]+\{\}|\\[{}$&#%_]|\$\\[a-z]+\$|\$[=+-]\$|\$\^\\d*dagger\$`).ReplaceAllString(written, "")
		if strings.ContainsAny(plain, `\{}$&#%_^~`) {
			t.Errorf("%q is written %q", name, written)
		}
	}
}

// A hostile name in every place of a document changes the structure of no format.
func TestHostileNames(t *testing.T) {
	of := func(name string) (markdown, page, terminal string, sheet []byte) {
		c := document.Chapter{Facts: document.Facts{Experiment: "p/a", Profile: "quick", Title: name, Labels: []string{name}, Sentence: name}}
		c.Heading(1, document.Escape(name))
		c.Heading(2, document.Escape(name))
		c.Paragraph("A %s.", name)
		c.Tell("Told %s", name)
		c.List([]document.Marked{document.Escape(name), document.Text("b: %s", name)})
		table := document.Table{Head: document.Cells("a", name)}
		table.Add(name, 1)
		r := results()
		visible := document.Visible(name)
		r.Heading, r.RowTitle, r.Columns = visible, visible, []string{visible, "B"}
		r.Metrics[0].Rows[0].Name, r.Metrics[0].Rows[0].Cells[0].Note = visible, name
		c.Add(table, r, document.Image{Name: "figure1", Text: document.Escape(name)}, document.Code{Text: "runexp " + name})
		c.AddLong(document.Document{Blocks: []document.Block{table}}, 2, 1, name)
		html, err := Page([]document.Chapter{c})
		if err != nil {
			t.Fatal(err)
		}
		var w strings.Builder
		if err := Terminal(&w, c.Document, Style{}); err != nil {
			t.Fatal(err)
		}
		if sheet, err = CSV(document.Sheet{Head: []string{name}, Lines: [][]string{{name}}}); err != nil {
			t.Fatal(err)
		}
		return string(Markdown(c.Document)), string(html), w.String(), sheet
	}
	bars := func(markdown string) (n int) {
		for line := range strings.Lines(markdown) {
			if !strings.HasPrefix(line, "    ") { // code
				n += strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
			}
		}
		return n
	}
	plainMarkdown, plainPage, _, _ := of("x")
	for _, name := range hostile {
		markdown, page, terminal, sheet := of(name)
		// an escaped backslash before a bar is no escaped bar
		if got, want := bars(strings.ReplaceAll(markdown, `\\`, "")), bars(plainMarkdown); got != want {
			t.Errorf("%q: Markdown has %d bars, not %d:\n%s", name, got, want, markdown)
		}
		if got, want := strings.Count(markdown, "\n"), strings.Count(plainMarkdown, "\n"); got != want {
			t.Errorf("%q: Markdown has %d lines, not %d:\n%s", name, got, want, markdown)
		}
		if got, want := strings.Count(markdown, "<"), strings.Count(plainMarkdown, "<"); !strings.Contains(name, "<") && got != want {
			t.Errorf("%q: Markdown has %d tags, not %d", name, got, want)
		}
		if got, want := strings.Count(page, "<"), strings.Count(plainPage, "<"); got != want {
			t.Errorf("%q: the page has %d tags, not %d", name, got, want)
		}
		for text, where := range map[string]string{markdown: "Markdown", terminal: "the terminal"} {
			if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) }); i >= 0 {
				t.Errorf("%q: %s has a control character at %q", name, where, text[i:min(i+20, len(text))])
			}
		}
		lines, err := csv.NewReader(strings.NewReader(string(sheet))).ReadAll()
		if err != nil {
			t.Errorf("%q: %v", name, err)
		}
		for _, line := range lines {
			if line[0] != "" && strings.ContainsRune("=+-@\t\r", rune(line[0][0])) {
				t.Errorf("%q: a formula in %q", name, line[0])
			}
		}
	}
}
