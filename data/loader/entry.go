package loader

import (
	"context"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/generate"
	"gpcbench/data/tablefile"
)

// Find returns the path of a file of a data set; its error is passed on unchanged.
type Find func(folder, name string) (path string, err error)

// Entry returns a data set of the catalogue; find locates its files. Text is parsed once, into a
// table file under Dir/tables, from which larger tables are read in place; with an empty Dir
// nothing is kept. The next Entry continues a conversion that was interrupted, by ctx or otherwise.
// A generated set has no files and is the same on every call; a large one is generated into the
// cache folder, by Dataset.Prepare or when a row is first read.
//
// The numbers of rows, of attributes and of rows of each class are checked against the entry if it
// states them. A ContentError, UnavailableError or RequestError says what is wrong.
func (c Cache) Entry(ctx context.Context, e catalogue.Entry, find Find) (*data.Dataset, error) {
	ds := &data.Dataset{
		Name: e.Name, Title: e.Title, Kind: data.Kind(e.Task), Notes: slices.Clone(e.Notes), Differs: e.Differs,
		Propensity: data.Propensity{A: e.Propensity[0], B: e.Propensity[1]},
	}
	if ds.Kind != data.Binary && ds.Kind != data.Multiclass && ds.Kind != data.Multilabel {
		return nil, data.RequestErrorf(e.Name, "unknown task %q", e.Task)
	}
	var err error
	var counts []int // rows of each class; nil if not known
	switch {
	case e.Generated != "":
		err = c.generated(ds, e)
	case ds.Kind == data.Multilabel:
		err = c.multilabel(ds, e, find)
	default:
		counts, err = c.converted(ctx, ds, e, find)
	}
	if err != nil {
		return nil, err
	}
	return ds, checkEntry(ds, e, counts)
}

// generated makes the table of a generated set.
func (c Cache) generated(ds *data.Dataset, e catalogue.Entry) error {
	made, err := generate.Fixed(e.Name, e.Generated, e.Rows, tablefile.Cache(c))
	if err != nil {
		return err
	}
	ds.Table, ds.ClassNames, ds.Attributes, ds.Digest, ds.Splits = made.Table, made.ClassNames, made.Attributes, made.Digest, made.Splits
	ds.Notes = append(ds.Notes, made.Notes...)
	return nil
}

// converted loads the table of a set with one class per row, and returns the rows of each class.
func (c Cache) converted(ctx context.Context, ds *data.Dataset, e catalogue.Entry, find Find) (counts []int, err error) {
	s, err := entrySource(e, find)
	if err != nil {
		return nil, err
	}
	t, desc, err := s.Table(ctx, tablefile.Cache(c))
	if err != nil {
		return nil, err
	}
	describe(ds, t, desc)
	if e.Format.Published == "parts" {
		if len(desc.Parts) != 2 {
			return nil, data.RequestErrorf(e.Name, "a published split needs a training file and a test file; there are %d files of rows", len(desc.Parts))
		}
		ds.Splits = []data.Split{splitAt(desc.Parts[0], desc.N)}
	}
	return desc.Counts, nil
}
