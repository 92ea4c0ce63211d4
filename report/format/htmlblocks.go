package format

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// chapterWriter writes the blocks of one chapter.
type chapterWriter struct {
	folder    string // of the chapter's files, beside the page, with which its ids begin too
	templates *template.Template
}

func newChapterWriter(f document.Facts) *chapterWriter {
	w := &chapterWriter{folder: f.Folder()}
	w.templates = template.Must(pageTemplates.Clone()).Funcs(template.FuncMap{"blocks": w.blocks, "marked": w.marked})
	return w
}

// marked writes a text with links as they lead from the page.
func (w *chapterWriter) marked(text string) template.HTML { return marked(text, w.link) }

// link leads to a heading of the chapter, to a file of its folder, or out.
func (w *chapterWriter) link(to string) string {
	switch {
	case strings.HasPrefix(to, "#"):
		return "#" + w.folder + "/" + to[1:]
	case strings.Contains(to, "://"):
		return to
	}
	return w.folder + "/" + to
}

// blocks writes blocks one after another; the title of the chapter stands above it
// already.
func (w *chapterWriter) blocks(blocks []document.Block) (template.HTML, error) {
	var out bytes.Buffer
	for _, b := range blocks {
		if h, ok := b.(document.Heading); ok && h.Level == 1 {
			continue
		}
		if part, ok := b.(document.Told); ok {
			text, err := w.blocks(part.Blocks)
			if err != nil {
				return "", err
			}
			out.WriteString(string(text))
			continue
		}
		name, view := w.view(b)
		if err := w.templates.ExecuteTemplate(&out, name, view); err != nil {
			return "", err
		}
	}
	return template.HTML(out.String()), nil
}

// view returns the template of a block and what it sees.
func (w *chapterWriter) view(b document.Block) (name string, view any) {
	switch b := b.(type) {
	case document.Heading:
		return "heading", struct{ ID, Text string }{w.folder + "/" + wording.Anchor(b.Text), b.Text}
	case document.Results:
		return "results", b
	case document.Image:
		return "image", struct{ File, Text string }{w.folder + "/" + b.Name, b.Text}
	case document.Data:
		return "data", w.folder + "/" + b.Name
	case document.Paragraph:
		return "paragraph", b
	case document.List:
		return "list", b
	case document.Table:
		return "table", w.shortened(b)
	case document.Code:
		return "code", b
	case document.Folded:
		return "folded", b
	}
	panic(fmt.Sprintf("format: a page has no %T", b))
}

// mostRows is the length of a table on the page: of a longer one the report has the rest.
const mostRows = 100

// tableView is a table with the number of rows that it has in the report, if that has more.
type tableView struct {
	document.Table
	All    int
	Report string // where they stand
}

// shortened cuts a long table.
func (w *chapterWriter) shortened(t document.Table) tableView {
	if len(t.Rows) <= mostRows {
		return tableView{Table: t}
	}
	all := len(t.Rows)
	t.Rows = t.Rows[:mostRows]
	return tableView{t, all, w.folder + "/" + ReportFile}
}

// cellClass is a cell's verdict, and whether it is the best of its row, as classes of the style.
func cellClass(c document.Cell) string {
	class := className(c.Verdict)
	if isRatio(c.Verdict) {
		class = "ratio"
	}
	if c.Best {
		class = strings.TrimSpace(class + " best")
	}
	return class
}

// cellMark is the mark of a cell's verdict; ratios speak for themselves.
func cellMark(c document.Cell) string {
	if isRatio(c.Verdict) || c.Verdict == "" {
		return ""
	}
	return markOf(c.Verdict)
}

// markOf is the mark of a verdict, a dot where it has none.
func markOf(verdict string) string {
	if m, ok := ofVerdict(verdict); ok {
		return m.text
	}
	return "·"
}

// cellTitle says what is known of a cell and does not stand in it, a line a piece.
func cellTitle(c document.Cell) string {
	var lines []string
	for _, piece := range []struct{ name, text string }{
		{"95% ", c.Interval}, {"", c.Count}, {"tolerance ", c.Tolerance}, {"", c.Verdict}, {"", c.Note},
	} {
		if piece.text != "" {
			lines = append(lines, piece.name+piece.text)
		}
	}
	return strings.Join(lines, "\n")
}
