package report

import (
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/format"
)

// indexNumbers writes the published numbers of each report on a paper's own setting: a row of its
// methods, and one for each data set with a mark for each number.
func indexNumbers(d *document.Document, reports []document.Facts) {
	var tables document.Document
	for _, f := range reports {
		if m := format.NumberGridOf(f); m != nil && f.Profile == spec.Paper {
			tables.Add(numbersTable(f, m))
		}
	}
	if len(tables.Blocks) > 0 {
		d.Heading(2, "Published numbers")
		d.Paragraph("A mark is a published number: %s. Several in one place are in the order of the report, its metrics one after the other. The reports have the numbers.", format.MarksText())
		d.Add(tables.Blocks...)
	}
}

// numbersTable is those of a report.
func numbersTable(f document.Facts, m *format.NumberGrid) document.Table {
	t := document.Table{Head: []string{link(f.Experiment, f, "#data")}}
	for _, method := range m.Methods {
		t.Head = append(t.Head, document.Escape(method))
	}
	for _, row := range m.Rows {
		cells := []string{link(row.Dataset, f, "#data")}
		for _, tiles := range row.Cells {
			marks := ""
			for _, t := range tiles {
				marks += t.Mark
			}
			cells = append(cells, marks)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}
