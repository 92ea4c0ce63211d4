package report

import (
	"bytes"
	"fmt"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/wording"
)

// index is an index of reports, which are sorted, in the order of the page: the claims of papers, the advice, and the reports.
func index(reports []document.Facts) []byte {
	var d, above document.Document
	d.Heading(1, "Reports")
	d.Paragraph("Where they were made, all of them stand on one page, `index.html`, and beside each lie its figures as PNG and PDF and its tables as LaTeX and CSV. A clone of gpcbench has none of these: `make report` makes them there, in `out/report`.")
	indexClaims(&above, claimed(reports))
	indexNumbers(&above, reports)
	indexAdvice(&above, reports)
	if len(above.Blocks) > 0 {
		above.Heading(2, "Experiments")
	}
	d.Add(above.Blocks...)
	t := document.Table{Head: []string{"experiment", "profile", "cells done", "failed", "published numbers", "waits for data"}}
	for _, f := range reports {
		t.Rows = append(t.Rows, indexRow(f))
	}
	d.Add(t)
	return bytes.TrimSuffix(format.Markdown(d), []byte("\n"))
}

// indexNumbers writes where the numbers that papers print stand.
func indexNumbers(d *document.Document, reports []document.Facts) {
	if t := format.Numbers(format.Papers(reports)); len(t.Rows) > 0 {
		d.Heading(2, "Published numbers")
		d.Paragraph("Each number that a paper prints is in one bin. The last column is how many of the verdicts would be false if all numbers of the paper were true.")
		d.Add(t)
	}
}

// link writes a text that leads to a section of a report.
func link(text string, f document.Facts, section string) string {
	return fmt.Sprintf("[%s](%s/%s%s)", document.Escape(text), f.Folder(), reportFile, section)
}

// indexRow is the row of a report.
func indexRow(f document.Facts) []string {
	done, failed := "", ""
	if f.Planned > 0 {
		done, failed = fmt.Sprintf("%d of %d", f.Done, f.Planned), fmt.Sprint(f.Failed)
	}
	return []string{
		link(f.Title, f, ""), f.Profile, wording.OrDash(done), wording.OrDash(failed),
		wording.OrDash(f.Verdicts.String()), wording.OrDash(document.Escape(strings.Join(f.Waiting, ", "))),
	}
}

// indexAdvice writes what the reports that give advice say of all data sets, if there are any.
func indexAdvice(d *document.Document, reports []document.Facts) {
	t := document.Table{Head: []string{"comparison", "profile", "answer"}}
	for _, f := range format.Advising(reports) {
		t.Rows = append(t.Rows, []string{link(f.Title, f, ""), f.Profile, f.Advice[0]})
	}
	if len(t.Rows) > 0 {
		d.Heading(2, "Which method to take")
		d.Add(t)
	}
}
