package report

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gpcbench/report/document"
)

// earlierIndex is the text of the index that an earlier call wrote, "" if there is none. Its rows are kept for
// reports that this call has not made: no other file has their numbers in a form that can be read again.
type earlierIndex string

// readIndex reads the index in a folder of reports.
func readIndex(dir string) earlierIndex {
	text, err := os.ReadFile(filepath.Join(dir, IndexFile))
	if err != nil {
		return ""
	}
	return earlierIndex(text)
}

// status is the row of a report in the table of experiments: its link, profile, cells done and failed and, where papers
// have reports, published numbers and what it waits for; nil where the index has none with numbers.
func (e earlierIndex) status(f document.Facts) []string {
	return e.row(f, `(\[[^\n]*\]\(%s\)) \| (\w+) \| ([^|\n]*) \| (\d+)(?: \| ([^|\n]*) \| ([^|\n]*))?`)
}

// answer is the row of a report in the table on which method to take; nil where the index has none.
func (e earlierIndex) answer(f document.Facts) []string {
	return e.row(f, `(\[[^\n]*\]\(%s\)) \| (\w+) \| ([^|\n]*)`)
}

// row returns the cells of the row that links to a report; pattern has a group for each cell.
func (e earlierIndex) row(f document.Facts, pattern string) []string {
	at := regexp.QuoteMeta(document.Address(f.Folder() + "/" + reportFile))
	row := regexp.MustCompile(`(?m)^\| ` + strings.Replace(pattern, "%s", at, 1) + ` \|$`)
	if found := row.FindStringSubmatch(string(e)); found != nil {
		return found[1:]
	}
	return nil
}

// asMarked are cells of a row that was read as they are to be written again, as many as a table has; a dash where the
// row had none.
func asMarked(cells []string, columns int) []any {
	row := make([]any, columns)
	for j := range row {
		row[j] = document.Marked("–")
		if j < len(cells) && cells[j] != "" {
			row[j] = document.Marked(cells[j])
		}
	}
	return row
}
