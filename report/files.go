package report

import (
	"errors"
	"fmt"
	"strings"

	"gpcbench/report/document"
	"gpcbench/report/drawing"
	"gpcbench/report/format"
)

// filesOf writes a report in every format: the document as Markdown, its tables as LaTeX and their
// numbers as CSV, its figures as pictures. name is that of the experiment, which labels of tables begin with.
func filesOf(name string, d document.Document) ([]File, error) {
	var files []File
	for _, page := range format.Pages(d) {
		files = append(files, File{page.Name, page.Text})
	}
	var failed error
	add := func(path string, content []byte, err error) {
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", path, err))
		}
		files = append(files, File{path, content})
	}
	byTable := map[string][]document.Results{}
	d.Each(func(b document.Block) {
		if t, ok := b.(document.Results); ok {
			byTable[t.Table] = append(byTable[t.Table], t)
		}
	})
	d.Each(func(b document.Block) {
		switch b := b.(type) {
		case document.Data:
			add(b.Name+".tex", format.LaTeX(strings.ReplaceAll(name, "/", "-")+"-"+strings.TrimPrefix(b.Name, "table"), byTable[b.Name]), nil)
			sheet, err := format.CSV(b.Sheet)
			add(b.Name+".csv", sheet, err)
		case document.Image:
			for _, ending := range drawing.Formats {
				picture, err := b.Drawing.Encode(ending)
				add(b.Name+"."+ending, picture, err)
			}
		}
	})
	return files, failed
}
