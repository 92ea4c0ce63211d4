package read

import (
	"bytes"
	"strconv"
	"strings"

	"gpcbench/data/catalogue"
	"gpcbench/wording"
)

// arff reads Weka's attribute-relation format, dense and sparse, with names and values quoted or
// not, and nominal, numeric, string and date attributes. A missing value, ?, becomes an empty
// field. A value left out of a sparse row is 0, or the first value of a nominal attribute. (Witten
// & Frank, Data mining, 2005, section 2.4.)
type arff struct {
	*lines
	relation string // its name, as written
	names    []string
	types    []arffType
	absent   [][]byte // the value of a column left out of a sparse row
	rec      Record
	scratch  []byte
	quotes   []bool
}

// Header reads up to @data.
func (a *arff) Header() ([]string, error) {
	for a.lines.next() {
		text := trimBlanks(a.text)
		if len(text) == 0 || text[0] == '%' {
			continue
		}
		word, rest := cutWord(text)
		switch strings.ToLower(string(word)) {
		case "@relation":
			a.relation = string(rest)
		case "@attribute":
			if err := a.attribute(rest); err != nil {
				return nil, err
			}
		case "@data":
			if len(a.names) == 0 {
				return nil, a.fail("@data comes before any @attribute")
			}
			return a.names, tellApart(a.names, &catalogue.Format{}, a.lines)
		default:
			return nil, a.fail("%.40q: expected @relation, @attribute or @data", word)
		}
	}
	if err := a.err(); err != nil {
		return nil, err
	}
	return nil, a.failAt(0, "there is no @data line")
}

// attribute reads the name and type of an attribute.
func (a *arff) attribute(rest []byte) error {
	var name []byte
	if len(rest) > 0 && (rest[0] == '\'' || rest[0] == '"') {
		var ok bool
		if name, rest, ok = cutQuoted(rest, nil); !ok {
			return a.fail("the attribute's name has a quote that is not closed")
		}
		rest = trimBlanks(rest)
	} else {
		if i := bytes.IndexByte(rest, '{'); i > 0 && !bytes.ContainsAny(rest[:i], " \t") {
			name, rest = rest[:i], rest[i:]
		} else {
			name, rest = cutWord(rest)
		}
	}
	if len(rest) == 0 {
		return a.fail("the attribute %q has no type", name)
	}
	absent := []byte("0")
	kind, err := a.typeOf(name, rest)
	if err != nil {
		return err
	}
	if rest[0] == '{' {
		end := bytes.LastIndexByte(rest, '}')
		if end < 0 {
			return a.fail("the values of attribute %q have no closing brace", name)
		}
		values, _, err := a.split(nil, nil, rest[1:end])
		if err != nil {
			return err
		}
		absent = bytes.Clone(values[0])
		kind.nominal = make(map[string]bool, len(values))
		for _, v := range values {
			kind.nominal[string(v)] = true
		}
	}
	a.types = append(a.types, kind)
	a.rec.Types = append(a.rec.Types, kind.declared())
	a.names = append(a.names, string(name))
	a.absent = append(a.absent, absent)
	return nil
}

func (a *arff) Next() (*Record, error) {
	text, err := a.row()
	if text == nil || err != nil {
		return nil, err
	}
	a.rec.Line = a.number
	if text[0] == '{' {
		err = a.sparse(text)
	} else {
		err = a.dense(text)
	}
	if err != nil {
		return nil, err
	}
	return &a.rec, a.check()
}

// arffType is the declared type of an attribute's values.
type arffType struct {
	number  bool
	text    bool
	nominal map[string]bool // nil if it is not nominal
}

// declared returns the type for a record.
func (t arffType) declared() FieldType {
	switch {
	case t.nominal != nil:
		return Nominal
	case t.text:
		return Text
	}
	return Undeclared
}

// typeOf returns the declared type of an attribute; it does not read nominal values.
func (a *arff) typeOf(name, declared []byte) (arffType, error) {
	word, _ := cutWord(declared)
	switch strings.ToLower(string(word)) {
	case "numeric", "real", "integer":
		return arffType{number: true}, nil
	case "string":
		return arffType{text: true}, nil
	case "relational":
		return arffType{}, a.fail("the attribute %q is relational: write its values as attributes of their own", name)
	}
	return arffType{}, nil
}

