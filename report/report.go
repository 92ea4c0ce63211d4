package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
	"gpcbench/report/atomicfile"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/wording"
)

// Report is a finished report: its files and what they say in short.
type Report struct {
	Name     string // of the experiment
	Profile  string
	Title    string
	Verdicts []analysis.Verdict
	Claims   []analysis.Outcome
	Document document.Document
	Files    []File // report.md first; paths relative to the report's folder

	Planned, Done, Failed, Stale int              // cells
	Waiting                      []record.Dataset // not available, and without any record

	tables  []analysis.Table
	notes   []string         // what the terminal should see below the tables
	advice  []string         // which method to take, over all data sets first
	chapter document.Chapter // for the page over all reports
	answers []string         // which method to take, for each table of the user's own
}

// File is one file of a report; Path is relative, with slashes.
type File struct {
	Path    string
	Content []byte
}

// Build makes the report on one experiment. The error is about published.toml,
// or a table that names what it does not have or mixes what is not alike.
func Build(in analysis.Input) (*Report, error) {
	p := analysis.New(in)
	tables, err := p.AllTables()
	if err != nil {
		return nil, err
	}
	r := &Report{Name: in.Spec.Name, Profile: in.Spec.Profile, Title: in.Spec.Title, Stale: in.Stale}
	if r.Title == "" {
		r.Title = r.Name
	}
	for _, c := range in.Cells {
		r.Planned++
		rec, done := in.Records[c.ID]
		switch {
		case done && rec.Status == record.OK:
			r.Done++
		case done:
			r.Failed++
		}
	}
	r.Waiting = p.Waiting()
	r.Verdicts = analysis.VerdictsOf(tables)
	var body page
	for i, t := range p.Spec.Tables {
		blocks := tables[i]
		r.tables = append(r.tables, blocks...)
		body.tables(p, i+1, t, blocks)
	}
	body.parameters(p)
	for i, f := range p.Spec.Figures {
		if f.Title == "" {
			f.Title = fmt.Sprintf("Figure %d", i+1)
		}
		body.figures(p, f, figures(p, i+1, f))
	}
	for _, a := range p.Answers() {
		r.answers = append(r.answers, answer(a))
	}
	r.Claims = p.Claims()
	var head, foot page
	foot.foot(p, r)
	head.Heading(1, document.Escape(r.Title))
	head.claims(p, r.Claims, slices.Concat(body.Blocks, foot.Blocks))
	head.advice(p, r)
	head.head(p, r)
	r.Document.Add(slices.Concat(head.Blocks, body.Blocks, foot.Blocks)...)
	r.chapter = chapterOf(p, r)
	if r.Files, err = filesOf(r.Name, r.Document); err != nil {
		return nil, err
	}
	return r, nil
}

// WriteDir writes the files of the report into a folder, which is made if need
// be; each file is written whole or not at all.
func (r *Report) WriteDir(dir string) error {
	for _, f := range r.Files {
		if err := atomicfile.Write(filepath.Join(dir, filepath.FromSlash(f.Path)), f.Content); err != nil {
			return err
		}
	}
	return nil
}

// Folder is where a report lies below the folder of all reports.
func (r *Report) Folder() string { return path.Join(r.Name, r.Profile) }

// WriteAll writes reports into folders of their own below dir, an index, README.md, which
// begins with the claims of papers and the maps of their numbers, and the page over all of them, index.html. Both keep
// what they have on other reports that still lie there.
func WriteAll(dir string, reports []*Report, papers []analysis.Paper) error {
	for _, r := range reports {
		if err := r.WriteDir(filepath.Join(dir, filepath.FromSlash(r.Folder()))); err != nil {
			return err
		}
	}
	lines, advice, claims, numbers := indexLines(reports), adviceLines(reports), claimLines(reports), mapLines(reports)
	index := filepath.Join(dir, indexFile)
	have, err := os.ReadFile(index)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("index of reports: %w", err)
	}
	for line := range strings.Lines(string(have)) {
		for target, keep := range map[string]func(folder string){
			reportFile:   func(folder string) { lines[folder] = line },
			adviceTarget: func(folder string) { advice[folder] = line },
			claimTarget:  func(folder string) { claims[folder] = append(claims[folder], line) },
			mapTarget:    func(folder string) { numbers[folder] = append(numbers[folder], line) },
		} {
			folder := linkedFolder(line, target)
			mine := slices.ContainsFunc(reports, func(r *Report) bool { return r.Folder() == folder })
			if folder != "" && !mine && lies(dir, folder) {
				keep(folder)
			}
		}
	}
	if err := atomicfile.Write(index, indexPage(lines, advice, claims, numbers, papers)); err != nil {
		return err
	}
	return writePage(dir, reports)
}

