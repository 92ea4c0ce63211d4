package data

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"gpcbench/data/catalogue"
)

// delimited reads text tables: fields between separators or runs of blanks,
// comments, a header, quoted fields as RFC 4180 has them. Blank lines are
// skipped, white space around a field does not count, and every row must have
// as many fields as the first.
type delimited struct {
	*lines
	file    io.Closer
	sep     rune // 0: runs of white space
	comment []byte
	named   bool     // the first line names the columns
	columns []string // names given from outside
	skip    int
	width   int // fields a row, from the first; 0 before
	rec     record
}

func newDelimited(l *lines, file io.Closer, f *catalogue.Format) *delimited {
	d := &delimited{lines: l, file: file, sep: ',', comment: []byte(f.Comment), named: f.Header, columns: f.Columns, skip: f.Skip}
	switch f.Separator {
	case "":
	case "blank":
		d.sep = 0
	case "tab", `\t`:
		d.sep = '\t'
	default:
		d.sep, _ = utf8.DecodeRuneInString(f.Separator)
	}
	return d
}

func (d *delimited) close() error { return d.file.Close() }

// skipTo moves to a line behind the ones that are always skipped.
func (d *delimited) skipTo(line int) error {
	d.skip = 0
	return d.lines.skipTo(line)
}

// header returns the names of the columns.
func (d *delimited) header() ([]string, error) {
	if !d.named {
		return d.columns, nil
	}
	rec, err := d.next()
	if err != nil {
		return nil, err
	}
	if rec == nil {
		return nil, &ContentError{File: d.lines.file, Problem: "the file is empty"}
	}
	names := make([]string, len(rec.fields))
	for i, f := range rec.fields {
		names[i] = string(f)
	}
	return names, checkNames(names, d.lines)
}

// checkNames refuses names of columns that are empty or occur twice.
func checkNames(names []string, l *lines) error {
	seen := make(map[string]bool, len(names))
	for i, name := range names {
		if name == "" {
			return l.fail("column %d has no name in the header: name it, or take the column out if it only numbers the rows", i)
		}
		if seen[name] {
			return l.fail("the header names the column %q twice", name)
		}
		seen[name] = true
	}
	return nil
}

// next returns the next row.
func (d *delimited) next() (*record, error) {
	for d.lines.next() {
		if d.skip > 0 {
			d.skip--
			continue
		}
		text := bytes.TrimSpace(d.text)
		if len(text) == 0 || len(d.comment) > 0 && bytes.HasPrefix(text, d.comment) {
			continue
		}
		d.rec.line = d.number
		if d.sep == '\t' {
			text = d.text // blanks at the ends are empty fields
		}
		switch {
		case d.sep == 0 && bytes.IndexByte(text, '"') >= 0:
			var ok bool
			if d.rec.fields, ok = appendQuotedBlankFields(d.rec.fields[:0], text); !ok {
				return nil, d.fail("a quote is opened and not closed")
			}
		case d.sep == 0:
			d.rec.fields = appendBlankFields(d.rec.fields[:0], text)
		case bytes.IndexByte(text, '"') >= 0:
			if err := d.quoted(text); err != nil {
				return nil, err
			}
		default:
			d.rec.fields = appendFields(d.rec.fields[:0], text, d.sep)
		}
		if d.width == 0 {
			d.width = len(d.rec.fields)
		}
		if len(d.rec.fields) != d.width {
			return nil, &ContentError{File: d.lines.file, Line: d.rec.line, Problem: "the row has " + plural(len(d.rec.fields), "field") + ", the first has " + plural(d.width, "field")}
		}
		return &d.rec, nil
	}
	return nil, d.err()
}

// maxQuoted is how long a row with quoted fields may be: a row may run over
// lines inside quotes, and a quote that is never closed would swallow the file.
const maxQuoted = 1 << 20

// quoted reads a row with quoted fields, which may run over several lines.
func (d *delimited) quoted(text []byte) error {
	row := append([]byte(nil), text...)
	for bytes.Count(row, []byte{'"'})%2 == 1 {
		if len(row) > maxQuoted || !d.lines.next() {
			return &ContentError{File: d.lines.file, Line: d.rec.line, Problem: "a quote is opened and not closed"}
		}
		row = append(append(row, '\n'), d.text...)
	}
	r := csv.NewReader(bytes.NewReader(row))
	r.Comma = d.sep
	r.TrimLeadingSpace = d.sep != '\t'
	r.FieldsPerRecord = -1
	fields, err := r.Read()
	if err != nil {
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			err = parse.Err
		}
		return &ContentError{File: d.lines.file, Line: d.rec.line, Problem: err.Error()}
	}
	d.rec.fields = d.rec.fields[:0]
	for _, f := range fields {
		d.rec.fields = append(d.rec.fields, []byte(strings.TrimSpace(f)))
	}
	return nil
}

// appendFields appends the fields of a line without quotes.
func appendFields(fields [][]byte, text []byte, sep rune) [][]byte {
	if sep >= utf8.RuneSelf {
		for f := range bytes.SplitSeq(text, []byte(string(sep))) {
			fields = append(fields, bytes.TrimSpace(f))
		}
		return fields
	}
	for {
		i := bytes.IndexByte(text, byte(sep))
		if i < 0 {
			return append(fields, trimBlanks(text))
		}
		fields = append(fields, trimBlanks(text[:i]))
		text = text[i+1:]
	}
}

// appendBlankFields appends the fields between runs of blanks.
func appendBlankFields(fields [][]byte, text []byte) [][]byte {
	start := -1
	for i, c := range text {
		switch {
		case isBlank(c):
			if start >= 0 {
				fields = append(fields, text[start:i])
			}
			start = -1
		case start < 0:
			start = i
		}
	}
	if start >= 0 {
		fields = append(fields, text[start:])
	}
	return fields
}

// appendQuotedBlankFields does the same where fields may be quoted and hold
// blanks, as R writes them.
func appendQuotedBlankFields(fields [][]byte, text []byte) (_ [][]byte, ok bool) {
	for text = trimBlanks(text); len(text) > 0; text = trimBlanks(text) {
		if text[0] != '"' {
			var word []byte
			word, text = cutWord(text)
			fields = append(fields, word)
			continue
		}
		value, rest, ok := cutQuoted(text, []byte{})
		if !ok {
			return nil, false
		}
		fields, text = append(fields, value), rest
	}
	return fields, true
}

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func trimBlanks(b []byte) []byte {
	for len(b) > 0 && isBlank(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isBlank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}
