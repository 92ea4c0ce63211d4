package data

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data/catalogue"
)

// FileOptions says how to read a user's own table.
type FileOptions struct {
	File     string // CSV, other delimited text, LIBSVM or ARFF; .gz, .bz2 or .zip, or plain
	TestFile string // test rows, if they are in a file of their own

	Label       string   // column of the labels: name, number from 0, or "last" (also if empty)
	Header      *bool    // whether the first line names the columns; nil: found out
	Positive    []string // classes that become +1, the rest being -1
	Categorical []string // columns to one-hot though their values are numbers
	Missing     string   // "" (an error), "drop-row" or "mean"
}

// LoadFile is Cache.LoadFile without progress.
func LoadFile(o FileOptions, cacheDir string) (*Dataset, error) {
	return Cache{Dir: cacheDir}.LoadFile(context.Background(), o)
}

// LoadFile reads a user's table and keeps it as Load does.
//
// The format is told by the content. Delimited text may have its fields between
// commas, semicolons, tabs or blanks, as the first line shows.
//
// A column becomes one attribute if all its values are numbers, one attribute
// for each different text (one-hot, in the order of bytes, those of training
// and test file together) if none is or Categorical lists it; a mixed column is
// an error. Empty fields, ARFF's ?, NaN and infinities are missing, never text:
// an error unless Missing says to leave their rows out or to put the column's
// mean, of a categorical column the shares of its levels. The mean is taken
// over the rows of File, before any split, so that with a split drawn from one
// file it has seen the inputs, never the labels, of the test rows; with a
// TestFile it is that of the training rows alone.
//
// Classes are ordered as numbers if all labels are numbers, else by bytes. With
// a TestFile the data set has one published split, File against TestFile, and a
// label that only the test file has is an error.
//
// Errors are *UnavailableError where a file cannot be had, *ContentError where
// a table's content is wrong, *RequestError where an option names a column or a
// class that is not there.
func (c Cache) LoadFile(ctx context.Context, o FileOptions) (*Dataset, error) {
	format, guessed, err := fileFormat(o.File, o)
	if err != nil {
		return nil, err
	}
	s := &source{
		name:   o.File,
		parts:  []part{{path: o.File, file: o.File}},
		format: *format,
	}
	if o.TestFile != "" {
		test, _, err := fileFormat(o.TestFile, o)
		if err != nil {
			return nil, err
		}
		if test.Kind != format.Kind || test.Separator != format.Separator {
			return nil, &ContentError{File: o.TestFile, Problem: "its format is not that of " + o.File}
		}
		if test.Header != format.Header {
			return nil, &ContentError{File: o.TestFile, Line: 1, Problem: "one of the two files has a first line that names the columns, the other not; say header = true or false if this is wrong"}
		}
		s.parts = append(s.parts, part{path: o.TestFile, file: o.TestFile, test: true})
	}
	s.check = func(found *survey) error {
		if guessed && !format.Header {
			if err := strayHeader(found); err != nil {
				return err
			}
		}
		if err := decimalCommas(found, o.File); err != nil {
			return err
		}
		return unseenLabel(found)
	}
	t, desc, err := c.build(ctx, s)
	if err != nil {
		return nil, err
	}
	ds := &Dataset{Name: stem(o.File), Title: filepath.Base(o.File), Kind: Multiclass}
	ds.describe(t, desc)
	if len(ds.ClassNames) == 2 {
		ds.Kind = Binary
	}
	if o.TestFile != "" {
		if desc.Parts[0] == 0 || desc.Parts[1] == 0 {
			return nil, &ContentError{File: o.TestFile, Problem: "no row is left in one of the files after rows with missing values are dropped"}
		}
		ds.Splits = []Split{{Train: Range{0, desc.Parts[0]}, Test: Range{desc.Parts[0], desc.N}}}
	}
	switch o.Missing {
	case "mean":
		ds.Notes = append(ds.Notes, "Missing values are replaced by their column's mean over the rows of "+filepath.Base(o.File)+".")
	case "drop-row":
		ds.Notes = append(ds.Notes, "Rows with a missing value are left out.")
	}
	return ds, nil
}

