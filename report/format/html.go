package format

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// The parts of the page that the program does not write. These scripts and styles are the
// only ones that the page's content security policy lets a browser use.
var (
	//go:embed page/page.html
	pageSource string
	//go:embed page/page.css
	pageStyle string
	//go:embed page/uPlot.min.css
	plotStyle string
	//go:embed page/uPlot.iife.min.js
	plotScript string
	//go:embed page/uPlot.LICENSE
	plotLicence string
	//go:embed page/common.js page/tables.js page/curves.js page/page.js
	pageScripts embed.FS
)

// scriptOrder is the order of the page's own scripts, which are one.
var scriptOrder = []string{"common", "tables", "curves", "page"}

// pageScript is the page's own scripts as one.
func pageScript() string {
	var w strings.Builder
	for _, name := range scriptOrder {
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
	"blocks": func() (template.HTML, error) { panic("set for each chapter") },
	"marked": func() (template.HTML, error) { panic("set for each chapter") },
	"class":  className,
	"to":     within,
	"plural": wording.Plural,
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

// Part is a chapter as it stands in a page, with the lines it stands between.
type Part struct {
	Facts document.Facts
	HTML  template.HTML
}

// Page writes parts as one page, which is read without a network and without scripts. Figures
// are files in the folders beside it; without these all but the figures is there. Parts of one
// paper stand together, sorted as [wording.ByFolder] says.
func Page(parts []Part) ([]byte, error) {
	parts = slices.SortedFunc(slices.Values(parts), func(a, b Part) int { return wording.ByFolder(a.Facts.Folder(), b.Facts.Folder()) })
	var w bytes.Buffer
	styles, scripts := []string{plotStyle, pageStyle}, []string{"/*\n" + plotLicence + "*/\n" + plotScript, pageScript()}
	view := pageView{
		Policy:    fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; img-src 'self' file: data:; base-uri 'none'; form-action 'none'", digests(scripts), digests(styles)),
		Generator: pageGenerator, Title: "Gaussian-process classifiers: what the papers say and what comes out", Outcomes: wording.Outcomes, Papers: papersOf(parts),
	}
	if len(parts) == 1 { // which is the page
		view.Title = parts[0].Facts.Title
		open := strings.Replace(string(parts[0].HTML), "<details>", openDetails, 1)
		view.Papers[0].Parts[0].HTML = template.HTML(open)
	} else {
		view.Advice = Advising(factsOf(parts))
	}
	for _, s := range styles {
		view.Styles = append(view.Styles, template.CSS(s))
	}
	for _, s := range scripts {
		view.Scripts = append(view.Scripts, template.JS(s))
	}
	err := template.Must(pageTemplates.Clone()).ExecuteTemplate(&w, "page", view)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return w.Bytes(), nil
}

// pageView is what the template of the page sees.
type pageView struct {
	Policy, Generator, Title string
	Styles                   []template.CSS
	Scripts                  []template.JS
	Outcomes                 []string
	Papers                   []paperView
	Advice                   []document.Facts // of the reports that say which method to take
}

// paperView is the parts of one paper.
type paperView struct {
	PaperView
	Parts []Part
}

// Numbers is where the numbers of the papers stand.
func (v pageView) Numbers() document.Table {
	var papers []PaperView
	for _, p := range v.Papers {
		papers = append(papers, p.PaperView)
	}
	return Numbers(papers)
}

// Claimed says whether a paper on the page has claims.
func (v pageView) Claimed() bool {
	return slices.ContainsFunc(v.Papers, func(p paperView) bool { return len(p.Claims) > 0 })
}

// papersOf groups parts, which are sorted, by paper.
func papersOf(parts []Part) []paperView {
	var out []paperView
	for _, v := range Papers(factsOf(parts)) {
		own := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return paperOf(p.Facts) != v.Name })
		out = append(out, paperView{v, own})
	}
	return out
}

func factsOf(parts []Part) []document.Facts {
	var out []document.Facts
	for _, p := range parts {
		out = append(out, p.Facts)
	}
	return out
}

