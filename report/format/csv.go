package format

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"gpcbench/report/document"
)

// CSV writes a sheet with its head as the first line. A text that a spreadsheet would take
// for a formula has an apostrophe before it.
func CSV(s document.Sheet) ([]byte, error) {
	var w bytes.Buffer
	out := csv.NewWriter(&w)
	out.Write(noFormulas(s.Head))
	for _, line := range s.Lines {
		out.Write(noFormulas(line))
	}
	out.Flush()
	return w.Bytes(), out.Error()
}

// noFormulas keeps the cells of a line from being read as formulas; numbers stay.
func noFormulas(line []string) []string {
	cells := make([]string, len(line))
	for i, cell := range line {
		if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			cell = "'" + cell
		}
		cells[i] = cell
	}
	return cells
}
