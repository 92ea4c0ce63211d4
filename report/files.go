package report

import (
	"fmt"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/drawing"
	"gpcbench/report/format"
)

// filesOf writes a report in every format: the document as Markdown, its tables as LaTeX and
// their numbers as CSV, its figures as pictures.
func filesOf(name string, d document.Document) ([]File, error) {
	var files []File
	for _, page := range format.Pages(d) {
		files = append(files, File{page.Name, page.Text})
	}
	var err error
	add := func(path string, content []byte, e error) {
		if e != nil && err == nil {
			err = fmt.Errorf("%s: %w", path, e)
		}
		files = append(files, File{path, content})
	}
	byTable := map[string][]document.Results{}
	for _, t := range resultsIn(d) {
		byTable[t.Table] = append(byTable[t.Table], t)
	}
	d.Each(func(b document.Block) {
		switch b := b.(type) {
		case document.Data:
			number := strings.TrimPrefix(b.Name, "table")
			add(b.Name+".tex", format.LaTeX(strings.ReplaceAll(name, "/", "-")+"-"+number, byTable[b.Name]), nil)
			sheet, e := format.CSV(b.Sheet)
			add(b.Name+".csv", sheet, e)
		case document.Image:
			for _, ending := range drawing.Formats {
				picture, e := b.Drawing.Encode(ending)
				add(b.Name+"."+ending, picture, e)
			}
		}
	})
	return files, err
}

// resultsIn returns the tables of results in a document.
func resultsIn(d document.Document) []document.Results {
	var out []document.Results
	d.Each(func(b document.Block) {
		if t, ok := b.(document.Results); ok {
			out = append(out, t)
		}
	})
	return out
}
