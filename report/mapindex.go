package report

import (
	"fmt"
	"io"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/format"
)

// mapTarget is where the index links to from its map of published numbers.
const mapTarget = reportFile + "#data"

// writeMaps writes the map of each report on a paper's own setting: a row of its methods, and
// one for each data set with a mark for each published number.
func writeMaps(w io.Writer, reports []document.Facts) {
	maps := ""
	for _, f := range reports {
		if m := format.MapOf(f); m != nil && f.Profile == spec.Paper {
			maps += numbersTable(f, m)
		}
	}
	if maps != "" {
		fmt.Fprintf(w, "## Published numbers\n\nA mark is a published number: %s. Several in one place are in the order of the report, its metrics one after the other. The reports have the numbers.\n\n%s", format.MarksText(), maps)
	}
}

// numbersTable is the map of a report.
func numbersTable(f document.Facts, m *format.Map) string {
	link := func(text string) string {
		return fmt.Sprintf("[%s](%s/%s)", document.Escape(text), f.Folder(), mapTarget)
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