// paperOf is the paper that an experiment belongs to, the experiment itself where it
// belongs to none.
func paperOf(f document.Facts) string {
	paper, _, _ := strings.Cut(f.Experiment, "/")
	return paper
}

// digests are the sources of a content security policy that allow texts.
func digests(texts []string) string {
	var out []string
	for _, t := range texts {
		out = append(out, digest(t))
	}
	return strings.Join(out, " ")
}

// digest is the source of a content security policy that allows one text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Parts of a page stand between these lines. Another generator's are not read.
const (
	pageGenerator = "runexp report, page 5"
	partBegins    = "<!-- part -->\n"
	partEnds      = "<!-- end of part -->\n"
	factsBegin    = `<script type="application/json" class="facts">`
	packedBegin   = `<script type="application/octet-stream" class="exploration">`
	scriptEnd     = "</script>"
	openDetails   = "<details open>"
)

// NewPart writes a chapter.
func NewPart(c document.Chapter) (Part, error) {
	facts, err := json.Marshal(c.Facts)
	if err != nil {
		return Part{}, fmt.Errorf("page: facts of %s: %w", c.Facts.Experiment, err)
	}
	packed, err := packedJSON(c.Exploration)
	if err != nil {
		return Part{}, fmt.Errorf("page: what is to be explored of %s: %w", c.Facts.Experiment, err)
	}
	chapter := newChapterWriter(c.Facts)
	content, err := chapter.blocks(c.Blocks)
	if err != nil {
		return Part{}, fmt.Errorf("page: %s: %w", c.Facts.Experiment, err)
	}
	data := fmt.Sprintf("%s%s%s\n%s%s%s", factsBegin, facts, scriptEnd, packedBegin, packed, scriptEnd)
	var w bytes.Buffer
	w.WriteString(partBegins)
	err = chapter.templates.ExecuteTemplate(&w, "chapter", chapterView{c.Facts, paperOf(c.Facts), shortTitle(c.Facts), content, template.HTML(data)})
	if err != nil {
		return Part{}, fmt.Errorf("page: %s: %w", c.Facts.Experiment, err)
	}
	w.WriteString(partEnds)
	return Part{c.Facts, template.HTML(w.String())}, nil
}

// within links to a part of the page.
func within(id string) template.URL {
	to := url.URL{Fragment: id}
	return template.URL(to.String())
}

// shortTitle is the title of a report below the name of its paper.
func shortTitle(f document.Facts) string {
	rest, found := strings.CutPrefix(f.Title, f.Paper+", ")
	if f.Paper == "" || !found {
		return f.Title
	}
	return wording.Capital(rest)
}

// packedJSON writes a value as JSON, packed by gzip and written in base64: a fifth of the
// JSON. Browsers unpack it.
func packedJSON(v any) (string, error) {
	var w bytes.Buffer
	pack, err := gzip.NewWriterLevel(&w, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if err := errors.Join(json.NewEncoder(pack).Encode(v), pack.Close()); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(w.Bytes()), nil
}

// chapterView is what the template of a chapter sees.
type chapterView struct {
	document.Facts
	Paper   string
	Short   string // title
	Content template.HTML
	Data    template.HTML
}

// Parts reads the parts of a page that Page wrote. A page of another version has none.
func Parts(page []byte) []Part {
	if !bytes.Contains(page, []byte(`content="`+pageGenerator+`"`)) {
		return nil
	}
	var out []Part
	for {
		_, rest, found := bytes.Cut(page, []byte(partBegins))
		part, rest, ends := bytes.Cut(rest, []byte(partEnds))
		if !found || !ends {
			return out
		}
		page = rest
		_, facts, _ := bytes.Cut(part, []byte(factsBegin))
		facts, _, _ = bytes.Cut(facts, []byte(scriptEnd))
		closed := strings.Replace(string(part), openDetails, "<details>", 1) // as it was on a page of its own
		p := Part{HTML: template.HTML(partBegins + closed + partEnds)}
		if json.Unmarshal(facts, &p.Facts) == nil {
			out = append(out, p)
		}
	}
}
