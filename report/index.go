package report

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/page"
	"gpcbench/wording"
)

// allFacts returns what is known of the reports below dir, sorted as [wording.ByFolder] says: of those that
// are not among these reports their names.
func allFacts(dir string, reports []*Report) ([]document.Facts, error) {
	var out []document.Facts
	for _, r := range reports {
		out = append(out, r.chapter.Facts)
	}
	err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != reportFile {
			return err
		}
		folder, err := filepath.Rel(dir, filepath.Dir(file))
		experiment, profile := path.Split(filepath.ToSlash(folder))
		f := document.Facts{Experiment: path.Clean(experiment), Title: path.Clean(experiment), Profile: profile}
		if !slices.ContainsFunc(out, func(o document.Facts) bool { return o.Folder() == f.Folder() }) {
			out = append(out, f)
		}
		return err
	})
	slices.SortFunc(out, func(a, b document.Facts) int { return wording.ByFolder(a.Folder(), b.Folder()) })
	return out, err
}

// claimsFile is the picture of claims, of all papers beside the index and of one in its folder.
const claimsFile = "claims"

// index writes an index of sorted reports, in the order of the page: the claims of papers, the bins of their
// numbers, the advice, and the reports.
func index(reports []document.Facts, earlier earlierIndex, kept ...keptClaims) []byte {
	var d document.Document
	d.Heading(1, "Reports")
	ofPapers := slices.ContainsFunc(reports, builtIn)
	if ofPapers {
		d.Paragraph("A call that makes reports also writes them all to one page, `index.html`, and puts figures (PNG) and tables (CSV) beside each report. A clone of gpcbench has none of these: `make report` makes them in `out/report`.")
	} else {
		d.Paragraph("All of this on one page: [index.html](index.html).")
	}
	addPapers(&d, claimed(reports), kept)
	if t := format.Numbers(format.Papers(reports)); len(t.Rows) > 0 {
		d.Heading(2, "Published numbers")
		d.Paragraph("Each number that a paper prints is in one bin. The last row is how many verdicts would be false by chance if all numbers of the paper were true.")
		d.Add(t)
	}
	if advice := adviceTable(reports, earlier); len(advice.Rows) > 0 {
		d.Heading(2, "Which method to take")
		d.Add(advice)
	}
	if len(d.Blocks) > 2 {
		d.Heading(2, "Experiments")
	}
	if len(d.Blocks) > 2 && slices.ContainsFunc(reports, func(f document.Facts) bool { return f.Planned == 0 && earlier.status(f) == nil }) {
		d.Paragraph("Reports with dashes were made by another call; their numbers are in the reports themselves.")
	}
	d.Add(experimentTable(reports, earlier, ofPapers))
	return bytes.TrimSuffix(format.Markdown(d), []byte("\n"))
}

// addPapers adds the papers that have claims: first those of the reports, then those kept from earlier calls.
func addPapers(d *document.Document, papers []format.PaperView, kept []keptClaims) {
	if len(papers) == 0 {
		return
	}
	d.Heading(2, "What the papers claim")
	d.Add(document.Image{Name: claimsFile, Text: "The claims of all papers beside their thresholds"})
	var items []document.Marked
	for _, v := range papers {
		item := link(v.Title, v.Name+"/"+IndexFile)
		if v.Sentence != "" {
			item += document.Text(": %s", v.Sentence)
		}
		items = append(items, item)
	}
	for _, of := range kept {
		items = append(items, of.item())
	}
	d.List(items)
	d.Add(format.Claims(papers))
}

