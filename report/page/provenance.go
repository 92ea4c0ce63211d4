package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// ofCell are the keys of a record's provenance that are about its cell alone.
var ofCell = []string{"train_rows", "test_rows", "attributes", "classes", "data"}

// provenance says what the records come from.
func provenance(d *document.Document, c *Context) {
	values := map[string]map[string]int{}
	n := 0
	for _, cell := range c.Cells {
		rec, done := c.Records[cell.ID]
		if !done {
			continue
		}
		n++
		for key, v := range rec.Provenance {
			if values[key] == nil {
				values[key] = map[string]int{}
			}
			if key == "timing" && v == "" {
				v = "imported"
			}
			values[key][v]++
		}
	}
	stale := ""
	if c.Stale > 0 {
		stale = fmt.Sprintf(" %d more %s not used: made with other options, data or numerics, or for another specification that keeps its records with these.", c.Stale, wording.Agree(c.Stale, "is", "are"))
	}
	d.Paragraph("%s.%s", wording.Plural(n, "record"), stale)
	if n == 0 {
		return
	}
	t := document.Table{Head: []string{"", ""}}
	if c.Cite != "" {
		t.Rows = append(t.Rows, []string{"paper", document.Escape(c.Cite)})
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(ofCell, key) {
			t.Rows = append(t.Rows, []string{document.Escape(strings.ReplaceAll(key, "_", " ")), document.Escape(several(values[key], n))})
		}
	}
	t.Rows = append(t.Rows, spentRows(c.Experiment)...)
	d.Add(t)
}

// spentRows says how much memory the fits took, and how much longer on the wall than of the
// processor.
func spentRows(p *analysis.Experiment) [][]string {
	var rows [][]string
	records := p.Group(nil).OK
	if median, largest, known := analysis.PeaksOf(records); known {
		rows = append(rows, []string{"peak memory of a fit", fmt.Sprintf("median %s, largest %s (%s)", gigabytes(median), gigabytes(float64(largest.Timing.PeakRSS)), document.Escape(largest.Name()))})
	}
	if all := analysis.LoadsOf(records); all.Fits > 0 {
		rows = append(rows, []string{"wall time over CPU time", fmt.Sprintf("median %.2f, largest %s", all.Median, document.Escape(all.String()))})
	}
	return rows
}

// gigabytes writes an amount of memory.
func gigabytes(bytes float64) string { return wording.Short(1e-9*bytes, 2) + " GB" }

// several writes the values of a provenance key with their counts; of many it
// writes the first and the last.
func several(counts map[string]int, n int) string {
	sorted := slices.SortedFunc(maps.Keys(counts), byNumber)
	switch {
	case len(sorted) == 1 && counts[sorted[0]] == n:
		return sorted[0]
	case len(sorted) > 4:
		return fmt.Sprintf("%s to %s (%d values)", sorted[0], sorted[len(sorted)-1], len(sorted))
	}
	var parts []string
	for _, v := range sorted {
		parts = append(parts, fmt.Sprintf("%s (%s)", v, wording.Plural(counts[v], "record")))
	}
	return strings.Join(parts, "; ")
}

// byNumber orders values by the numbers that they begin with, and others by their text.
func byNumber(a, b string) int {
	number := func(s string) (float64, error) {
		first, _, _ := strings.Cut(s, " ")
		return strconv.ParseFloat(first, 64)
	}
	x, xErr := number(a)
	y, yErr := number(b)
	if xErr != nil || yErr != nil || x == y {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(x, y)
}
