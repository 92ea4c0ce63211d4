package report

import (
	"errors"
	"fmt"

	"gpcbench/report/document"
	"gpcbench/report/drawing"
	"gpcbench/report/format"
)

// filesOf writes a report in every format: the document as Markdown, the numbers of its tables as CSV,
// its figures as pictures.
func filesOf(d document.Document) ([]File, error) {
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
	d.Each(func(b document.Block) {
		switch b := b.(type) {
		case document.Data:
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