// stem is a file's name without folder and endings.
func stem(path string) string {
	name := filepath.Base(path)
	for _, packed := range []string{".gz", ".bz2", ".zip"} {
		name = strings.TrimSuffix(name, packed)
	}
	if cut := strings.TrimSuffix(name, filepath.Ext(name)); cut != "" {
		name = cut
	}
	return name
}

// fileFormat finds out the format of a user's file, and says whether its
// header was found out too.
func fileFormat(path string, o FileOptions) (f *catalogue.Format, guessed bool, err error) {
	f = &catalogue.Format{Label: o.Label, Positive: o.Positive, Categorical: o.Categorical, Missing: o.Missing}
	if o.Missing != "" && o.Missing != "drop-row" && o.Missing != "mean" {
		return nil, false, requestError(path, "missing = %q: it is drop-row or mean", o.Missing)
	}
	first, err := firstLines(path, 10)
	if err != nil {
		return nil, false, err
	}
	switch {
	case len(first) == 0:
		return nil, false, &ContentError{File: path, Problem: "the file is empty"}
	case looksARFF(path, first):
		f.Kind = "arff"
		return f, false, nil
	case looksLIBSVM(first):
		f.Kind, f.Label = "libsvm", ""
		if o.Label != "" {
			return nil, false, requestError(path, "label = %q: in a LIBSVM file the label comes first and has no name", o.Label)
		}
		if len(o.Categorical) > 0 {
			return nil, false, requestError(path, "categorical: the columns of a LIBSVM file are numbers")
		}
		return f, false, nil
	}
	f.Kind, f.Separator = "delimited", separatorOf(first[0])
	if o.Header != nil {
		f.Header = *o.Header
		return f, false, nil
	}
	f.Header, err = hasHeader(path, f)
	return f, true, err
}

// firstLines returns the first lines of a file that are not blank, at most n.
func firstLines(path string, n int) ([][]byte, error) {
	r, err := openFile(path, "")
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var first [][]byte
	l := newLines(r, path)
	for len(first) < n && l.next() {
		if bytes.IndexByte(l.text, 0) >= 0 {
			return nil, l.fail("this is not a text file")
		}
		if line, _, found := bytes.Cut(bytes.TrimRight(l.text, "\r"), []byte{'\r'}); found && !bytes.ContainsRune(line, '"') {
			return nil, l.fail("the lines end in carriage returns alone: save the file with line feeds")
		}
		if text := bytes.TrimSpace(l.text); len(text) > 0 {
			first = append(first, bytes.Clone(text))
		}
	}
	return first, l.err()
}

func looksARFF(path string, first [][]byte) bool {
	if strings.HasSuffix(strings.ToLower(stemmed(path)), ".arff") {
		return true
	}
	for _, line := range first {
		if line[0] != '%' {
			return bytes.HasPrefix(bytes.ToLower(line), []byte("@relation"))
		}
	}
	return false
}

// stemmed is a path without the ending of a packed file.
func stemmed(path string) string {
	for _, packed := range []string{".gz", ".bz2", ".zip"} {
		path = strings.TrimSuffix(path, packed)
	}
	return path
}

// looksLIBSVM says whether more lines are a label and column:value pairs than
// are not, so that a slip in one line is told as one. A label alone says
// nothing.
func looksLIBSVM(first [][]byte) bool {
	balance := 0
	for _, line := range first {
		fields := bytes.Fields(line)
		switch {
		case bytes.ContainsAny(fields[0], ":,") || !allPairs(fields[1:]):
			balance--
		case len(fields) > 1:
			balance++
		}
	}
	return balance > 0
}

// allPairs says whether fields are of the form column:value, up to a comment.
func allPairs(fields [][]byte) bool {
	for _, field := range fields {
		if field[0] == '#' {
			return true
		}
		col, value, found := bytes.Cut(field, []byte{':'})
		_, err := strconv.Atoi(string(col))
		if _, number := parseNumber(value); !found || err != nil || !number {
			return false
		}
	}
	return true
}

