package data

import (
	"errors"
	"fmt"
)

// ida reads a pair of files of the IDA benchmark repository: inputs, blanks
// between them, and labels, one a line. (Raetsch, Onoda & Mueller, Soft margins
// for AdaBoost, 2001.)
type ida struct {
	inputs, labels *delimited
	rec            record
}

func openIDA(p part) (reader, error) {
	inputs, err := openBlank(p.path, p.file)
	if err != nil {
		return nil, err
	}
	labels, err := openBlank(p.labels, p.labels)
	if err != nil {
		inputs.close()
		return nil, err
	}
	return &ida{inputs: inputs, labels: labels}, nil
}

func openBlank(path, file string) (*delimited, error) {
	r, err := openFile(path, "")
	if err != nil {
		return nil, err
	}
	return &delimited{lines: newLines(r, file), file: r}, nil
}

func (d *ida) header() ([]string, error) { return nil, nil }

func (d *ida) next() (*record, error) {
	inputs, err := d.inputs.next()
	if err != nil {
		return nil, err
	}
	labels, err := d.labels.next()
	if err != nil {
		return nil, err
	}
	if inputs == nil && labels == nil {
		return nil, nil
	}
	if inputs == nil || labels == nil {
		return nil, &ContentError{File: d.inputs.lines.file, Problem: "there are not as many rows as labels in " + d.labels.lines.file}
	}
	d.rec.line = inputs.line
	d.rec.values = d.rec.values[:0]
	for i, f := range inputs.fields {
		v, ok := parseNumber(f)
		if !ok {
			return nil, &ContentError{File: d.inputs.lines.file, Line: inputs.line, Column: fmt.Sprint(i), Problem: fmt.Sprintf("%q is not a number", f)}
		}
		d.rec.values = append(d.rec.values, v)
	}
	if len(labels.fields) != 1 {
		return nil, &ContentError{File: d.labels.lines.file, Line: labels.line, Problem: "expected one label on the line"}
	}
	d.rec.label = labels.fields[0]
	return &d.rec, nil
}

func (d *ida) close() error { return errors.Join(d.inputs.close(), d.labels.close()) }
