package loader

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/convert"
	"gpcbench/data/read"
	"gpcbench/data/tablefile"
)

// multilabel reads a multi-label set of the catalogue into memory.
func (c Cache) multilabel(ds *data.Dataset, e catalogue.Entry, find Find) error {
	s, err := entrySource(e, find)
	if err != nil {
		return err
	}
	if ds.Digest, err = s.Digest(tablefile.Cache(c)); err != nil {
		return err
	}
	ends, err := readLabelled(ds, s, e.Labels)
	if e.Format.Published == "parts" && len(ends) == 2 {
		ds.Splits = []data.Split{splitAt(ends[0], ends[1])}
	}
	return err
}

// multilabelFile reads a user's multi-label file.
func (c Cache) multilabelFile(table catalogue.UserTable) (*data.Dataset, error) {
	format, err := multilabelFormat(table)
	if err != nil {
		return nil, err
	}
	s := &convert.Source{Name: table.File, Stem: read.Stem(table.File), Format: format, Parts: parts(table)}
	switch {
	case s.Format.Kind == catalogue.ARFF && s.Format.Labels == 0:
		return nil, data.KeyErrorf(table.File, "file", "the header of this ARFF file does not state which attributes are labels: "+
			"say labels = K for the last K, or write -C K after the name of the relation for the first K, as in @relation 'emotions: -C 6'")
	case s.Format.Kind == catalogue.XC && table.Labels > 0:
		return nil, data.KeyErrorf(table.File, "labels", "labels = %d: the first line of the file already states the number of labels; leave the key out", table.Labels)
	}
	ds := &data.Dataset{Name: s.Stem, Title: filepath.Base(table.File), Kind: data.Multilabel}
	ends, err := readLabelled(ds, s, s.Format.Labels)
	if err != nil {
		return nil, err
	}
	if len(ends) == 2 {
		if ends[0] == 0 || ends[0] == ends[1] {
			return nil, &data.ContentError{File: table.TestFile, Problem: "one of the two files has no rows"}
		}
		ds.Splits = []data.Split{splitAt(ends[0], ends[1])}
	}
	labels := allLabels(ds.Table)
	if same(labels) {
		return nil, &data.ContentError{File: table.File, Problem: "every row has the same labels, so there is nothing to learn"}
	}
	ds.Notes = append(labelNotes(labels, ds.ClassNames), valueNotes(ds.Table, ds.Attributes)...)
	ds.Digest, err = s.Digest(tablefile.Cache(c))
	return ds, err
}

// multilabelFormat detects the format of a user's multi-label files.
func multilabelFormat(table catalogue.UserTable) (catalogue.Format, error) {
	f := table.Format()
	for i, p := range parts(table) {
		kind, fromZero, err := read.DetectMultilabel(p.Path)
		if err != nil {
			return f, err
		}
		if i > 0 && kind != f.Kind {
			return f, &data.ContentError{File: p.Name, Problem: "its format differs from that of " + table.File}
		}
		f.Kind, f.ZeroBased = kind, f.ZeroBased || fromZero
	}
	if f.Kind == catalogue.ARFF {
		return f, labelColumns(table.File, &f)
	}
	return f, nil
}

// labelColumns sets in a format whether the labels of an ARFF file come first and, unless the user
// states it, their number from the file's header.
func labelColumns(path string, f *catalogue.Format) error {
	stated, _, err := read.ARFFLabels(path)
	f.Labels, f.LabelsFirst = cmp.Or(f.Labels, stated.N), stated.First
	return err
}

// same says whether all rows have the same labels.
func same(labels *data.LabelSets) bool {
	for i := range labels.Len() {
		if !slices.Equal(labels.Row(i), labels.Row(0)) {
			return false
		}
	}
	return true
}

// labelNotes says how many rows have no label, and how many labels have no row.
func labelNotes(labels *data.LabelSets, names []string) (notes []string) {
	bare := 0
	for i := range labels.Len() {
		if len(labels.Row(i)) == 0 {
			bare++
		}
	}
	if bare > 0 {
		notes = append(notes, fmt.Sprintf("Of %d rows %d have no label. They are kept: all their labels are negative.", labels.Len(), bare))
	}
	seen := make([]bool, len(names))
	for _, l := range labels.Labels {
		seen[l] = true
	}
	if n, first := unseen(seen); n > 0 {
		notes = append(notes, fmt.Sprintf("Of %d labels %d are on no row, the first of them %s.", len(seen), n, names[first]))
	}
	return notes
}

