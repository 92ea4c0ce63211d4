// Package read turns the files of data sets into records, one for each row. It has a reader for
// every format: delimited text, LIBSVM, ARFF, IDX and IDA's pairs of files; for multi-label sets
// the extreme classification repository's text, LIBSVM's with labels separated by commas, and
// Mulan's ARFF; and the airline recipes, which prepare a table in code. Files may be packed with
// gzip, bzip2 or zip. Detect detects the format of a user's file.
//
// A reader holds one record at a time. Package schema decides what a record becomes: readers know
// nothing of column types, missing values or classes.
//
// To add a format, write a type with the methods of Reader in a file of its own, a case in Open,
// and a name in catalogue.Format.
package read

import (
	"strconv"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// Record is one row as in the file. A text file gives fields, one per column, including the
// label's; a numeric format gives the label and the values. A record is valid until the next one is
// read.
type Record struct {
	Line    int
	Fields  [][]byte    // text formats
	Quoted  []bool      // whether each field was in quotes; empty if none was, or the format does not say
	Trimmed bool        // Unicode blanks, which earlier programs kept, were removed from a field of a user's table
	Types   []FieldType // declared type of each column; nil if the file declares none

	Label  []byte    // numeric formats
	Labels []int     // numeric formats, multi-label: any number of labels
	Cols   []int     // columns of Values; none for every column in order
	Values []float64 // numeric formats
}

// FieldType is what a file declares a column to be, apart from what its values look like.
type FieldType byte

// The types.
const (
	Undeclared FieldType = iota // or declared a number, as then every value is
	Nominal                     // one of a set of texts, which may be digits
	Text
)

// Reader reads the records of a file one after another.
type Reader interface {
	// Header returns the names of the columns, nil if the file has none. It is
	// called once, before Next.
	Header() ([]string, error)
	// Next returns the next record, nil at the end.
	Next() (*Record, error)
	Close() error
}

// Resumable is a Reader of text by lines. One Reader may continue where another stopped.
type Resumable interface {
	Reader
	// Place returns the number of the last line read and the bytes of text up to its end.
	Place() (line int, bytes int64)
	// SkipTo moves past a line without parsing the text before it. It is called after Header.
	SkipTo(line int) error
	// Share returns the share of the file that has been read, 0 if that is not known.
	Share() float64
}

// Part is one file of rows, or several that belong together, and what is known of
// them.
type Part struct {
	Path   string
	Member string // in a zip archive
	Labels string // idx, ida: path of the labels' file
	Join   string // recipes: path of a table that is joined to the rows
	Name   string // its name in messages
	Test   bool   // published as a test part
	Bare   bool   // libsvm: rows may lack their label
	Own    bool   // a user's file, whose text must be UTF-8
}

// OwnPart returns the part for a user's file of rows.
func OwnPart(path string) Part { return Part{Path: path, Name: path, Own: true} }

// Open opens the rows of a part of a data set with one class per row.
func Open(p Part, f *catalogue.Format) (Reader, error) {
	switch f.Kind {
	case catalogue.IDX:
		return openIDX(p, f.Divide)
	case catalogue.IDA:
		return openIDA(p)
	case catalogue.Delimited, catalogue.LIBSVM, catalogue.ARFF:
	default:
		return nil, &data.ContentError{File: p.Name, Problem: "unknown format " + strconv.Quote(f.Kind)}
	}
	recipe, known := airlineRecipes[f.Recipe]
	if f.Recipe != "" && !known {
		return nil, &data.ContentError{File: p.Name, Problem: "unknown recipe " + strconv.Quote(f.Recipe)}
	}
	l, err := openLines(p.Path, p.Member, p.Name)
	if err != nil {
		return nil, err
	}
	l.utf8, l.bare = p.Own, p.Bare
	switch {
	case f.Kind == catalogue.LIBSVM:
		return &libsvm{lines: l, base: firstColumn(f)}, nil
	case f.Kind == catalogue.ARFF:
		return &arff{lines: l}, nil
	case f.Recipe != "":
		return newAirline(newDelimited(l, f), p.Join, recipe)
	}
	d := newDelimited(l, f)
	d.trim = d.trim || p.Own // also for rows to be predicted
	return d, nil
}

// Each calls f with the records of a part.
func Each(p Part, format *catalogue.Format, f func(*Record) error) error {
	r, err := Open(p, format)
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err := r.Header(); err != nil {
		return err
	}
	for {
		rec, err := r.Next()
		if rec == nil || err != nil {
			return err
		}
		if err := f(rec); err != nil {
			return err
		}
	}
}
