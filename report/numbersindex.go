package report

import (
	"fmt"
	"io"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/format"
)

// numbersTarget is where the index links to from its tables of published numbers.
const numbersTarget = reportFile + "#data"

// writeNumbers writes the published numbers of each report on a paper's own setting: a row of its
// methods, and one for each data set with a mark for each number.
func writeNumbers(w io.Writer, reports []document.Facts) {
	tables := ""
	for _, f := range reports {
		if m := format.NumberGridOf(f); m != nil && f.Profile == spec.Paper {
			tables += numbersTable(f, m)
		}
	}
	if tables != "" {
		fmt.Fprintf(w, "## Published numbers\n\nA mark is a published number: %s. Several in one place are in the order of the report, its metrics one after the other. The reports have the numbers.\n\n%s", format.MarksText(), tables)
	}
}

// numbersTable is those of a report.
func numbersTable(f document.Facts, m *format.NumberGrid) string {
	link := func(text string) string {
		return fmt.Sprintf("[%s](%s/%s)", document.Escape(text), f.Folder(), numbersTarget)
	}
	head := []string{link(f.Experiment)}
	for _, method := range m.Methods {
		head = append(head, document.Escape(method))
	}
	table := tableLine(head) + strings.Repeat("|---", len(head)) + "|\n"
	for _, row := range m.Rows {
		cells := []string{link(row.Dataset)}
		for _, tiles := range row.Cells {
			marks := ""
			for _, t := range tiles {
				marks += t.Mark
			}
			cells = append(cells, marks)
		}
		table += tableLine(cells)
	}
	return table + "\n"
}
