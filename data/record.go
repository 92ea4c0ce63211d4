package data

import (
	"strconv"

	"gpcbench/data/catalogue"
)

// record is one row as a file has it. A text file gives fields, one a column,
// the label's among them; a numeric format gives its label and its values. All
// of it is valid until the reader goes on.
type record struct {
	line   int
	fields [][]byte // text formats

	label  []byte    // numeric formats
	labels []int     // numeric formats, multi-label: any number of labels
	cols   []int     // columns of values; nil: every column in order
	values []float64 // numeric formats
}

// reader reads the records of a file one after another.
type reader interface {
	// next returns the next record, nil at the end.
	next() (*record, error)
	// header returns the names of the columns, nil if the file has none. It is
	// called before next.
	header() ([]string, error)
	close() error
}

// part is one file of rows, or two that belong together, and what is known of
// it.
type part struct {
	path   string
	member string // in a zip archive
	labels string // idx, ida: path of the labels' file
	file   string // what messages call it
	test   bool   // published as a test part

	years map[string]float64 // airline: year of each plane
}

// openPart opens the rows of a part.
func openPart(p part, f *catalogue.Format) (reader, error) {
	switch f.Kind {
	case "idx":
		return openIDX(p, f.Divide)
	case "ida":
		return openIDA(p)
	}
	r, err := openFile(p.path, p.member)
	if err != nil {
		return nil, err
	}
	l := newLines(r, p.file)
	switch f.Kind {
	case "libsvm":
		return &libsvm{lines: l, file: r}, nil
	case "arff":
		return &arff{lines: l, file: r}, nil
	case "delimited":
		d := newDelimited(l, r, f)
		if label := airlineLabels[f.Recipe]; label != nil {
			return &airline{delimited: d, file: p.file, label: label, years: p.years}, nil
		}
		if f.Recipe == "" {
			return d, nil
		}
		r.Close()
		return nil, &ContentError{File: p.file, Problem: "unknown recipe " + strconv.Quote(f.Recipe)}
	}
	r.Close()
	return nil, &ContentError{File: p.file, Problem: "unknown format " + strconv.Quote(f.Kind)}
}
