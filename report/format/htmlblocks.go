package format

import (
	"bytes"
	"encoding/json"
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
		return "results", resultsView(b)
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

// ReportFile is the report itself in the folder of its files.
const ReportFile = "report.md"

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

// metricView is one table of results: those of one metric.
type metricView struct {
	document.Results
	document.MetricResults
	Where string // coordinates of all cells, as JSON
	Lines []lineView
}

// lineView is a row of a table of results.
type lineView struct {
	Name  string
	Cells []cellView
}

// cellView is a cell with what only a page can say.
type cellView struct {
	document.Cell
	Class string
	Mark  string // of the verdict
	Title string // shown where one points at the cell
}

func resultsView(r document.Results) []metricView {
	where, err := json.Marshal(r.At)
	if err != nil {
		panic(fmt.Sprintf("format: strings as JSON: %v", err))
	}
	var out []metricView
	for _, m := range r.Metrics {
		v := metricView{Results: r, MetricResults: m, Where: string(where)}
		for _, row := range m.Rows {
			line := lineView{Name: row.Name}
			for _, c := range row.Cells {
				line.Cells = append(line.Cells, newCellView(c))
			}
			v.Lines = append(v.Lines, line)
		}
		out = append(out, v)
	}
	return out
}

func newCellView(c document.Cell) cellView {
	v := cellView{Cell: c}
	v.Class = className(c.Verdict)
	isRatio := strings.HasPrefix(c.Verdict, "ratio")
	if isRatio {
		v.Class = "ratio"
	}
	if c.Best {
		v.Class = strings.TrimSpace(v.Class + " best")
	}
	if c.Verdict != "" && !isRatio {
		v.Mark = markOf(c.Verdict)
	}
	v.Title = cellTitle(c)
	return v
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
