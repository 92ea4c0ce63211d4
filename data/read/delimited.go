package read

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpcbench/data/catalogue"
	"gpcbench/wording"
)

// delimited reads text tables: fields between separators or runs of blanks, comments, a header,
// quoted fields as in RFC 4180. Blank lines are skipped, white space around a field is ignored, and
// every row must have as many fields as the first.
type delimited struct {
	*lines
	sep     rune // 0: runs of white space
	comment []byte
	named   bool              // the first line names the columns
	columns []string          // names given from outside
	asked   *catalogue.Format // names columns that must be told apart
	header  []string          // of a user's table, to recognise its repetition; nil if there is none
	skip    int
	trim    bool   // for a user's file: Unicode blanks around a field are ignored too
	width   int    // fields per row, from the first row; 0 before it is read
	remark  string // the beginning of the first row, if it may be a comment
	first   int    // the line of the first row
	open    bool   // the first row ends in an empty field
	rows    int    // read so far, with the header
	rec     Record
}

func newDelimited(l *lines, f *catalogue.Format) *delimited {
	return &delimited{lines: l, sep: separatorRune(f.Separator), comment: []byte(f.Comment), named: f.Header, columns: f.Columns, asked: f, skip: f.Skip, trim: f.Own}
}

// SkipTo moves to a line after those that are always skipped.
func (d *delimited) SkipTo(line int) error {
	d.skip = 0
	return d.lines.SkipTo(line)
}

// Header returns the names of the columns.
func (d *delimited) Header() ([]string, error) {
	if !d.named {
		return d.columns, nil
	}
	rec, err := d.Next()
	if err != nil {
		return nil, err
	}
	if rec == nil {
		return nil, d.failAt(0, "the file is empty")
	}
	names := make([]string, len(rec.Fields))
	for i, f := range rec.Fields {
		names[i] = string(f)
	}
	if d.asked.Own && len(names) > 1 {
		d.header = slices.Clone(names)
	}
	return names, tellApart(names, d.asked, d.lines)
}

// Next returns the next row.
func (d *delimited) Next() (*Record, error) {
	for d.lines.next() {
		if d.skip > 0 {
			d.skip--
			continue
		}
		text := bytes.TrimSpace(d.text)
		if len(text) == 0 || len(d.comment) > 0 && bytes.HasPrefix(text, d.comment) {
			continue
		}
		d.rec.Line, d.rec.Quoted = d.number, d.rec.Quoted[:0]
		if d.sep == '\t' {
			text = d.text // blanks at the ends are empty fields
		}
		switch {
		case d.sep == 0 && bytes.IndexByte(text, '"') >= 0:
			var ok bool
			if d.rec.Fields, d.rec.Quoted, ok = appendQuotedBlankFields(d.rec.Fields[:0], d.rec.Quoted[:0], text); !ok {
				return nil, d.fail("a quote is opened but not closed")
			}
		case d.sep == 0:
			d.rec.Fields = appendBlankFields(d.rec.Fields[:0], text)
		case bytes.IndexByte(text, '"') >= 0:
			if err := d.quoted(text); err != nil {
				return nil, err
			}
		default:
			d.rec.Fields = appendFields(d.rec.Fields[:0], text, d.sep)
		}
		d.rec.Trimmed = d.trim && trimSpaces(d.rec.Fields)
		if d.width == 0 {
			d.width, d.first = len(d.rec.Fields), d.rec.Line
			d.open = len(d.rec.Fields[d.width-1]) == 0
			if text[0] == '#' || text[0] == '%' {
				d.remark = string(text[0])
			}
		}
		if len(d.rec.Fields) != d.width {
			return nil, d.failAt(d.rec.Line, "the row has %s, but the first row has %s", wording.Plural(len(d.rec.Fields), "field"), wording.Plural(d.width, "field")+d.whyWidth())
		}
		if d.header != nil && sameFields(d.rec.Fields, d.header) {
			return nil, d.failAt(d.rec.Line, "this line repeats the header: remove it, or say header = false if the first line is a row")
		}
		d.rows++
		return &d.rec, nil
	}
	return nil, d.err()
}

// sameFields says whether fields are equal to those of a header.
func sameFields(fields [][]byte, header []string) bool {
	return slices.EqualFunc(fields, header, func(field []byte, name string) bool { return string(field) == name })
}

// whyWidth suggests why rows of a user's table have different numbers of fields.
func (d *delimited) whyWidth() string {
	if !d.asked.Own {
		return ""
	}
	text := ", between " + separatorName(d.sep)
	switch {
	case d.remark != "":
		text += fmt.Sprintf(". Line %d begins with %s: remove it if it is a comment", d.first, d.remark)
	case d.rows == 1: // nothing shows that it is the first line of the table
		text += ". " + d.whyFirst()
	}
	return text
}

// whyFirst suggests why the second row has another number of fields than the first.
func (d *delimited) whyFirst() string {
	last := d.rec.Fields[len(d.rec.Fields)-1]
	switch more := len(d.rec.Fields) - d.width; {
	case more == -1 && d.open:
		return "The first row ends in a separator, and this one does not: remove it there"
	case more == 1 && len(last) == 0:
		return "This row ends in a separator, and the first one does not: add one there"
	case more == 1:
		return "If each row begins with its name, as R writes them, write a name for this column in front of the first row. If there are lines above the table, remove them"
	}
	return "If there are lines above the table, remove them"
}

// maxQuoted is the largest length of a row with quoted fields: a quoted field may contain line
// breaks, so a quote that is never closed would swallow the file.
const maxQuoted = 1 << 20

// goesOn says whether a quoted field of a row continues on the next line.
func goesOn(row []byte) bool { return bytes.Count(row, []byte{'"'})%2 == 1 }

// quoted reads a row with quoted fields, which may span several lines.
func (d *delimited) quoted(text []byte) error {
	row := append([]byte(nil), text...)
	for goesOn(row) {
		if len(row) > maxQuoted || !d.lines.next() {
			if err := d.err(); err != nil {
				return err
			}
			return d.failAt(d.rec.Line, "a quote is opened but not closed")
		}
		row = append(append(row, '\n'), d.text...)
	}
	r := csv.NewReader(bytes.NewReader(row))
	r.Comma = d.sep
	r.TrimLeadingSpace = d.sep != '\t'
	r.FieldsPerRecord = -1
	fields, err := r.Read()
	if err != nil {
		switch {
		case errors.Is(err, csv.ErrBareQuote):
			return d.failAt(d.rec.Line, `a field has a quote inside but does not begin with one: write "5"" pipe" for 5" pipe, or remove the quote`)
		case errors.Is(err, csv.ErrQuote):
			return d.failAt(d.rec.Line, `a quoted field continues after its second quote: double a quote inside such a field, as in "5"" pipe"`)
		}
		return d.failAt(d.rec.Line, "%v", err)
	}
	d.rec.Fields, d.rec.Quoted = d.rec.Fields[:0], appendQuotes(d.rec.Quoted, row, d.sep)
	for _, f := range fields {
		d.rec.Fields = append(d.rec.Fields, []byte(strings.TrimSpace(f)))
	}
	return nil
}
