package loader

import (
	"fmt"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
	"gpcbench/data/tablefile"
)

// loadMultilabel reads a multi-label set into memory, sparse.
func loadMultilabel(ds *data.Dataset, e catalogue.Entry, find Find) error {
	s, err := entrySource(e, find)
	if err != nil {
		return err
	}
	var t *data.SparseMemory
	var ends []int // rows up to the end of each part
	for _, p := range s.Parts {
		r, err := read.OpenMultilabel(p, &e.Format, e.Labels)
		if err != nil {
			return err
		}
		if t == nil {
			t = data.NewSparseMemory(len(r.Attributes))
			ds.Table, ds.Attributes, ds.ClassNames = t, r.Attributes, r.Labels
		}
		err = appendRows(t, r, p)
		r.Close()
		if err != nil {
			return err
		}
		ends = append(ends, t.Len())
	}
	if t.Len() == 0 {
		return &data.ContentError{File: e.Name, Problem: "there are no rows"}
	}
	if e.Format.Published == "parts" && len(ends) == 2 {
		ds.Splits = []data.Split{splitAt(ends[0], ends[1])}
	}
	ds.Digest, err = s.Digest(tablefile.Cache{})
	return err
}

// appendRows appends the rows of a part.
func appendRows(t *data.SparseMemory, r *read.Multilabel, p read.Part) error {
	if d := len(r.Attributes); d != t.Dim() {
		return &data.ContentError{File: p.Name, Problem: fmt.Sprintf("there are %d attributes, the first file has %d", d, t.Dim())}
	}
	for {
		rec, err := r.Next()
		if rec == nil || err != nil {
			return err
		}
		t.Append(rec.Cols, rec.Values, rec.Labels)
	}
}
