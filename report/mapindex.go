package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/format"
)

// mapTarget is where the index links to from its map of published numbers.
const mapTarget = reportFile + "#data"

// mapLines is the map of a report on a paper's own setting: a row of its methods, and one
// for each data set with a mark for each published number.
func mapLines(r *Report) []string {
	m := format.MapOf(r.chapter.Facts)
	if m == nil || r.Profile != spec.Paper {
		return nil
	}
	link := func(text string) string {
		return fmt.Sprintf("[%s](%s/%s)", document.Escape(text), r.Folder(), mapTarget)
	}
	head := []string{link(r.Name)}
	for _, method := range m.Methods {
		head = append(head, document.Escape(method))
	}
	lines := []string{tableLine(head)}
	for _, row := range m.Rows {
		cells := []string{link(row.Dataset)}
		for _, tiles := range row.Cells {
			marks := ""
			for _, t := range tiles {
				marks += t.Mark
			}
			cells = append(cells, marks)
		}
		lines = append(lines, tableLine(cells))
	}
	return lines
}

// tableLine is a row of a table.
func tableLine(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// writeMap writes the maps of all reports.
func writeMap(w io.Writer, lines map[string][]string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(w, "## Published numbers\n\nA mark is a published number: %s. Several in one place are in the order of the report, its metrics one after the other. The reports have the numbers.\n\n", format.MarksText())
	for _, folder := range slices.Sorted(maps.Keys(lines)) {
		head := lines[folder][0]
		fmt.Fprintf(w, "%s%s\n%s\n", head, strings.Repeat("|---", strings.Count(head, " | ")+1)+"|", strings.Join(lines[folder][1:], ""))
	}
}
