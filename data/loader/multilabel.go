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
	var x *data.CSR
	labels := data.NewLabelSets()
	var ends []int // rows up to the end of each part
	for _, p := range s.Parts {
		r, err := read.OpenMultilabel(p, &e.Format, e.Labels)
		if err != nil {
			return err
		}
		if x == nil {
			x = data.NewCSR(len(r.Attributes))
			ds.Attributes, ds.ClassNames = r.Attributes, r.Labels
		}
		err = appendRows(x, labels, r, p)
		r.Close()
		if err != nil {
			return err
		}
		ends = append(ends, x.Len())
	}
	if x.Len() == 0 {
		return &data.ContentError{File: e.Name, Problem: "there are no rows"}
	}
	ds.Table = data.NewSparseMemory(x, labels)
	if e.Format.Published == "parts" && len(ends) == 2 {
		ds.Splits = []data.Split{splitAt(ends[0], ends[1])}
	}
	ds.Digest, err = s.Digest(tablefile.Cache{})
	return err
}

// appendRows appends the rows of a part.
func appendRows(x *data.CSR, labels *data.LabelSets, r *read.Multilabel, p read.Part) error {
	if d := len(r.Attributes); d != x.D {
		return &data.ContentError{File: p.Name, Problem: fmt.Sprintf("there are %d attributes, the first file has %d", d, x.D)}
	}
	for {
		rec, err := r.Next()
		if rec == nil || err != nil {
			return err
		}
		x.Append(rec.Cols, rec.Values)
		labels.Append(rec.Labels)
	}
}