// check refuses values of a row that do not have the declared type of their attributes.
func (a *arff) check() error {
	for j, field := range a.rec.Fields {
		kind := a.types[j]
		switch _, number := ParseNumber(field); {
		case len(field) == 0:
		case kind.number && !number:
			if plain := bytes.TrimSpace(field); len(plain) < len(field) { // no-break blanks; others have been trimmed
				if _, number := ParseNumber(plain); number {
					a.rec.Fields[j] = plain
					continue
				}
			}
			return a.fail("the value %.40q of attribute %q is not a number, but the header declares numbers; write ? for a missing value", field, a.names[j])
		case kind.nominal != nil && !kind.nominal[string(field)]:
			return a.fail("the header does not declare the value %.40q of attribute %q", field, a.names[j])
		}
	}
	return nil
}

// row returns the text of the next row, nil at the end.
func (a *arff) row() ([]byte, error) {
	for a.lines.next() {
		if text := trimBlanks(a.text); len(text) > 0 && text[0] != '%' {
			return text, nil
		}
	}
	return nil, a.err()
}

func (a *arff) dense(text []byte) error {
	fields, quoted, err := a.split(a.rec.Fields[:0], a.quotes[:0], text)
	if err != nil {
		return err
	}
	if len(fields) != len(a.names) {
		return a.fail("the row has %s, but the header declares %s", wording.Plural(len(fields), "value"), wording.Plural(len(a.names), "attribute"))
	}
	for i, f := range fields {
		if !quoted[i] && len(f) == 1 && f[0] == '?' {
			fields[i] = nil
		}
	}
	a.rec.Fields, a.quotes = fields, quoted
	return nil
}

func (a *arff) sparse(text []byte) error {
	a.rec.Fields = append(a.rec.Fields[:0], a.absent...)
	return a.pairs(text, func(col int, value []byte) error {
		a.rec.Fields[col] = value
		return nil
	})
}

// pairs calls f with the number and the value of each attribute stated in a sparse row; the value
// is nil if missing.
func (a *arff) pairs(text []byte, f func(col int, value []byte) error) error {
	if text[len(text)-1] != '}' {
		return a.fail("the sparse row has no closing brace")
	}
	text = trimBlanks(text[1 : len(text)-1])
	last := -1
	for len(text) > 0 {
		number, rest := cutWord(text)
		col, err := strconv.Atoi(string(number))
		if err != nil || col < 0 || col >= len(a.names) {
			return a.fail("%.40q: expected the number of an attribute, 0 to %d", number, len(a.names)-1)
		}
		if col <= last {
			return a.fail("attribute %d comes after attribute %d: their numbers must ascend", col, last)
		}
		last = col
		var value []byte
		quoted := len(rest) > 0 && (rest[0] == '\'' || rest[0] == '"')
		if quoted {
			var ok bool
			if value, rest, ok = cutQuoted(rest, nil); !ok {
				return a.fail("a quote is opened but not closed")
			}
			rest = trimBlanks(rest)
			if len(rest) > 0 && rest[0] != ',' {
				return a.fail("%.40q follows a quoted value: expected a comma", rest)
			}
			rest = bytes.TrimPrefix(rest, []byte{','})
		} else {
			value, rest, _ = bytes.Cut(rest, []byte{','})
			value = trimBlanks(value)
		}
		if len(value) == 0 && !quoted {
			return a.fail("attribute %d has no value", col)
		}
		if !quoted && string(value) == "?" {
			value = nil
		}
		if err := f(col, value); err != nil {
			return err
		}
		text = trimBlanks(rest)
	}
	return nil
}

// split appends the values between commas, or between blanks if there is no comma, without their
// quotes, and whether each was quoted.
func (a *arff) split(fields [][]byte, quoted []bool, text []byte) ([][]byte, []bool, error) {
	blanks := bytes.IndexByte(text, ',') < 0
	a.scratch = a.scratch[:0]
	for {
		text = trimBlanks(text)
		if len(text) > 0 && (text[0] == '\'' || text[0] == '"') {
			from := len(a.scratch)
			var ok bool
			if a.scratch, text, ok = cutQuoted(text, a.scratch); !ok {
				return nil, nil, a.fail("a quote is opened but not closed")
			}
			fields, quoted = append(fields, a.scratch[from:len(a.scratch):len(a.scratch)]), append(quoted, true)
			text = trimBlanks(text)
			if len(text) == 0 {
				return fields, quoted, nil
			}
			if text[0] == ',' {
				text = text[1:]
			} else if !blanks {
				return nil, nil, a.fail("%.40q follows a quoted value: expected a comma", text)
			}
			continue
		}
		end := bytes.IndexByte(text, ',')
		if blanks {
			end = bytes.IndexFunc(text, func(r rune) bool { return r < 0x80 && isBlank(byte(r)) })
		}
		if end < 0 {
			return append(fields, trimBlanks(text)), append(quoted, false), nil
		}
		fields, quoted = append(fields, trimBlanks(text[:end])), append(quoted, false)
		text = text[end+1:]
	}
}