// valueNotes says how many attributes of a sparse table have no value in any row. It reads rows one
// by one, because memory may not hold them twice.
func valueNotes(t data.Table, names []string) (notes []string) {
	sparse, ok := t.(data.Sparse)
	if !ok {
		return nil
	}
	seen := make([]bool, len(names))
	row := data.NewCSR(t.Dim())
	for i := range t.Len() {
		row.Reset(t.Dim())
		sparse.AppendRows(row, []int{i})
		for _, c := range row.Cols {
			seen[c] = true
		}
	}
	if n, first := unseen(seen); n > 0 {
		notes = append(notes, fmt.Sprintf("Of %d attributes %d have no value on any row, the first of them %s.", len(seen), n, names[first]))
	}
	return notes
}

// unseen counts the items that were not seen, and returns the first of them.
func unseen(seen []bool) (n, first int) {
	for _, s := range seen {
		if !s {
			n++
		}
	}
	return n, slices.Index(seen, false)
}

// allLabels returns the labels of all rows of a multi-label table in memory.
func allLabels(t data.Table) *data.LabelSets {
	rows := make([]int, t.Len())
	for i := range rows {
		rows[i] = i
	}
	labels := data.NewLabelSets()
	t.(data.Multilabeled).AppendLabels(labels, rows)
	return labels
}

// readLabelled reads the rows of a multi-label source, and returns the number of rows up to the end
// of each part. labels is the number of labels if the files do not state it, 0 if it is not known.
//
// The table is dense if every row states every attribute, as in an ARFF file without braces, and
// sparse otherwise.
func readLabelled(ds *data.Dataset, s *convert.Source, labels int) (ends []int, err error) {
	rows := labelledRows{x: data.NewCSR(0), labels: data.NewLabelSets(), dense: true}
	for _, p := range s.Parts {
		r, err := read.OpenMultilabel(p, &s.Format, labels)
		if err != nil {
			return nil, err
		}
		err = rows.append(r, p)
		r.Close()
		if err != nil {
			return nil, err
		}
		ends = append(ends, rows.labels.Len())
	}
	if rows.labels.Len() == 0 {
		return nil, &data.ContentError{File: s.Name, Problem: "there are no rows"}
	}
	if rows.x.D == 0 {
		return nil, &data.ContentError{File: s.Name, Problem: "no row has a value"}
	}
	if len(rows.labels.Labels) == 0 {
		return nil, &data.ContentError{File: s.Name, Problem: "no row has a label, so there is nothing to learn"}
	}
	ds.Attributes, ds.ClassNames = rows.attributes, rows.names
	if ds.Attributes == nil {
		ds.Attributes = data.AttributeNames(rows.x.D)
	}
	if ds.ClassNames == nil {
		ds.ClassNames = read.LabelNames(int(slices.Max(rows.labels.Labels)) + 1)
	}
	ds.Table = labelTable(rows.x, rows.labels, !rows.dense)
	return ends, nil
}

// labelledRows are the rows read so far.
type labelledRows struct {
	x      *data.CSR // D: the number of columns, or the largest so far + 1 if it is not stated
	labels *data.LabelSets
	dense  bool // every row has every column

	attributes, names []string // nil if the files state none
}

// append appends the rows of a part, which must have the columns and labels of the others.
func (t *labelledRows) append(r *read.Multilabel, p read.Part) error {
	if t.labels.Len() == 0 {
		t.attributes, t.names = r.Attributes, r.Labels
		t.x.D = len(r.Attributes)
	}
	if len(r.Attributes) != len(t.attributes) || len(r.Labels) != len(t.names) {
		return &data.ContentError{File: p.Name, Problem: fmt.Sprintf("there are %d attributes and %d labels, but the first file has %d and %d",
			len(r.Attributes), len(r.Labels), len(t.attributes), len(t.names))}
	}
	every := make([]int, len(r.Attributes))
	for j := range every {
		every[j] = j
	}
	before := len(t.x.Cols)
	for {
		rec, err := r.Next()
		if rec == nil || err != nil {
			return err
		}
		t.reserve(before, len(rec.Values), r)
		cols := rec.Cols
		if len(cols) < len(rec.Values) {
			cols = every
		} else {
			t.dense = false
		}
		if n := len(cols); n > 0 && t.attributes == nil {
			t.x.D = max(t.x.D, cols[n-1]+1)
		}
		t.x.Append(cols, rec.Values)
		t.labels.Append(rec.Labels)
	}
}

// reserve makes room for n more values. If it has to grow, it makes room for the number of values
// estimated from the share of the file that has been read, so that values are not copied again and
// again. before is the number of values in the previous files.
func (t *labelledRows) reserve(before, n int, r *read.Multilabel) {
	have := len(t.x.Cols)
	place, ok := r.Reader.(read.Resumable)
	if have+n <= min(cap(t.x.Cols), cap(t.x.Values)) || !ok {
		return
	}
	const early = 0.01 // below this the share is not reliable
	if share := place.Share(); share > early {
		whole := before + int(1.05*float64(have-before)/share)
		t.x.Cols = slices.Grow(t.x.Cols, max(n, whole-have))
		t.x.Values = slices.Grow(t.x.Values, max(n, whole-have))
	}
}
