package read

import (
	"bytes"
	"math"
	"slices"
	"strings"
)

// Numbers is how a table writes numbers: with a point, or with another sign for decimals,
// and with nothing or with a sign between thousands.
type Numbers struct {
	Decimal   string // "" and "." are a point; ","
	Thousands string // between groups of three digits: "" is nothing; ",", ".", " " (also the narrow ones) or "'"
}

// point says whether numbers are written as the language of this program has them.
func (n Numbers) point() bool { return (n.Decimal == "" || n.Decimal == ".") && n.Thousands == "" }

// Parse reads a number, and says whether b is one. Groups between signs for thousands have
// three digits, but for the first, which has at most three and does not begin with 0.
func (n Numbers) Parse(b []byte) (v float64, ok bool) {
	if n.point() {
		return ParseNumber(b)
	}
	b = PlainMinus(b)
	if n.Thousands == " " {
		b = bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\u00a0"), []byte{' '}), []byte("\u202f"), []byte{' '})
	}
	decimal := []byte(".")
	if n.Decimal != "" {
		decimal = []byte(n.Decimal)
	}
	whole, fraction, _ := bytes.Cut(b, decimal)
	if bytes.IndexByte(fraction, ',') >= 0 || n.Decimal == "," && bytes.IndexByte(fraction, '.') >= 0 {
		return 0, false
	}
	plain := make([]byte, 0, 64)
	if n.Thousands != "" && bytes.Contains(whole, []byte(n.Thousands)) {
		groups := bytes.Split(whole, []byte(n.Thousands))
		for i, group := range groups {
			digits := group
			if i == 0 {
				digits = bytes.TrimLeft(group, "+-")
			}
			if len(digits) > 3 || len(digits) < 1 || i == 0 && digits[0] == '0' || i > 0 && len(group) != 3 || !allDigits(digits) {
				return 0, false
			}
			plain = append(plain, group...)
		}
	} else if n.Decimal == "," && bytes.IndexByte(whole, '.') >= 0 {
		return 0, false
	} else {
		plain = append(plain, whole...)
	}
	if len(whole) < len(b) {
		plain = append(append(plain, '.'), fraction...)
	}
	return ParseNumber(plain)
}

func allDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// styles are the ways to write numbers that are found out, from the simplest on.
var styles = []Numbers{{}, {Thousands: ","}, {Decimal: ","}, {Decimal: ",", Thousands: "."}, {Thousands: " "}, {Decimal: ",", Thousands: " "}, {Thousands: "'"}, {Decimal: ",", Thousands: "'"}}

// anyStyle says whether a text is a number in one of the styles that are found out.
func anyStyle(text []byte) bool {
	return slices.ContainsFunc(styles, func(n Numbers) bool { _, ok := n.Parse(text); return ok })
}

// findNumbers finds out how columns write numbers: the first of the styles in which most
// columns of texts turn out to be of numbers, and all columns of numbers keep their values.
// ambiguous is a value that two of these styles read as different numbers, such as 1,234;
// empty if there is none.
func findNumbers(columns [][]string) (found Numbers, ambiguous string) {
	var texts, numbers [][]string
	for _, column := range columns {
		switch {
		case len(column) == 0:
		case allParse(column, Numbers{}):
			numbers = append(numbers, column)
		case strings.ContainsAny(strings.Join(column, ""), "0123456789"):
			texts = append(texts, column)
		}
	}
	var fitting []Numbers
	most := 0 // columns of texts that are of numbers then
	for _, style := range styles[1:] {
		fits := 0
		for _, column := range texts {
			if allParse(column, style) {
				fits++
			}
		}
		if fits == 0 || fits < most || slices.ContainsFunc(numbers, func(column []string) bool { return changes(column, style) }) {
			continue
		}
		if fits > most {
			fitting, most = nil, fits
		}
		fitting = append(fitting, style)
	}
	if len(fitting) == 0 {
		return Numbers{}, ""
	}
	return fitting[0], ambiguity(texts, fitting)
}

// ambiguity returns a value of the columns that is another number in another style.
func ambiguity(columns [][]string, fitting []Numbers) string {
	for _, column := range columns {
		if !allParse(column, fitting[0]) {
			continue
		}
		for _, style := range fitting[1:] {
			if !allParse(column, style) {
				continue
			}
			for _, text := range column {
				a, _ := fitting[0].Parse([]byte(text))
				b, _ := style.Parse([]byte(text))
				if a != b {
					return text
				}
			}
		}
	}
	return ""
}

// changes says whether a column of numbers with a point would have others in a style.
func changes(column []string, style Numbers) bool {
	return slices.ContainsFunc(column, func(text string) bool {
		plain, _ := ParseNumber([]byte(text))
		v, ok := style.Parse([]byte(text))
		return !ok || v != plain && !(math.IsNaN(v) && math.IsNaN(plain))
	})
}

func allParse(texts []string, n Numbers) bool {
	for _, text := range texts {
		if _, ok := n.Parse([]byte(text)); !ok {
			return false
		}
	}
	return true
}