// separatorOf returns what separates the fields of a line: the one of comma,
// semicolon and tab that occurs most outside quotes, else blanks.
func separatorOf(line []byte) string {
	counts := make(map[byte]int)
	quoted := false
	for _, c := range line {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted {
			counts[c]++
		}
	}
	best := byte(',')
	for _, c := range []byte{';', '\t'} {
		if counts[c] > counts[best] {
			best = c
		}
	}
	if counts[best] == 0 && bytes.ContainsAny(line, " ") {
		return "blank"
	}
	return string(best)
}

// hasHeader finds out whether the first line names the columns. It does not if
// a number is among its fields. If all are texts it does if the next row has a
// number, or if the label is called by one of them; where the whole table is
// texts, if none of them is met again in its column.
func hasHeader(path string, f *catalogue.Format) (bool, error) {
	const look = 200 // rows looked at
	r, err := openPart(part{path: path, file: path}, f)
	if err != nil {
		return false, err
	}
	defer r.close()
	rec, err := r.next()
	if err != nil {
		return false, err
	}
	if rec == nil {
		return false, &ContentError{File: path, Problem: "the file is empty"}
	}
	var names []string
	for _, field := range rec.fields {
		if _, number := parseNumber(field); number {
			return false, nil
		}
		names = append(names, string(field))
	}
	if f.Label != "" && slices.Contains(names, f.Label) {
		return true, nil
	}
	rows := 0
	for ; rows < look; rows++ {
		rec, err := r.next()
		if err != nil {
			return false, err
		}
		if rec == nil {
			break
		}
		for j, field := range rec.fields {
			if _, number := parseNumber(field); number {
				return true, nil
			}
			if string(field) == names[j] && names[j] != "" {
				return false, nil
			}
		}
	}
	if rows > 0 && rows < 10 {
		return false, &ContentError{File: path, Line: 1, Problem: "cannot tell whether the first line names the columns: say header = true or false"}
	}
	return true, nil
}

// strayHeader refuses a table whose labels are all numbers but for the first
// line's, which is a header that was not known as one.
func strayHeader(found *survey) error {
	if found.label < 0 || len(found.labels) < 3 {
		return nil
	}
	var text *seenLabel
	for _, l := range found.labels {
		if _, number := parseNumber([]byte(l.Text)); !number {
			if text != nil {
				return nil
			}
			text = l
		}
	}
	if text == nil || text.Line != 1 || text.Train != 1 {
		return nil
	}
	return &ContentError{File: text.File, Line: 1, Problem: fmt.Sprintf("the label %q is a text, all others are numbers: does the line name the columns? Say header = true or false", text.Text)}
}

// decimalCommas refuses a column that would become categories because its
// numbers have commas where this program reads points.
func decimalCommas(found *survey, file string) error {
	for j, c := range found.columns {
		if !c.Categorical || c.Declared || len(c.Count) == 0 {
			continue
		}
		example := ""
		for text := range c.Count {
			if _, number := parseNumber([]byte(strings.Replace(text, ",", ".", 1))); !number {
				example = ""
				break
			}
			example = max(example, text)
		}
		if example != "" {
			return &ContentError{File: file, Column: found.columnName(j), Problem: fmt.Sprintf("values such as %q look like numbers with a comma in them: write a point for a decimal comma and nothing between thousands, or list the column as categorical", example)}
		}
	}
	return nil
}

// unseenLabel refuses a label that only the test file has.
func unseenLabel(found *survey) error {
	numeric := true
	for _, l := range found.labels {
		_, number := parseNumber([]byte(l.Text))
		numeric = numeric && number
	}
	key := func(text string) string {
		if numeric {
			return sameNumber(text)
		}
		return text
	}
	trained := make(map[string]bool)
	tests := false
	for _, l := range found.labels {
		trained[key(l.Text)] = trained[key(l.Text)] || l.Train > 0
		tests = tests || l.Test > 0
	}
	var first *seenLabel
	for _, l := range found.labels {
		if tests && !trained[key(l.Text)] && (first == nil || l.Line < first.Line) {
			first = l
		}
	}
	if first == nil {
		return nil
	}
	return &ContentError{File: first.File, Line: first.Line, Problem: fmt.Sprintf("the label %q is in no row of the training file", first.Text)}
}
