package loader

import (
	"errors"
	"fmt"
	"math"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
	"gpcbench/data/schema"
)

// strayHeader refuses a table whose labels are all numbers except in the first line, which is then
// an unrecognised header.
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
	return &data.ContentError{File: text.File, Line: 1, Problem: fmt.Sprintf("the label %q is a text, but all others are numbers: does this line name the columns? Say header = true or false", text.Text)}
}

// unseenLabel refuses a label that only the test file has.
func unseenLabel(found *schema.Schema) error {
	key := found.LabelKey()
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
	return &data.ContentError{File: first.File, Line: first.Line, Problem: fmt.Sprintf("no row of the training file has the label %q", first.Text)}
}

// numberedHeader remarks on a first line of 0, 1, 2 and so on, of 1, 2, 3 and so on, or of years:
// it may name the columns although all of it is numbers. f treats the line as a row.
func numberedHeader(path string, f *catalogue.Format) ([]data.Remark, error) {
	var first []float64
	err := read.Each(read.OwnPart(path), f, func(rec *read.Record) error {
		for j, field := range rec.Fields {
			if j == 0 && len(field) == 0 { // above a column of row numbers
				continue
			}
			v, _ := read.ParseNumber(field)
			first = append(first, v)
		}
		return errEnough
	})
	if err != nil && err != errEnough {
		return nil, err
	}
	for i, v := range first {
		if len(first) < 3 || v != first[0]+float64(i) {
			return nil, nil
		}
	}
	line := ""
	switch {
	case len(first) == 0:
		return nil, nil
	case first[0] == 0, first[0] == 1:
		line = "which counts the columns"
	case first[0] >= 1900 && first[0] <= 2100 && first[0] == math.Trunc(first[0]):
		line = "of consecutive years"
	default:
		return nil, nil
	}
	return []data.Remark{{What: data.SuspectHeader, File: path, Line: 1, Finding: "the first line, " + line + ", is read as a row",
		Advice: "say header = true if it names the columns, or header = false"}}, nil
}

// errEnough stops the reading of a file.
var errEnough = errors.New("enough")
