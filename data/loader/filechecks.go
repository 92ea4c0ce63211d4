package loader

import (
	"fmt"
	"strings"

	"gpcbench/data"
	"gpcbench/data/read"
	"gpcbench/data/schema"
)

// strayHeader refuses a table whose labels are all numbers but for the first
// line's, which is a header that was not known as one.
func strayHeader(found *schema.Schema) error {
	if found.Label < 0 || len(found.Labels) < 3 {
		return nil
	}
	var text *schema.Label
	for _, l := range found.Labels {
		if _, number := read.ParseNumber([]byte(l.Text)); !number {
			if text != nil {
				return nil
			}
			text = l
		}
	}
	if text == nil || text.Line != 1 || text.Train != 1 {
		return nil
	}
	return &data.ContentError{File: text.File, Line: 1, Problem: fmt.Sprintf("the label %q is a text, all others are numbers: does the line name the columns? Say header = true or false", text.Text)}
}

// decimalCommas refuses a column that would become categories because its
// numbers have commas where this program reads points.
func decimalCommas(found *schema.Schema, file string) error {
	for j, c := range found.Columns {
		if !c.Categorical || c.Declared || len(c.Count) == 0 {
			continue
		}
		example := ""
		for text := range c.Count {
			if _, number := read.ParseNumber([]byte(strings.Replace(text, ",", ".", 1))); !number {
				example = ""
				break
			}
			example = max(example, text)
		}
		if example != "" {
			return &data.ContentError{File: file, Column: found.ColumnName(j), Problem: fmt.Sprintf("values such as %q look like numbers with a comma in them: write a point for a decimal comma and nothing between thousands, or list the column as categorical", example)}
		}
	}
	return nil
}

// unseenLabel refuses a label that only the test file has.
func unseenLabel(found *schema.Schema) error {
	numeric := true
	for _, l := range found.Labels {
		_, number := read.ParseNumber([]byte(l.Text))
		numeric = numeric && number
	}
	key := func(text string) string {
		if numeric {
			return read.CanonicalNumber(text)
		}
		return text
	}
	trained := make(map[string]bool)
	tests := false
	for _, l := range found.Labels {
		trained[key(l.Text)] = trained[key(l.Text)] || l.Train > 0
		tests = tests || l.Test > 0
	}
	var first *schema.Label
	for _, l := range found.Labels {
		if tests && !trained[key(l.Text)] && (first == nil || l.Line < first.Line) {
			first = l
		}
	}
	if first == nil {
		return nil
	}
	return &data.ContentError{File: first.File, Line: first.Line, Problem: fmt.Sprintf("the label %q is in no row of the training file", first.Text)}
}
