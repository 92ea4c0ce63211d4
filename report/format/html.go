package format

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/wording"
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

// pageTemplates are the templates of page.html: "page", "chapter" and one for each kind of block, which has
// its name. They are made by init, since blocks are written by templates within templates.
var pageTemplates *template.Template

func init() {
	pageTemplates = template.Must(template.New("").Funcs(template.FuncMap{
		"part":   blockOf,
		"marked": markedIn,
		"anchor": func(heading document.Marked) string { return wording.Anchor(string(heading)) },
		"class":  className,
		"to":     func(id string) template.URL { return template.URL((&url.URL{Fragment: id}).String()) },
		"linked": linked,
		"plain":  unmarked,

		"cellClass":   cellClass,
		"cellMark":    cellMark,
		"cellTitle":   cellTitle,
		"outcomeMark": func(outcome string) string { return string(outcomeSigns[outcome].mark) },
		"outcomeSign": outcomeSign,
		"capital":     wording.Capital,
		"rowScale":    rowScale,
		"smallScale":  smallScale,
		"inNumbers":   inNumbers,
		"paper":       paperOf,
		"answers":     Answers,
		"costs":       wording.Lasting,
		"json":        func(v any) (string, error) { text, err := json.Marshal(v); return string(text), err },
	}).Parse(pageSource))
}

// Page writes chapters as one page that can be read without a network and without scripts. Figures
// are files in the folders beside it; without these folders only the figures are missing. Chapters of one
// paper are together, sorted as [wording.ByFolder] says.
func Page(chapters []document.Chapter) ([]byte, error) {
	chapters = slices.SortedFunc(slices.Values(chapters), func(a, b document.Chapter) int {
		return wording.ByFolder(a.Facts.Folder(), b.Facts.Folder())
	})
	var facts []document.Facts
	byPaper := map[string][]chapterView{}
	for _, c := range chapters {
		facts = append(facts, c.Facts)
		byPaper[paperOf(c.Facts)] = append(byPaper[paperOf(c.Facts)], chapterView{c, len(chapters) == 1})
	}
	view := pageView{
		Policy: fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; img-src 'self' file: data:; base-uri 'none'; form-action 'none'", digest(pageScript()), digest(pageStyle)),
		Style:  template.CSS(pageStyle), Script: template.JS(pageScript()),
		Title: "Gaussian-process classifiers: what the papers say and what our runs show", Outcomes: wording.Outcomes, Papers: Papers(facts), Chapters: byPaper,
	}
	view.Numbers = Numbers(view.Papers)
	if len(chapters) == 1 { // which is the page
		view.Title = facts[0].Title
	} else {
		view.Advice = Advising(facts)
	}
	var w bytes.Buffer
	if err := pageTemplates.ExecuteTemplate(&w, "page", view); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return w.Bytes(), nil
}

// pageView is the data of the template of the page.
type pageView struct {
	Policy, Title string
	Style         template.CSS
	Script        template.JS
	Outcomes      []string
	Papers        []PaperView
	Chapters      map[string][]chapterView // by paper
	Numbers       document.Table           // where the numbers of the papers stand
	Advice        []document.Facts         // of the reports that say which method to take
}

// Claimed says whether a paper on the page has claims.
func (v pageView) Claimed() bool {
	return slices.ContainsFunc(v.Papers, func(p PaperView) bool { return len(p.Claims) > 0 })
}

// Judged says whether numbers on the page have a verdict.
func (v pageView) Judged() bool {
	return slices.ContainsFunc(slices.Concat(slices.Collect(maps.Values(v.Chapters))...), func(c chapterView) bool { return len(c.Facts.Verdicts) > 0 })
}

// paperOf is the paper that an experiment belongs to, the experiment itself where it belongs to none.
func paperOf(f document.Facts) string {
	paper, _, _ := strings.Cut(f.Experiment, "/")
	return paper
}

// digest is the source of a content security policy that allows one text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// chapterView is the data of the template of a chapter. A chapter is folded unless it is the only one.
type chapterView struct {
	document.Chapter
	Open bool
}

// Short is the title below the name of the paper.
func (v chapterView) Short() string {
	for _, sign := range []string{", ", ": "} {
		if rest, found := strings.CutPrefix(v.Facts.Title, v.Facts.Paper+sign); found && v.Facts.Paper != "" {
			return wording.Capital(rest)
		}
	}
	return v.Facts.Title
}

// About is what the filters match.
func (v chapterView) About() map[string][]string {
	return map[string][]string{"dataset": v.Facts.Datasets, "label": v.Facts.Labels, "inducing": v.Facts.Inducing}
}

// markedIn writes a text of a chapter with links as they lead from the page: to a heading of the chapter, to a
// file of its folder, or out.
func markedIn(folder string, text document.Marked) template.HTML {
	return marked(string(text), func(to string) string {
		switch {
		case strings.HasPrefix(to, "#"):
			return "#" + folder + "/" + to[1:]
		case strings.Contains(to, "://"):
			return to
		}
		return document.Address(folder) + "/" + to
	})
}

// mostRows is the longest table on the page; the rest of a longer table is in the report.
const mostRows = 100

// blockView is the data of the template of a block.
type blockView struct {
	document.Block
	Folder string // of its chapter
	Most   int    // rows of a table
}

// At is the folder as a link has it.
func (v blockView) At() string { return document.Address(v.Folder) }

// blockOf writes a block of a chapter by the template of its name.
func blockOf(folder string, b document.Block) (template.HTML, error) {
	var w bytes.Buffer
	err := pageTemplates.ExecuteTemplate(&w, strings.TrimPrefix(fmt.Sprintf("%T", b), "document."), blockView{b, folder, mostRows})
	return template.HTML(w.String()), err
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

// cellMark is the mark of a cell's verdict, or a dot if it has none; ratios need no mark.
func cellMark(c document.Cell) string {
	if isRatio(c.Verdict) || c.Verdict == "" {
		return ""
	}
	if m, ok := ofVerdict(c.Verdict); ok {
		return m
	}
	return "·"
}

// cellTitle says what is known about a cell beyond the text in it, one line for each fact.
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
