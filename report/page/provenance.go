package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// ofCell are the keys of a record's provenance that are about its cell alone.
var ofCell = []string{record.TrainRowsKey, record.TestRowsKey, "attributes", record.ClassesKey, record.DataKey}

// provenance says what the records come from.
func provenance(d *document.Document, c *Context) {
	values := valuesByKey{}
	n := 0
	for _, cell := range slices.Concat(c.Cells, c.Refits) {
		rec, done := c.Record(cell.ID)
		if !done {
			continue
		}
		n++
		for key, v := range rec.Provenance {
			if key == record.TimingKey && v == "" {
				v = "imported"
			}
			values.add(key, v)
		}
		if day := rec.Date(); day != "" {
			values.add("date", day)
		}
	}
	stale := ""
	if c.Stale > 0 {
		stale = fmt.Sprintf(" %d more %s not used: made with other options, data or numerics, or for another specification whose records are kept with these.", c.Stale, wording.Agree(c.Stale, "is", "are"))
	}
	d.Paragraph("%s.%s", wording.Plural(n, "record"), stale)
	if n == 0 {
		return
	}
	t := document.Table{Head: []document.Marked{"", ""}}
	if c.Cite != "" {
		t.Add("paper", c.Cite)
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(ofCell, key) {
			t.Add(strings.ReplaceAll(key, "_", " "), several(values[key]))
		}
	}
	d.Add(t)
}

// valuesByKey are the different values that records have under each key.
type valuesByKey map[string]map[string]bool

func (of valuesByKey) add(key, value string) {
	if of[key] == nil {
		of[key] = map[string]bool{}
	}
	of[key][value] = true
}

// several writes the values of a provenance key, of many the first and the last.
func several(values map[string]bool) string {
	sorted := slices.SortedFunc(maps.Keys(values), byNumber)
	if n := len(sorted); n > 4 {
		return fmt.Sprintf("%s to %s (%d values)", sorted[0], sorted[n-1], n)
	}
	return strings.Join(sorted, "; ")
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
