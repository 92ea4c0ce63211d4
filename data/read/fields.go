package read

import (
	"bytes"
	"unicode/utf8"
)

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

// appendQuotedBlankFields does the same for fields that may be quoted and contain blanks, as R
// writes them; quoted says which fields were quoted.
func appendQuotedBlankFields(fields [][]byte, quoted []bool, text []byte) (_ [][]byte, _ []bool, ok bool) {
	for text = trimBlanks(text); len(text) > 0; text = trimBlanks(text) {
		if text[0] != '"' {
			var word []byte
			word, text = cutWord(text)
			fields, quoted = append(fields, word), append(quoted, false)
			continue
		}
		value, rest, ok := cutQuoted(text, []byte{})
		if !ok {
			return nil, nil, false
		}
		fields, quoted, text = append(fields, value), append(quoted, true), rest
	}
	return fields, quoted, true
}

// appendQuotes appends whether each field of a row is in quotes; separators in quotes do not count.
func appendQuotes(quotes []bool, row []byte, sep rune) []bool {
	start, inside := true, false
	for _, c := range string(row) {
		switch {
		case start && c != sep && c < utf8.RuneSelf && isBlank(byte(c)):
			continue
		case start:
			quotes = append(quotes, c == '"')
		}
		inside = inside != (c == '"')
		start = c == sep && !inside
	}
	if start {
		quotes = append(quotes, false)
	}
	return quotes
}

// NeedsQuotes says whether a table with a separator, given as in a format, must put a field in
// quotes.
func NeedsQuotes(field []byte, separator string) bool {
	switch separator {
	case "":
		separator = ","
	case "blank":
		separator = " \t"
	case "tab":
		separator = "\t"
	}
	return bytes.ContainsAny(field, separator+"\"\r\n")
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

// trimSpaces removes Unicode blanks from both ends of fields, such as the no-break ones that
// spreadsheets and web pages put around numbers, and says whether there were any.
func trimSpaces(fields [][]byte) (found bool) {
	for i, f := range fields {
		if n := len(f); n == 0 || f[0] < utf8.RuneSelf && f[n-1] < utf8.RuneSelf {
			continue
		}
		if trimmed := bytes.TrimSpace(f); len(trimmed) < len(f) {
			fields[i], found = trimmed, true
		}
	}
	return found
}

// cutWord splits text at its first run of blanks.
func cutWord(text []byte) (word, rest []byte) {
	for i, c := range text {
		if isBlank(c) {
			return text[:i], trimBlanks(text[i:])
		}
	}
	return text, nil
}

// cutQuoted appends to dst the text between the quote that text starts with and the next such
// quote, without the backslashes that escape characters.
func cutQuoted(text, dst []byte) (value, rest []byte, ok bool) {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == quote:
			return dst, text[i+1:], true
		case text[i] == '\\' && i+1 < len(text):
			i++
			dst = append(dst, text[i])
		default:
			dst = append(dst, text[i])
		}
	}
	return nil, nil, false
}
