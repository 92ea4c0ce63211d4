package read

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
)

// ErrSeveralLabels is the cause of the error for a file of label sets that is read as one of classes.
var ErrSeveralLabels = errors.New("the rows have any number of labels each: say task = \"multilabel\"")

// severalLabels is the error that ErrSeveralLabels is the cause of. why is what else there is to say.
func severalLabels(path, why string) error {
	return &data.RequestError{Name: path, Key: "file", Problem: ErrSeveralLabels.Error() + why, Err: ErrSeveralLabels}
}

// Detect detects the format of a user's file from its content, and writes kind, separator, header
// and how numbers are written to f, which already has what the user states: label, categorical
// columns, a separator. header says whether the first line is a header, nil if that is not known;
// guessed says whether it was detected too.
func Detect(path string, f *catalogue.Format, header *bool) (guessed bool, err error) {
	if guessed, err = DetectForm(path, f, header); err != nil {
		return guessed, err
	}
	switch f.Kind {
	case catalogue.Delimited:
		err = detectNumbers(path, f)
	case catalogue.ARFF:
		err = refuseStatedLabels(path, f)
	}
	return guessed, err
}

// DetectForm is Detect without how numbers are written.
func DetectForm(path string, f *catalogue.Format, header *bool) (guessed bool, err error) {
	first, err := firstLines(path, sampleRows)
	if err != nil {
		return false, err
	}
	switch {
	case len(first) == 0:
		return false, &data.ContentError{File: path, Problem: "the file is empty"}
	case isARFF(path, first):
		f.Kind = catalogue.ARFF
		return false, textKeysOnly(path, f, "an ARFF file")
	case isLabelled(first) && someLabels(first) || isXC(first[0]) && len(first) > 1 && isLabelled(first[1:]):
		return false, severalLabels(path, "")
	case isLIBSVM(first):
		f.Kind = catalogue.LIBSVM
		if f.ZeroBased, err = zeroBased(path); err != nil {
			return false, err
		}
		return false, libsvmKeys(path, f)
	}
	if problem := foreignText(first); problem != "" {
		return false, &data.ContentError{File: path, Problem: problem}
	}
	f.Kind = catalogue.Delimited
	if !f.MissingSaid { // ARFF has its ?, and LIBSVM only numbers
		f.MissingAs = slices.Concat(heuristics.Missing, f.AlsoMissing)
	}
	if f.Separator, err = checkSeparator(path, f.Separator); err != nil {
		return false, err
	}
	if said := separatorLine(first[0]); said != "" {
		f.Separator, f.Skip, first = cmp.Or(f.Separator, said), 1, first[1:]
	}
	if f.Separator == "" && len(first) > 0 {
		f.Separator = separatorOf(first[:min(len(first), 10)])
	}
	if header != nil {
		f.Header = *header
		return false, nil
	}
	f.Header, err = hasHeader(path, f)
	return true, err
}

// BareLIBSVM says whether the rows of a file are column:value pairs without a label in front, as
// LIBSVM rows to be predicted may be.
func BareLIBSVM(path string) (bool, error) {
	first, err := firstLines(path, sampleRows)
	for _, line := range first {
		if fields := bytes.Fields(line); bytes.IndexByte(fields[0], ':') < 0 || !allPairs(fields) {
			return false, err
		}
	}
	return len(first) > 0, err
}

// textKeysOnly refuses keys about the text of a file whose format determines them.
func textKeysOnly(path string, f *catalogue.Format, what string) error {
	for _, k := range []struct{ key, value string }{{"separator", f.Separator}, {"decimal", f.Decimal}, {"thousands", f.Thousands}} {
		if k.value != "" {
			return data.KeyErrorf(path, k.key, "%s = %q: this key does not apply to %s; leave it out", k.key, k.value, what)
		}
	}
	return nil
}

// libsvmKeys refuses keys about columns that a LIBSVM file does not have.
func libsvmKeys(path string, f *catalogue.Format) error {
	if f.Label != "" || f.LabelNumber != "" {
		return data.KeyErrorf(path, "label", "label = %q: in a LIBSVM file the label always comes first; leave the key out, or for init and take say --label label if all its values are classes", cmp.Or(f.Label, f.LabelNumber))
	}
	if slices.ContainsFunc(f.Categorical, func(name string) bool { return name != "label" }) {
		return data.KeyErrorf(path, "categorical", "categorical: all columns of a LIBSVM file are numbers")
	}
	if len(f.Drop) > 0 || len(f.Only) > 0 {
		key := "drop"
		if len(f.Drop) == 0 {
			key = "columns"
		}
		return data.KeyErrorf(path, key, "%s: the columns of a LIBSVM file have no names, and all of them are used", key)
	}
	return textKeysOnly(path, f, "a LIBSVM file")
}

