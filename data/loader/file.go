package loader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/convert"
	"gpcbench/data/read"
	"gpcbench/data/schema"
	"gpcbench/data/tablefile"
)

// File reads a user's table and keeps it as Entry does.
//
// The format is inferred from the content: separators, a header, how numbers are written.
//
// A column whose values are all numbers becomes one attribute. A column without numbers, or one
// listed in Categorical, becomes one attribute for each different text (one-hot, including the
// texts of the test file), in the order of numbers if all texts are numbers, otherwise of bytes. A
// mixed column is an error, and so is one that looks like something else (package heuristics). A
// level is its text: 01 and 1 are two. Nominal and string attributes of an ARFF file are texts.
// Empty fields, NaN and the texts of MissingValues are missing, never levels, except None and - in
// a column of texts if MissingValues is not stated. An infinite number in a column of numbers is
// missing too. A missing value is an error unless Missing says to leave its row out or to replace
// it by the column's mean, or by the shares of the levels in a categorical column. The mean is
// taken over the rows of File before any split, so that with a split drawn from one file it
// includes the inputs, never the labels, of the test rows. With a TestFile it is the mean of the
// training rows alone.
//
// Rows without a label are left out. Classes are ordered as numbers if all labels are numbers,
// otherwise by bytes. With a TestFile the data set has one published split, File against TestFile,
// and a label that only the test file has is an error.
//
// The error is an *UnavailableError if a file is not available, a *ContentError if a table's
// content is wrong, or a *RequestError if an option names a column or a class that does not exist.
//
// The file of a multi-label task is in the text format of the extreme classification repository, in
// LIBSVM's with labels separated by commas, or in Mulan's ARFF. It is read again each time.
func (c Cache) File(ctx context.Context, table catalogue.UserTable) (*data.Dataset, error) {
	if table.Task == string(data.Multilabel) {
		return c.multilabelFile(table)
	}
	s, err := fileSource(table)
	if err != nil {
		return nil, err
	}
	t, desc, err := s.Table(ctx, tablefile.Cache(c))
	if err != nil {
		return nil, err
	}
	ds := &data.Dataset{Name: s.Stem, Title: filepath.Base(table.File), Kind: data.Multiclass}
	describe(ds, t, desc)
	if len(ds.ClassNames) == 2 {
		ds.Kind = data.Binary
	}
	if desc.Otherwise {
		ds.Digest = changedDigest(ds.Digest, "levels and classes are what is written")
	}
	if table.TestFile != "" {
		if desc.Parts[0] == 0 || desc.Parts[1] == 0 {
			return nil, &data.ContentError{File: table.TestFile, Problem: "one of the two files has no row left once rows with missing values are dropped"}
		}
		ds.Splits = []data.Split{splitAt(desc.Parts[0], desc.N)}
	}
	if table.GroupColumn != "" || table.TimeColumn != "" {
		g, err := groupsOf(s, table.TimeColumn != "")
		if err != nil {
			return nil, err
		}
		ds.Groups = g.numbers
		if g.reordered { // earlier programs split it in the order of bytes, so their records are of other rows
			ds.Digest = changedDigest(ds.Digest, "in the order of time")
		}
		if g.twins != "" { // earlier programs took them for one group
			ds.Digest = changedDigest(ds.Digest, "groups are what is written")
			ds.Summary.Remarks = append(ds.Summary.Remarks, data.Remark{What: data.SuspectSpelling, Finding: g.twins, Advice: "write both in the same way if they mean the same"})
		}
	}
	if table.Missing == catalogue.Mean {
		ds.Notes = append(ds.Notes, "Missing values are replaced by their column's mean over the rows of "+filepath.Base(table.File)+".")
	}
	if n := desc.Summary.Dropped; n > 0 {
		ds.Notes = append(ds.Notes, droppedNote(n, desc.Summary.Rows, table.Missing == catalogue.DropRow))
		ds.FileRows = s.UsedRows
	}
	return ds, nil
}

// changedDigest is the digest of a table that earlier programs read differently, so that their
// records do not count.
func changedDigest(digest, change string) string {
	sum := sha256.Sum256([]byte(digest + " " + change))
	return hex.EncodeToString(sum[:])
}

// droppedNote says how many rows of a user's table are left out for lack of a label or, if values
// is true, of a value.
func droppedNote(n, used int, values bool) string {
	lack := "label"
	if values {
		lack = "label or a value"
	}
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	return fmt.Sprintf("Of %d rows, %d %s left out because a %s is missing.", used+n, n, verb, lack)
}

// fileSource detects the format of a user's files.
func fileSource(table catalogue.UserTable) (*convert.Source, error) {
	format, guessed, err := formatOf(table, table.File)
	if err != nil {
		return nil, err
	}
	s := &convert.Source{Name: table.File, Stem: read.Stem(table.File), Format: format, Parts: parts(table)}
	if table.TestFile != "" {
		test, _, err := formatOf(table, table.TestFile)
		if err != nil {
			return nil, err
		}
		if test.Kind != format.Kind || test.Separator != format.Separator {
			return nil, &data.ContentError{File: table.TestFile, Problem: fmt.Sprintf("it is %s, but %s is %s: save both in the same format", read.FormatName(test), table.File, read.FormatName(format))}
		}
		if test.Header != format.Header {
			return nil, &data.ContentError{File: table.TestFile, Line: 1, Problem: "the first line names the columns in only one of the two files; if this is wrong, say header = true or false"}
		}
		s.Format.ZeroBased = format.ZeroBased || test.ZeroBased
	}
	if guessed && format.Kind == catalogue.Delimited && !format.Header {
		if s.Remarks, err = numberedHeader(table.File, &format); err != nil {
			return nil, err
		}
	}
	s.Check = func(found *schema.Schema) error {
		if guessed && !format.Header {
			if err := strayHeader(found); err != nil {
				return err
			}
		}
		return unseenLabel(found)
	}
	return s, nil
}

// parts returns a user's files of rows.
func parts(table catalogue.UserTable) []read.Part {
	out := []read.Part{read.OwnPart(table.File)}
	if table.TestFile != "" {
		test := read.OwnPart(table.TestFile)
		test.Test = true
		out = append(out, test)
	}
	return out
}

// formatOf returns the format of one of the files, and whether its header was guessed.
func formatOf(table catalogue.UserTable, path string) (f catalogue.Format, guessed bool, err error) {
	if table.Missing != "" && table.Missing != catalogue.DropRow && table.Missing != catalogue.Mean {
		return f, false, data.KeyErrorf(path, "missing", "missing = %q: it must be drop-row or mean", table.Missing)
	}
	f = table.Format()
	guessed, err = read.Detect(path, &f, table.Header)
	return f, guessed, err
}
