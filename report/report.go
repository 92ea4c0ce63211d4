package report

import (
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"gpcbench/analysis"
	"gpcbench/data/atomicfile"
	"gpcbench/harness/record"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/page"
	"gpcbench/report/replication"
)

// Report is a finished report: its files and what they say in short.
type Report struct {
	Name     string // of the experiment
	Profile  string
	Title    string
	Verdicts []replication.Verdict
	Claims   []replication.Outcome
	Advice   []analysis.Advice
	Failures []analysis.Failure
	Document document.Document
	Files    []File // report.md first

	Planned, Done, Failed, Stale int              // cells
	Failure                      string           // what became of the first that failed
	Waiting                      []record.Dataset // not available, and without any record

	chapter document.Chapter // for the page over all reports
}

// File is one file of a report; Path is its name in the report's folder.
type File struct {
	Path    string
	Content []byte
}

// Build makes the report on one experiment. The error is about published.toml,
// or a table that names what it does not have or mixes what is not alike.
func Build(in replication.Input) (*Report, error) {
	c, err := page.NewContext(in)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Name: in.Spec.Name, Profile: in.Spec.Profile, Title: c.Title, Verdicts: c.Verdicts, Claims: c.Outcomes, Failures: c.Experiment.Failures(), Document: page.Write(c),
		Planned: len(in.Cells), Done: c.Done, Failed: c.Failed, Stale: in.Stale, Failure: c.Failure, Waiting: c.Waiting(),
	}
	for _, choice := range slices.Concat(c.Own, c.Choices) {
		r.Advice = append(r.Advice, choice.Advice(r.Name))
	}
	if c.Advises() && len(c.Choices) == 0 {
		r.Advice = append(r.Advice, c.NoAdvice(r.Name))
	}
	r.chapter = document.Chapter{Facts: page.Facts(c), Document: r.Document}
	if r.Files, err = filesOf(r.Name, r.Document); err != nil {
		return nil, err
	}
	return r, nil
}

// ofReport is how files of figures and tables are called, and further pages.
var ofReport = regexp.MustCompile(`^((figure|table)\d+.*\.(svg|png|pdf|tex|csv)|report-\d+\.md)$`)

// writeDir writes the files of the report into a folder, which is made if need be; each file is
// written whole or not at all. Those of figures, tables and further pages that the report no longer has go.
func (r *Report) writeDir(dir string) error {
	for _, f := range r.Files {
		if err := atomicfile.Write(filepath.Join(dir, f.Path), f.Content); err != nil {
			return err
		}
	}
	there, err := os.ReadDir(dir)
	for _, e := range there {
		has := func(f File) bool { return f.Path == e.Name() }
		if ofReport.MatchString(e.Name()) && !slices.ContainsFunc(r.Files, has) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// Folder is where a report lies below the folder of all reports.
func (r *Report) Folder() string { return path.Join(r.Name, r.Profile) }

// WriteAll writes reports into folders of their own below dir, the page over all of them,
// index.html, and an index, README.md, which begins with the papers: a picture of their claims, and a
// page of each. Of other reports that lie there the index has the names.
func WriteAll(dir string, reports []*Report) error {
	for _, r := range reports {
		if err := r.writeDir(filepath.Join(dir, filepath.FromSlash(r.Folder()))); err != nil {
			return err
		}
	}
	facts, err := allFacts(dir, reports)
	if err != nil {
		return err
	}
	for _, f := range append(paperFiles(facts), File{IndexFile, index(facts, readIndex(dir), keptPapers(dir, facts)...)}) {
		if err := atomicfile.Write(filepath.Join(dir, filepath.FromSlash(f.Path)), f.Content); err != nil {
			return err
		}
	}
	var chapters []document.Chapter
	for _, r := range reports {
		chapters = append(chapters, r.chapter)
	}
	over, err := format.Page(chapters)
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, PageFile), over)
}

// Names of files.
const (
	IndexFile  = "README.md"
	PageFile   = "index.html"
	reportFile = format.ReportFile
)

// Text writes what a terminal shows of the report.
func (r *Report) Text(w io.Writer, s format.Style) error { return format.Terminal(w, r.Document, s) }
