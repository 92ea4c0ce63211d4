package format

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// The parts of the page that the program does not write. This script and this style are the
// only ones that the page's content security policy lets a browser use.
var (
	//go:embed page/page.html
	pageSource string
	//go:embed page/page.css
	pageStyle string
	//go:embed page/common.js page/tables.js page/page.js
	pageScripts embed.FS
)

// pageScript is the page's own scripts as one.
func pageScript() string {
	var w strings.Builder
	for _, name := range []string{"common", "tables", "page"} {
		src, err := pageScripts.ReadFile("page/" + name + ".js")
		if err != nil {
			panic(fmt.Sprintf("format: embedded script: %v", err))
		}
		w.Write(src)
	}
	return w.String()
}

// pageTemplates are the templates of page.html: "page", "chapter" and one for each kind of
// block. They are cloned before they are used, and so stay as they were parsed.
var pageTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"blocks": func([]document.Block) (template.HTML, error) { panic("set for each chapter") },
	"marked": func(document.Marked) template.HTML { panic("set for each chapter") },
	"class":  className,
	"to":     func(id string) template.URL { return template.URL((&url.URL{Fragment: id}).String()) },
	"linked": linked,
	"plain":  unmarked,

	"cellClass":   cellClass,
	"cellMark":    cellMark,
	"cellTitle":   cellTitle,
	"outcomeMark": func(outcome string) string { return outcomeMarks[outcome] },
	"outcomeSign": outcomeSign,
	"capital":     wording.Capital,
	"rowScale":    rowScale,
	"smallScale":  smallScale,
	"inNumbers":   inNumbers,
	"costs":       costs,
	"json":        func(v any) (string, error) { text, err := json.Marshal(v); return string(text), err },
}).Parse(pageSource))

// Page writes chapters as one page, which is read without a network and without scripts. Figures
// are files in the folders beside it; without these all but the figures is there. Chapters of one
// paper stand together, sorted as [wording.ByFolder] says.
func Page(chapters []document.Chapter) ([]byte, error) {
	chapters = slices.SortedFunc(slices.Values(chapters), func(a, b document.Chapter) int {
		return wording.ByFolder(a.Facts.Folder(), b.Facts.Folder())
	})
	var facts []document.Facts
	byPaper := map[string][]template.HTML{}
	for _, c := range chapters {
		written, err := chapterOf(c, len(chapters) == 1)
		if err != nil {
			return nil, fmt.Errorf("page: %s: %w", c.Facts.Experiment, err)
		}
		facts = append(facts, c.Facts)
		byPaper[paperOf(c.Facts)] = append(byPaper[paperOf(c.Facts)], written)
	}
	view := pageView{
		Policy: fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; img-src 'self' file: data:; base-uri 'none'; form-action 'none'", digest(pageScript()), digest(pageStyle)),
		Style:  template.CSS(pageStyle), Script: template.JS(pageScript()),
		Title: "Gaussian-process classifiers: what the papers say and what comes out", Outcomes: wording.Outcomes, Papers: Papers(facts), Chapters: byPaper,
	}
	view.Numbers = Numbers(view.Papers)
	if len(chapters) == 1 { // which is the page
		view.Title = facts[0].Title
	} else {
		view.Advice = Advising(facts)
	}
	var w bytes.Buffer
	if err := template.Must(pageTemplates.Clone()).Funcs(template.FuncMap{"marked": (&chapterWriter{}).marked}).ExecuteTemplate(&w, "page", view); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return w.Bytes(), nil
}

// pageView is what the template of the page sees.
type pageView struct {
	Policy, Title string
	Style         template.CSS
	Script        template.JS
	Outcomes      []string
	Papers        []PaperView
	Chapters      map[string][]template.HTML // by paper
	Numbers       document.Table             // where the numbers of the papers stand
	Advice        []document.Facts           // of the reports that say which method to take
}

// Claimed says whether a paper on the page has claims.
func (v pageView) Claimed() bool {
	return slices.ContainsFunc(v.Papers, func(p PaperView) bool { return len(p.Claims) > 0 })
}

// paperOf is the paper that an experiment belongs to, the experiment itself where it
// belongs to none.
func paperOf(f document.Facts) string {
	paper, _, _ := strings.Cut(f.Experiment, "/")
	return paper
}

// digest is the source of a content security policy that allows one text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// chapterView is what the template of a chapter sees.
type chapterView struct {
	document.Facts
	Paper   string
	Short   string              // title below the name of the paper
	About   map[string][]string // what the filters ask for
	Open    bool
	Content template.HTML
}

// chapterOf writes a chapter, which a reader opens unless it is the page.
func chapterOf(c document.Chapter, open bool) (template.HTML, error) {
	f := c.Facts
	chapter := &chapterWriter{folder: f.Folder()}
	chapter.templates = template.Must(pageTemplates.Clone()).Funcs(template.FuncMap{"blocks": chapter.blocks, "marked": chapter.marked})
	content, err := chapter.blocks(c.Blocks)
	if err != nil {
		return "", err
	}
	short := f.Title
	if rest, found := strings.CutPrefix(f.Title, f.Paper+", "); found && f.Paper != "" {
		short = wording.Capital(rest)
	}
	about := map[string][]string{"dataset": f.Datasets, "label": f.Labels, "inducing": f.Inducing}
	var w bytes.Buffer
	err = chapter.templates.ExecuteTemplate(&w, "chapter", chapterView{f, paperOf(f), short, about, open, content})
	return template.HTML(w.String()), err
}

// chapterWriter writes the blocks of one chapter.
type chapterWriter struct {
	folder    string // of the chapter's files, beside the page, with which its ids begin too
	templates *template.Template
}

// marked writes a text with links as they lead from the page: to a heading of the chapter, to a file of
// its folder, or out.
func (w *chapterWriter) marked(text document.Marked) template.HTML {
	return marked(string(text), func(to string) string {
		switch {
		case strings.HasPrefix(to, "#"):
			return "#" + w.folder + "/" + to[1:]
		case strings.Contains(to, "://"):
			return to
		}
		return w.folder + "/" + to
	})
}

// blocks writes blocks one after another; the title of the chapter stands above it
// already.
func (w *chapterWriter) blocks(blocks []document.Block) (template.HTML, error) {
	var out bytes.Buffer
	for _, b := range blocks {
		name, view := w.view(b)
		if name == "" {
			continue
		}
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
		if b.Level == 1 {
			return "", nil
		}
		return "heading", struct {
			ID   string
			Text document.Marked
		}{w.folder + "/" + wording.Anchor(string(b.Text)), b.Text}
	case document.Results:
		return "results", b
	case document.Image:
		return "image", struct {
			File string
			Text document.Marked
		}{w.folder + "/" + b.Name, b.Text}
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
	case document.Told:
		return "told", b
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
	all := len(t.Rows)
	if all <= mostRows {
		return tableView{Table: t}
	}
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

// cellMark is the mark of a cell's verdict, a dot where that has none; ratios speak for themselves.
func cellMark(c document.Cell) string {
	if isRatio(c.Verdict) || c.Verdict == "" {
		return ""
	}
	if m, ok := ofVerdict(c.Verdict); ok {
		return m
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
