package read

import (
	"errors"
	"fmt"

	"gpcbench/data"
)

// ida reads a pair of files of the IDA benchmark repository: inputs separated by blanks, and
// labels, one per line. (Raetsch, Onoda & Mueller, Soft margins for AdaBoost, 2001.)
type ida struct {
	inputs, labels *delimited
	rec            Record
}

func openIDA(p Part) (Reader, error) {
	inputs, err := openBlank(p.Path, p.Name)
	if err != nil {
		return nil, err
	}
	labels, err := openBlank(p.Labels, p.Labels)
	if err != nil {
		inputs.Close()
		return nil, err
	}
	return &ida{inputs: inputs, labels: labels}, nil
}

func openBlank(path, name string) (*delimited, error) {
	l, err := openLines(path, "", name)
	if err != nil {
		return nil, err
	}
	return &delimited{lines: l}, nil
}

func (d *ida) Header() ([]string, error) { return nil, nil }

func (d *ida) Next() (*Record, error) {
	inputs, err := d.inputs.Next()
	if err != nil {
		return nil, err
	}
	labels, err := d.labels.Next()
	if err != nil {
		return nil, err
	}
	if inputs == nil && labels == nil {
		return nil, nil
	}
	if inputs == nil || labels == nil {
		return nil, d.inputs.failAt(0, "the number of rows differs from the number of labels in %s", d.labels.name)
	}
	d.rec.Line = inputs.Line
	d.rec.Values = d.rec.Values[:0]
	for i, f := range inputs.Fields {
		v, ok := ParseNumber(f)
		if !ok {
			return nil, &data.ContentError{File: d.inputs.name, Line: inputs.Line, Column: fmt.Sprint(i), Problem: fmt.Sprintf("%q is not a number", f)}
		}
		d.rec.Values = append(d.rec.Values, v)
	}
	if len(labels.Fields) != 1 {
		return nil, d.labels.failAt(labels.Line, "expected one label on the line")
	}
	d.rec.Label = labels.Fields[0]
	return &d.rec, nil
}

func (d *ida) Close() error { return errors.Join(d.inputs.Close(), d.labels.Close()) }