// lies says whether there is a report in a folder below dir.
func lies(dir, folder string) bool {
	_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(folder), reportFile))
	return err == nil
}

// Names of files.
const (
	indexFile  = "README.md"
	pageFile   = "index.html"
	reportFile = "report.md"
)

// Index is a page, in Markdown, over reports that lie in their folders.
func Index(reports []*Report, papers []analysis.Paper) []byte {
	return indexPage(indexLines(reports), adviceLines(reports), claimLines(reports), mapLines(reports), papers)
}

// indexLines returns the line of each report, by folder.
func indexLines(reports []*Report) map[string]string {
	lines := map[string]string{}
	for _, r := range reports {
		var waiting []string
		for _, d := range r.Waiting {
			waiting = append(waiting, d.Name)
		}
		lines[r.Folder()] = fmt.Sprintf("| [%s](%s/%s) | %s | %d of %d | %d | %s | %s |\n", document.Escape(r.Title), r.Folder(), reportFile, r.Profile,
			r.Done, r.Planned, r.Failed, orDash(numbersText(r.Verdicts)), orDash(document.Escape(strings.Join(waiting, ", "))))
	}
	return lines
}

// linkedFolder returns the folder of the report to which, or to a target in which, a line
// of the index links, "" if it links to none.
func linkedFolder(line, target string) string {
	_, rest, found := strings.Cut(line, "](")
	folder, _, ends := strings.Cut(rest, "/"+target+")")
	if !strings.HasPrefix(line, "| [") || !found || !ends {
		return ""
	}
	return folder
}

// indexPage is the index: the claims of papers, the maps of their numbers, and the reports,
// sorted as wording.ByFolder says.
func indexPage(lines, advice map[string]string, claims, numbers map[string][]string, papers []analysis.Paper) []byte {
	var w bytes.Buffer
	fmt.Fprint(&w, "# Reports\n\nAll of them stand on one page, [index.html](index.html): save it and open it in a browser.\n\n")
	above := w.Len()
	writeAdvice(&w, advice)
	writeClaims(&w, papers, claims)
	writeMap(&w, numbers)
	if w.Len() > above {
		fmt.Fprint(&w, "## Experiments\n\n")
	}
	fmt.Fprint(&w, "| experiment | profile | cells done | failed | published numbers | waits for data |\n|---|---|---|---|---|---|\n")
	for _, folder := range slices.SortedFunc(maps.Keys(lines), wording.ByFolder) {
		fmt.Fprint(&w, lines[folder])
	}
	return w.Bytes()
}

// numbersText writes how many published numbers have which verdict, and what they
// come to in other variants, columns, readings and entries.
func numbersText(verdicts []analysis.Verdict) string {
	tally := analysis.Counts(verdicts)
	text := countsText(tally.Numbers)
	var beside []string
	for _, v := range tally.Variants {
		beside = append(beside, "in variant "+v.Name+" "+countsText(v.Counts))
	}
	for _, c := range tally.Columns {
		beside = append(beside, "in column "+c.Name+" "+countsText(c.Counts))
	}
	if len(tally.Others) > 0 {
		beside = append(beside, "in another reading or entry "+countsText(tally.Others))
	}
	if len(beside) > 0 {
		text += " (" + strings.Join(beside, "; ") + ")"
	}
	return text
}

// countsText writes counts: "3 reproduced, 1 worse".
func countsText(counts []analysis.Count) string {
	var parts []string
	for _, c := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", c.N, c.Verdict))
	}
	return strings.Join(parts, ", ")
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// Text writes the tables and the verdict counts for a terminal.
func (r *Report) Text(w io.Writer, s format.Style) error {
	tables := resultsIn(r.Document)
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := format.Terminal(w, t, s); err != nil {
			return err
		}
	}
	if len(tables) > 0 {
		fmt.Fprintln(w, "mean or median over repeats [95% interval]; * is the best of its row")
		if slices.ContainsFunc(tables, func(t document.Results) bool { return strings.Contains(t.Caption, busyMark) }) {
			fmt.Fprintln(w, s.Plain(busyMark)+" the machine was busy, and the time is too long")
		}
	}
	for _, note := range slices.Concat(r.notes, r.answers) {
		fmt.Fprintln(w, s.Plain(note))
	}
	return nil
}
