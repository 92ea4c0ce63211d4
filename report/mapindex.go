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

// mapLines returns the map of each report on a paper's own setting, by folder: a row of its
// methods, and one for each data set with a mark for each published number.
func mapLines(reports []*Report) map[string][]string {
	lines := map[string][]string{}
	for _, r := range reports {
		m := format.MapOf(r.chapter.Facts)
		if m == nil || r.Profile != spec.Paper {
			continue
		}
		link := func(text string) string {
			return fmt.Sprintf("[%s](%s/%s)", document.Escape(text), r.Folder(), mapTarget)
		}
		head := []string{link(r.Name)}
		for _, method := range m.Methods {
			head = append(head, document.Escape(method))
		}
		lines[r.Folder()] = append(lines[r.Folder()], tableLine(head))
		for _, row := range m.Rows {
			cells := []string{link(row.Dataset)}
			for _, tiles := range row.Cells {
				marks := ""
				for _, t := range tiles {
					marks += t.Mark
				}
				cells = append(cells, marks)
			}
			lines[r.Folder()] = append(lines[r.Folder()], tableLine(cells))
		}
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
	fmt.Fprintf(w, "## Published numbers\n\nA mark is a published number: %s. The reports have the numbers.\n\n", format.MarksText())
	for _, folder := range slices.Sorted(maps.Keys(lines)) {
		head := lines[folder][0]
		fmt.Fprintf(w, "%s%s\n%s\n", head, strings.Repeat("|---", strings.Count(head, " | ")+1)+"|", strings.Join(lines[folder][1:], ""))
	}
}