// experimentTable has a row for each report: the cells done and, for papers, its verdicts and the data it waits for.
func experimentTable(reports []document.Facts, earlier earlierIndex, ofPapers bool) document.Table {
	t := document.Table{Head: []document.Marked{"experiment", "profile", "cells done", "failed"}}
	if ofPapers {
		t.Head = append(t.Head, "published numbers", "waits for data")
	}
	for _, f := range reports {
		if row := earlier.status(f); f.Planned == 0 && row != nil {
			t.Add(asMarked(row, len(t.Head))...)
			continue
		}
		done, failed := "–", "–"
		if f.Planned > 0 {
			done, failed = fmt.Sprintf("%d of %d", f.Done, f.Planned), fmt.Sprint(f.Failed)
		}
		row := []any{link(f.Title, f.Folder()+"/"+reportFile), f.Profile, done, failed}
		if ofPapers {
			row = append(row, wording.OrDash(f.Verdicts.String()), wording.OrDash(strings.Join(f.Waiting, ", ")))
		}
		t.Add(row...)
	}
	return t
}

// link writes a text that leads to a file.
func link(text, file string) document.Marked {
	return document.Text("[%s](%s)", text, document.Marked(document.Address(file)))
}

// builtIn says whether a report is of an experiment of the program: one of a user's has no folder.
func builtIn(f document.Facts) bool { return strings.Contains(f.Experiment, "/") }

// adviceTable has a row for each comparison with its advice. Earlier advice of a user's own comparison is left out
// if this call has made answers of the program's comparisons.
func adviceTable(reports []document.Facts, earlier earlierIndex) document.Table {
	t := document.Table{Head: []document.Marked{"comparison", "profile", "answer"}}
	advising := format.Advising(reports)
	ofProgram := slices.ContainsFunc(reports, func(f document.Facts) bool { return builtIn(f) && f.Planned > 0 })
	for _, f := range reports {
		row := earlier.answer(f)
		made := func(o document.Facts) bool { return o.Experiment == f.Experiment && o.Planned > 0 } // by this call
		switch {
		case slices.ContainsFunc(advising, func(o document.Facts) bool { return o.Folder() == f.Folder() }):
			t.Add(link(f.Title, f.Folder()+"/"+reportFile), f.Profile, format.Answers(f)[0])
		case row != nil && !slices.ContainsFunc(reports, made) && (builtIn(f) || !ofProgram):
			t.Add(asMarked(row, len(t.Head))...)
		}
	}
	return t
}

// claimed are the papers of reports that have claims.
func claimed(reports []document.Facts) []format.PaperView {
	return slices.DeleteFunc(format.Papers(reports), func(v format.PaperView) bool { return len(v.Claims) == 0 })
}

// paperFiles are the pictures of claims, and for each paper a page of them.
func paperFiles(reports []document.Facts) []File {
	papers := claimed(reports)
	if len(papers) == 0 {
		return nil
	}
	files := []File{{claimsFile + ".svg", format.Forests(papers)}}
	for _, v := range papers {
		var d document.Document
		d.Heading(1, document.Escape(v.Title))
		d.Paragraph("%s.", v.Cite)
		if v.Sentence != "" {
			d.Paragraph("%s", v.Sentence)
		}
		d.Add(format.Claims([]format.PaperView{v}))
		d.Add(document.Image{Name: claimsFile, Text: "The paper's claims beside their thresholds, a row each"})
		d.Heading(2, "What each claim rests on")
		d.Add(claimTable(v))
		files = append(files, File{v.Name + "/" + IndexFile, format.Markdown(d)}, File{v.Name + "/" + claimsFile + ".svg", format.Forest(v)})
	}
	return files
}

// claimTable is a table of claims with a row for each reading, which links to its report.
func claimTable(v format.PaperView) document.Table {
	t := document.Table{Head: append([]document.Marked{"the paper says"}, page.ReadingHead...)}
	for _, c := range v.Claims {
		for i, r := range c.Readings {
			says := document.Text("[%s](%s#does-it-hold)", r.Experiment, document.Marked(document.Address(strings.TrimPrefix(r.Folder(), v.Name+"/")+"/"+reportFile)))
			if i == 0 {
				says = document.Text("%s **%s**%s %s", page.PaperSays(c), c.Outcome, c.Parts(), says)
			}
			t.Rows = append(t.Rows, append([]document.Marked{says}, page.ReadingRow(r)...))
		}
	}
	return t
}
