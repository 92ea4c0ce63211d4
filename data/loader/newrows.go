package loader

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
	"gpcbench/data/schema"
)

// Encoding returns how the columns of a user's table become attributes. It reads the text once
// more.
func Encoding(table catalogue.UserTable) (*schema.Encoding, error) {
	s, err := fileSource(table)
	if err != nil {
		return nil, err
	}
	found, err := s.Schema()
	if err != nil {
		return nil, err
	}
	return found.Encoding(), nil
}

// NewRows reads rows that are to be predicted, a block at a time. Their file is delimited
// text, LIBSVM or ARFF, packed or not, as users' tables are.
type NewRows struct {
	KeepOriginal bool // tables of rows also implement data.Original
	MarkUnseen   bool // rows with a category or a column unseen in training are predicted, and reported by Unseen

	columnsLeftOut
	path     string
	encoding *schema.Encoding
	reader   read.Reader
	dim      int
	names    []string
	places   []int      // of the columns in a row of text; nil before the first row
	original [][]string // of the current block

	labels     *schema.NewLabels // nil: labels are not read
	labelPlace int               // of the labels in a row of text; known from the first row on
}

// OpenNewRows opens a file of rows for a model of the given encoding.
func OpenNewRows(path string, encoding *schema.Encoding) (*NewRows, error) {
	var f catalogue.Format
	if err := detectNewRows(path, &f, encoding); err != nil {
		return nil, err
	}
	part := read.OwnPart(path)
	part.Bare = true
	r, err := read.Open(part, &f)
	if err != nil {
		return nil, err
	}
	n := &NewRows{path: path, encoding: encoding, reader: r, dim: encoding.Dim()}
	if n.names, err = r.Header(); err == nil && n.names != nil && encoding.Named {
		n.places, err = encoding.Places(path, n.names, len(n.names))
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return n, nil
}

// detectNewRows detects the format of a file of rows.
func detectNewRows(path string, f *catalogue.Format, e *schema.Encoding) error {
	if e.Label < 0 && !e.Named { // of LIBSVM, whose rows may be without labels
		bare, err := read.BareLIBSVM(path)
		if bare {
			f.Kind, f.ZeroBased = catalogue.LIBSVM, e.ZeroBased
		}
		if bare || err != nil {
			return err
		}
	}
	if read.HasColumns(path, e.Separator, e.Names(), e.Width) {
		f.Separator = e.Separator
	}
	names, named := e.Names(), e.Named
	if all := e.AllNames(); !named && !slices.Contains(all, "") && read.HasColumns(path, ",", all, 0) { // as runexp table writes them
		names, named, f.Separator = all, true, ","
	}
	_, err := read.DetectForm(path, f, &named)
	if errors.Is(err, read.ErrSeveralLabels) {
		err = &data.ContentError{File: path, Problem: "the rows have several labels each, but the model was trained on rows with one class each"}
	}
	switch {
	case err != nil:
		return err
	case f.Kind == catalogue.LIBSVM:
		return countAsTrained(path, f, e)
	case f.Kind == catalogue.Delimited && f.Separator == "," && e.Numbers.Decimal == "," && e.Separator != "" && e.Separator != ",":
		return &data.ContentError{File: path, Problem: fmt.Sprintf("commas separate its fields, but the model was trained on decimal commas, with %q between fields: "+
			"write the file like that table, because its points would be read as thousands separators", e.Separator)}
	case f.Kind == catalogue.Delimited:
		f.Only, f.Decimal, f.Thousands = names, e.Numbers.Decimal, e.Numbers.Thousands
	}
	return nil
}

// countAsTrained counts the columns of a LIBSVM file as those of the table that the model was
// trained on were counted: new rows may lack a column 0 by chance.
func countAsTrained(path string, f *catalogue.Format, e *schema.Encoding) error {
	switch {
	case e.Label >= 0 || e.Named:
		return &data.ContentError{File: path, Problem: "this is a LIBSVM file, but the model was not trained on one"}
	case f.ZeroBased && !e.ZeroBased:
		return &data.ContentError{File: path, Problem: "a row has a value in column 0, but the model was trained on columns that are counted from 1"}
	}
	f.ZeroBased = e.ZeroBased
	return nil
}

// ReadLabels makes Next return the classes of rows, for a model with the given classes. column is
// the name or number of the label column; if it is "", it is that of the table that the model was
// trained on.
func (n *NewRows) ReadLabels(column string, classes []string) {
	n.labels, n.labelPlace = n.encoding.NewLabels(column, classes), -1
}

// Close closes the file.
func (n *NewRows) Close() error { return n.reader.Close() }

// Next returns the inputs of at most limit further rows, none at the end, and which of them cannot
// be predicted because a value is missing. If labels are read, rows have their classes, or
// schema.Unlabelled.
func (n *NewRows) Next(limit int) (rows data.Table, missing []bool, err error) {
	limit = min(limit, max(1, blockInputs/n.dim))
	n.unseen, n.original = n.unseen[:0], nil
	var x []float64
	var classes []int
	for len(missing) < limit {
		rec, err := n.reader.Next()
		if err != nil {
			return nil, nil, err
		}
		if rec == nil {
			break
		}
		from := len(x)
		x = slices.Grow(x, n.dim)[:from+n.dim]
		whole, err := n.encode(x[from:], rec)
		if err != nil {
			return nil, nil, err
		}
		missing = append(missing, !whole)
		n.keepOriginal(rec, x[from:])
		if n.labels == nil {
			continue
		}
		class, err := n.class(rec)
		if err != nil {
			return nil, nil, err
		}
		classes = append(classes, class)
	}
	if len(missing) == 0 {
		return nil, nil, nil
	}
	return n.table(len(missing), x, classes), missing, nil
}

// class returns the class of a record.
func (n *NewRows) class(rec *read.Record) (class int, err error) {
	field, column := rec.Label, ""
	if rec.Fields != nil {
		if n.labelPlace < 0 {
			if n.labelPlace, err = n.labels.Place(n.path, n.names, len(rec.Fields)); err != nil {
				return 0, err
			}
		}
		field, column = rec.Fields[n.labelPlace], strconv.Itoa(n.labelPlace)+" (from 0)"
		if n.names != nil {
			column = strconv.Quote(n.names[n.labelPlace])
		}
	}
	if class, err = n.labels.Of(field); err != nil {
		return 0, &data.ContentError{File: n.path, Line: rec.Line, Column: column, Problem: err.Error()}
	}
	return class, nil
}

// columnsLeftOut counts and names what was read but not seen in training.
type columnsLeftOut struct {
	ignored int
	unseen  [][]string
}

// Unseen returns, for each row of the last block from Next, the names of the columns that training
// has not seen, or whose category it has not seen.
func (c *columnsLeftOut) Unseen() [][]string { return c.unseen }

// Ignored is the number of values left out because no training row has their columns, in files
// whose rows give columns by number.
func (c *columnsLeftOut) Ignored() int { return c.ignored }

// split returns how many of a row's columns, which ascend, are columns of training. Those beyond
// its last column are left out. If tell is set, they are noted by their numbers in the file.
func (c *columnsLeftOut) split(cols []int, dim, base int, tell bool) (known int) {
	known = len(cols)
	for known > 0 && cols[known-1] >= dim { // 0 in all training rows, so nothing is known about it
		known--
	}
	c.ignored += len(cols) - known
	var names []string
	for _, col := range cols[known:] {
		if tell {
			names = append(names, strconv.Itoa(col+base))
		}
	}
	c.unseen = append(c.unseen, names)
	return known
}

// blockInputs bounds the inputs of a block, 8 MiB of them.
const blockInputs = 1 << 20

// encode writes the attributes of a record to x.
func (n *NewRows) encode(x []float64, rec *read.Record) (whole bool, err error) {
	if rec.Fields == nil {
		return n.encodeValues(x, rec)
	}
	if n.places == nil {
		if n.places, err = n.encoding.Places(n.path, n.names, len(rec.Fields)); err != nil {
			return false, err
		}
	}
	whole, unseen, err := n.encoding.EncodeFields(x, rec.Fields, n.places, n.path, rec.Line, n.MarkUnseen)
	n.unseen = append(n.unseen, unseen)
	return whole, err
}

// encodeValues is encode for a LIBSVM file, whose columns are the attributes.
func (n *NewRows) encodeValues(x []float64, rec *read.Record) (whole bool, err error) {
	clear(x)
	fail := func(format string, args ...any) (bool, error) {
		return false, &data.ContentError{File: n.path, Line: rec.Line, Problem: fmt.Sprintf(format, args...)}
	}
	base := 1
	if n.encoding.ZeroBased {
		base = 0
	}
	whole = true
	for i, col := range rec.Cols[:n.split(rec.Cols, n.dim, base, n.MarkUnseen)] {
		v := rec.Values[i]
		switch fill := n.encoding.Columns[col].Fill; {
		case !read.Finite(v) && fill != nil:
			v = fill[0]
		case !read.Finite(v) && n.encoding.Skip:
			whole = false
		case !read.Finite(v):
			return fail("the value in column %d is not finite, but the model was trained without missing values", col+base)
		case heuristics.Huge(v):
			return fail("the value in column %d %s", col+base, heuristics.HugeIs)
		}
		x[col] = v
	}
	return whole, nil
}
