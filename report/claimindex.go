package report

import (
	"fmt"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/page"
	"gpcbench/report/wording"
)

// claimsFile is the picture of claims, of all papers beside the index and of one in its folder.
const claimsFile = "claims"

// claimed are the papers of reports that have claims.
func claimed(reports []document.Facts) []format.PaperView {
	return slices.DeleteFunc(format.Papers(reports), func(v format.PaperView) bool { return len(v.Claims) == 0 })
}

// indexClaims writes what the papers come to: a picture of all, and a sentence each that leads to the
// paper's own page.
func indexClaims(d *document.Document, papers []format.PaperView) {
	if len(papers) == 0 {
		return
	}
	d.Heading(2, "What the papers claim")
	d.Add(document.Image{Name: claimsFile, Text: "The claims of all papers beside their thresholds"})
	var items []string
	for _, v := range papers {
		items = append(items, fmt.Sprintf("[%s](%s/%s): %s", document.Escape(v.Title), v.Name, IndexFile, said(v)))
	}
	d.List(items)
}

// said is the sentence on a paper, and how its claims and numbers stand.
func said(v format.PaperView) string {
	return strings.TrimSpace(document.EscapeSentence(v.Sentence) + " " + wording.Capital(v.Standing()) + ".")
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
		d.Paragraph("%s.", document.Escape(v.Cite))
		d.Paragraph("%s", said(v))
		d.Add(document.Image{Name: claimsFile, Text: "The paper's claims beside their thresholds, a row each"})
		d.Heading(2, "What each claim rests on")
		d.Add(document.Table{Head: append([]string{"the paper says"}, page.ReadingHead...), Rows: claimRows(v)})
		files = append(files, File{v.Name + "/" + IndexFile, format.Markdown(d)}, File{v.Name + "/" + claimsFile + ".svg", format.Forest(v)})
	}
	return files
}

// claimRows are claims with a row for each of their readings, which link to the reports.
func claimRows(v format.PaperView) [][]string {
	var rows [][]string
	for _, c := range v.Claims {
		for i, r := range c.Readings {
			says := ""
			if i == 0 {
				says = fmt.Sprintf("%s **%s**", document.Escape(page.PaperSays(c)), c.Outcome)
			}
			report := fmt.Sprintf("[%s](%s/%s#does-it-hold)", document.Escape(r.Experiment), strings.TrimPrefix(r.Folder(), v.Name+"/"), reportFile)
			rows = append(rows, append([]string{strings.TrimSpace(says + " " + report)}, page.ReadingRow(r)...))
		}
	}
	return rows
}
