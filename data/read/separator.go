package read

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// separators are the separators that are detected, in order of preference.
var separators = []byte{',', ';', '\t', '|'}

// separatorOf returns the separator of the fields in lines. Of the separators that occur equally
// often in all lines, outside quotes, it is the one that occurs most; otherwise the one that occurs
// most in the first line; otherwise blanks. If there are as many commas as semicolons and each
// comma is between digits, they are decimal commas. Lines that a quoted field spans count as one.
func separatorOf(lines [][]byte) string {
	lines = wholeRows(lines)
	best, most := byte(0), 0
	for _, c := range separators {
		n := countOutsideQuotes(lines[0], c)
		for _, line := range lines[1:] {
			if countOutsideQuotes(line, c) != n {
				n = 0
			}
		}
		if n > most || n == most && n > 0 && best == ',' && commasAreDecimal(lines[0]) {
			best, most = c, n
		}
	}
	if best == 0 {
		for _, c := range separators {
			if n := countOutsideQuotes(lines[0], c); n > most && c != '|' {
				best, most = c, n
			}
		}
	}
	switch {
	case best != 0:
		return string(best)
	case bytes.ContainsAny(lines[0], " "):
		return "blank"
	}
	return ","
}

// separatorRune returns the character of a separator in a format; 0 stands for runs of blanks.
func separatorRune(separator string) rune {
	switch separator {
	case "":
		return ','
	case "blank":
		return 0
	case "tab", `\t`:
		return '\t'
	}
	r, _ := utf8.DecodeRuneInString(separator)
	return r
}

// separatorName returns the name of a separator in messages; 0 stands for runs of blanks.
func separatorName(sep rune) string {
	if name, known := map[rune]string{0: "blanks", ',': "commas", ';': "semicolons", '\t': "tabs"}[sep]; known {
		return name
	}
	return strconv.Quote(string(sep))
}

// FormatName returns the name of the format of a user's file in messages.
func FormatName(f catalogue.Format) string {
	if f.Kind != catalogue.Delimited {
		return "of the kind " + strings.ToUpper(f.Kind)
	}
	return "a table with " + separatorName(separatorRune(f.Separator)) + " between fields"
}

// separatorLine returns the separator stated by a first line such as sep=;, as spreadsheets write
// it; "" if the line is not one. sep= states a tab, because blanks at the end have been trimmed.
func separatorLine(line []byte) string {
	said, found := bytes.CutPrefix(bytes.ToLower(bytes.Trim(line, `"`)), []byte("sep="))
	switch {
	case found && len(said) == 0:
		return "\t"
	case !found || utf8.RuneCount(said) != 1:
		return ""
	}
	return string(said)
}

// wholeRows joins the lines that a quoted field spans, and leaves out lines at the end in which a
// quote is not closed. If that leaves no row, it returns the lines unchanged.
func wholeRows(lines [][]byte) [][]byte {
	var rows [][]byte
	var open []byte
	for _, line := range lines {
		if open != nil {
			line = slices.Concat(open, []byte{'\n'}, line)
		}
		if goesOn(line) {
			open = line
			continue
		}
		rows, open = append(rows, line), nil
	}
	if len(rows) == 0 {
		return lines
	}
	return rows
}

func countOutsideQuotes(line []byte, c byte) int {
	n, quoted := 0, false
	for _, b := range line {
		if b == '"' {
			quoted = !quoted
		}
		if b == c && !quoted {
			n++
		}
	}
	return n
}

// commasAreDecimal says whether every comma of a line is between two digits.
func commasAreDecimal(line []byte) bool {
	digit := func(i int) bool { return i >= 0 && i < len(line) && line[i] >= '0' && line[i] <= '9' }
	for i, c := range line {
		if c == ',' && !(digit(i-1) && digit(i+1)) {
			return false
		}
	}
	return true
}

// HasColumns says whether the first row of a file fits a table with the separator: it has all of
// the names or, if there are none, the given number of fields.
func HasColumns(path, separator string, names []string, fields int) bool {
	if separator == "" {
		return false
	}
	l, err := openLines(path, "", path)
	if err != nil {
		return false
	}
	defer l.Close()
	rec, err := newDelimited(l, &catalogue.Format{Separator: separator}).Next()
	if err != nil || rec == nil {
		return false
	}
	if names == nil {
		return len(rec.Fields) == fields
	}
	has := make(map[string]bool, len(rec.Fields))
	for _, field := range rec.Fields {
		has[string(field)] = true
	}
	return !slices.ContainsFunc(names, func(name string) bool { return !has[name] })
}

// checkSeparator refuses an impossible separator, and returns any other as written in a format.
func checkSeparator(path, separator string) (string, error) {
	switch {
	case separator == "" || separator == "tab" || separator == "blank":
		return separator, nil
	case separator == " ":
		return "blank", nil
	case utf8.RuneCountInString(separator) == 1 && !strings.ContainsAny(separator, "\"\r\n\ufffd0123456789.+-"):
		return separator, nil
	}
	return "", data.KeyErrorf(path, "separator", "separator = %q: it must be \"tab\", \"blank\" or one character that no number has", separator)
}
