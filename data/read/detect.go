package read

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// Detect finds out the format of a user's file by its content, and writes kind,
// separator and header to f, which already says what is asked for: label,
// categorical columns. header is what is known of the first line, nil if nothing is;
// guessed says that it was found out too.
func Detect(path string, f *catalogue.Format, header *bool) (guessed bool, err error) {
	first, err := firstLines(path, 10)
	if err != nil {
		return false, err
	}
	switch {
	case len(first) == 0:
		return false, &data.ContentError{File: path, Problem: "the file is empty"}
	case looksARFF(path, first):
		f.Kind = "arff"
		return false, nil
	case looksLIBSVM(first):
		f.Kind = "libsvm"
		if f.Label != "" || f.LabelNumber != "" {
			return false, data.KeyErrorf(path, "label", "label = %q: in a LIBSVM file the label comes first, and is not to be chosen", cmp.Or(f.Label, f.LabelNumber))
		}
		if len(f.Categorical) > 0 {
			return false, data.KeyErrorf(path, "categorical", "categorical: the columns of a LIBSVM file are numbers")
		}
		return false, nil
	}
	f.Kind, f.Separator = "delimited", separatorOf(first[0])
	if header != nil {
		f.Header = *header
		return false, nil
	}
	f.Header, err = hasHeader(path, f)
	return true, err
}

// DetectMultilabel finds out the format of a user's multi-label file by its content: xc,
// libsvm or arff.
func DetectMultilabel(path string) (kind string, err error) {
	first, err := firstLines(path, 10)
	switch {
	case err != nil:
		return "", err
	case len(first) == 0:
		return "", &data.ContentError{File: path, Problem: "the file is empty"}
	case looksARFF(path, first):
		return "arff", nil
	case looksXC(first[0]):
		return "xc", nil
	case looksLabelled(first):
		return "libsvm", nil
	}
	return "", &data.ContentError{File: path, Line: 1, Problem: "this is no multi-label file: expected a line with the numbers of rows, attributes and labels (XC), or labels between commas and column:value (LIBSVM), or ARFF"}
}

// looksXC says whether a line is three whole numbers.
func looksXC(line []byte) bool {
	fields := bytes.Fields(line)
	for _, field := range fields {
		if _, err := strconv.Atoi(string(field)); err != nil {
			return false
		}
	}
	return len(fields) == 3
}

// looksLabelled says whether more lines are labels and column:value pairs than are not.
// Labels alone say nothing.
func looksLabelled(first [][]byte) bool {
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

// firstLines returns the first lines of a file that are not blank, at most n.
func firstLines(path string, n int) ([][]byte, error) {
	l, err := openLines(path, "", path)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	var first [][]byte
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

// Unpacked is a path without the ending of a packed file.
func Unpacked(path string) string {
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
		if _, number := ParseNumber(value); !found || err != nil || !number {
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
	l, err := openLines(path, "", path)
	if err != nil {
		return false, err
	}
	defer l.Close()
	r := newDelimited(l, f)
	rec, err := r.Next()
	if err != nil {
		return false, err
	}
	if rec == nil {
		return false, &data.ContentError{File: path, Problem: "the file is empty"}
	}
	var names []string
	for _, field := range rec.Fields {
		if _, number := ParseNumber(field); number {
			return false, nil
		}
		names = append(names, string(field))
	}
	if f.Label != "" && slices.Contains(names, f.Label) {
		return true, nil
	}
	rows := 0
	for ; rows < look; rows++ {
		rec, err := r.Next()
		if err != nil {
			return false, err
		}
		if rec == nil {
			break
		}
		for j, field := range rec.Fields {
			if _, number := ParseNumber(field); number {
				return true, nil
			}
			if string(field) == names[j] && names[j] != "" {
				return false, nil
			}
		}
	}
	if rows > 0 && rows < 10 {
		return false, &data.ContentError{File: path, Line: 1, Problem: "cannot tell whether the first line names the columns: say header = true or false"}
	}
	return true, nil
}
