// Package convert turns the text of a data set into a table file. It reads the text twice: first to
// infer the schema, then to write the rows. The memory for both does not grow with the number of
// rows, and an interrupted conversion is resumed.
package convert

import (
	"context"
	"fmt"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
	"gpcbench/data/schema"
	"gpcbench/data/tablefile"
)

// Source is the files of a table and how to read them.
type Source struct {
	Name   string // its name in messages
	Stem   string // the name of its table file
	Parts  []read.Part
	Format catalogue.Format

	Splits  func(t data.Table) ([][]int, error) // training rows of the published splits; nil if it has none of its own
	Check   func(*schema.Schema) error          // checks what the first reading found; may be nil
	Also    []string                            // further files that the rows depend on
	Remarks []data.Remark                       // on a user's table, found before it is read
	Plain   map[string]string                   // SHA-256 of a packed file to that of its content
	Known   map[string][]string                 // allowed SHA-256 of a file, by its path; none for any
}

// Table returns the prepared table of a source. With a cache folder the text is
// converted once, into a table file there; without one the table is in memory.
func (s *Source) Table(ctx context.Context, c tablefile.Cache) (data.Table, *tablefile.Description, error) {
	digest, err := s.Digest(c)
	if err != nil {
		return nil, nil, err
	}
	return c.Table(ctx, s.Stem, digest, s.current, func(path string) error {
		conv := &conversion{ctx: ctx, source: s, path: path, every: keepEvery, progress: tablefile.NewProgress(c.Progress, s.Stem)}
		conv.state.Digest = digest
		return conv.run()
	})
}

// current says whether a cached table was checked against the current rules.
func (s *Source) current(d *tablefile.Description) bool {
	return !s.Format.Own || d.Summary != nil && d.Summary.Rules == heuristics.Rules
}

// Schema reads the text once more and returns the schema of its columns.
func (s *Source) Schema() (*schema.Schema, error) {
	found, err := s.Look()
	if err != nil {
		return nil, err
	}
	return found, found.Complete()
}

// Look is Schema for a table whose columns may be wrong: the schema is not completed.
func (s *Source) Look() (*schema.Schema, error) {
	found := schema.New(s.Name, &s.Format)
	for again := true; again; again = found.Again() {
		for i, p := range s.Parts {
			r, err := read.Open(p, &s.Format)
			if err != nil {
				return nil, err
			}
			err = found.Infer(r, p, i)
			r.Close()
			if err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// SplitValue is a value of the column that a split uses, with the first row that has it.
type SplitValue struct {
	Text         string
	File, Column string
	Line         int
}

// Wrong returns an error about the value.
func (v SplitValue) Wrong(format string, args ...any) error {
	return &data.ContentError{File: v.File, Line: v.Line, Column: v.Column, Problem: fmt.Sprintf(format, args...)}
}

// SplitValues returns the different values of the column that a split uses, in the order of the
// rows, and which of them each row of the table has. It reads the text twice more.
func (s *Source) SplitValues() (values []SplitValue, rows []int, err error) {
	found, err := s.Schema()
	if err != nil {
		return nil, nil, err
	}
	place := map[string]int{}
	x := make([]float64, found.Dim())
	for _, p := range s.Parts {
		err := read.Each(p, &s.Format, func(rec *read.Record) error {
			_, use, err := found.Encode(x, rec, p)
			if !use || err != nil {
				return err
			}
			if rec.Fields == nil {
				return data.KeyErrorf(p.Name, "split", "the columns of a LIBSVM file have no names, so rows cannot be split by one of them")
			}
			field, missing := found.SplitField(rec)
			at, known := place[string(field)]
			if !known {
				value := SplitValue{string(field), p.Name, found.ColumnName(found.SplitColumn), rec.Line}
				if missing {
					return missingSplit(value)
				}
				at = len(values)
				place[value.Text], values = at, append(values, value)
			}
			rows = append(rows, at)
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return values, rows, nil
}

// UsedRows returns, for each row of the table, its number in its file, from 0 and without the
// header, counting rows that are left out. It reads the text twice more.
func (s *Source) UsedRows() (numbers []int, err error) {
	found, err := s.Schema()
	if err != nil {
		return nil, err
	}
	x := make([]float64, found.Dim())
	for _, p := range s.Parts {
		at := 0
		err := read.Each(p, &s.Format, func(rec *read.Record) error {
			_, use, err := found.Encode(x, rec, p)
			if use {
				numbers = append(numbers, at)
			}
			at++
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return numbers, nil
}

// missingSplit returns the error for a missing value.
func missingSplit(v SplitValue) error {
	remedy := "missing = \"drop-row\" leaves such rows out"
	if v.Text != "" {
		remedy += "; if it is a value, list the texts that stand for a missing one in missing_values"
	}
	return v.Wrong("the value is missing (%q), but rows are split by this column: %s", v.Text, remedy)
}