// DetectMultilabel detects the format of a user's multi-label file from its content: xc, libsvm or
// arff, and whether a libsvm file counts its columns from 0.
func DetectMultilabel(path string) (kind string, fromZero bool, err error) {
	first, err := firstLines(path, 10)
	switch {
	case err != nil:
		return "", false, err
	case len(first) == 0:
		return "", false, &data.ContentError{File: path, Problem: "the file is empty"}
	case isARFF(path, first):
		return catalogue.ARFF, false, nil
	case isXC(first[0]):
		return catalogue.XC, false, nil
	case isLabelled(first):
		fromZero, err = zeroBased(path)
		if err == nil && isDamagedXC(first[0], fromZero) {
			err = &data.ContentError{File: path, Line: 1, Problem: "the first line of an XC file has three whole numbers separated by blanks: rows, attributes and labels; " +
				"that of a LIBSVM file has labels separated by commas, then column:value"}
		}
		return catalogue.LIBSVM, fromZero, err
	}
	return "", false, &data.ContentError{File: path, Line: 1, Problem: "this is not a multi-label file: " +
		"expected a line with the numbers of rows, attributes and labels (XC), or labels separated by commas and then column:value (LIBSVM), or ARFF; " +
		"write each row of a CSV table as a line of LIBSVM"}
}

// isXC says whether a line consists of three whole numbers.
func isXC(line []byte) bool {
	fields := bytes.Fields(line)
	for _, field := range fields {
		if _, err := strconv.Atoi(string(field)); err != nil {
			return false
		}
	}
	return len(fields) == 3
}

// isDamagedXC says whether the first line of a file that otherwise reads as LIBSVM states sizes in
// a wrong way. These are numbers separated by blanks or, if columns count from 0 as in an XC file,
// three numbers separated by commas, which would be the labels of a row without values.
func isDamagedXC(line []byte, fromZero bool) bool {
	fields := bytes.Fields(line)
	if len(fields) == 1 {
		fields = bytes.Split(line, []byte{','})
		if len(fields) != 3 || !fromZero {
			return false
		}
	}
	return !slices.ContainsFunc(fields, func(field []byte) bool {
		_, number := ParseNumber(field)
		return !number
	})
}

// isLabelled says whether more lines have labels and column:value pairs than do not. Lines with
// labels alone do not count.
func isLabelled(first [][]byte) bool {
	balance := 0
	for _, line := range first {
		fields := bytes.Fields(line)
		if bytes.IndexByte(fields[0], ':') < 0 {
			fields = fields[1:]
		}
		switch {
		case !allPairs(fields):
			balance--
		case len(fields) > 0:
			balance++
		}
	}
	return balance > 0
}

// someLabels says whether any line starts with whole numbers separated by commas.
func someLabels(first [][]byte) bool {
	return slices.ContainsFunc(first, func(line []byte) bool { return labelList(bytes.Fields(line)[0]) })
}

// labelList says whether a word consists of whole numbers separated by commas.
func labelList(word []byte) bool {
	labels := bytes.Split(word, []byte{','})
	return len(labels) > 1 && !slices.ContainsFunc(labels, func(label []byte) bool { return len(label) == 0 || !allDigits(label) })
}

// firstLines returns the first lines of a file that are not blank, at most n.
func firstLines(path string, n int) ([][]byte, error) {
	l, err := openLines(path, "", path)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	l.utf8 = true
	var first [][]byte
	for len(first) < n && l.next() {
		if bytes.IndexByte(l.text, 0) >= 0 {
			return nil, l.fail("%s", notText(l.text))
		}
		if line, _, found := bytes.Cut(bytes.TrimRight(l.text, "\r"), []byte{'\r'}); found && !bytes.ContainsRune(line, '"') {
			return nil, l.fail("the lines end in carriage returns only: save the file with line feeds")
		}
		if text := bytes.TrimSpace(l.text); len(text) > 0 {
			first = append(first, bytes.Clone(text))
		}
	}
	return first, l.err()
}

func isARFF(path string, first [][]byte) bool {
	if strings.HasSuffix(strings.ToLower(Unpacked(path)), ".arff") {
		return true
	}
	for _, line := range first {
		if line[0] != '%' {
			return bytes.HasPrefix(bytes.ToLower(line), []byte("@relation"))
		}
	}
	return false
}

// isLIBSVM says whether more lines have a label and column:value pairs than do not, so that a
// mistake in one line is reported as such. Lines with a label alone do not count.
func isLIBSVM(first [][]byte) bool {
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
		if string(col) == "qid" {
			err = nil // of a ranking task, which the reader reports
		}
		if _, number := ParseNumber(value); !found || err != nil || !number {
			return false
		}
	}
	return true
}
