package read

import (
	"bytes"
)

// Numbers is how a table writes numbers: with a point or another sign before decimals, and with a
// sign or nothing between thousands.
type Numbers struct {
	Decimal   string // "" and "." are a point; ","
	Thousands string // between groups of three digits: "" is nothing; ",", ".", " " (narrow ones, too) or "'" (’, too)
}

// alike are signs between thousands that count as the same one: no-break, figure-width and thin
// blanks as a blank, and the typographic apostrophe of Swiss programs as an apostrophe.
var alike = map[string][][]byte{" ": {[]byte("\u00a0"), []byte("\u202f"), []byte("\u2007"), []byte("\u2009")}, "'": {[]byte("\u2019")}}

// point says whether numbers are written with a decimal point and nothing between thousands.
func (n Numbers) point() bool { return (n.Decimal == "" || n.Decimal == ".") && n.Thousands == "" }

// Parse reads a number, and says whether b is one. Groups between thousands separators have three
// digits, except the first, which has at most three and does not begin with 0.
func (n Numbers) Parse(b []byte) (v float64, ok bool) {
	if n.point() {
		return ParseNumber(b)
	}
	b = PlainMinus(b)
	for _, sign := range alike[n.Thousands] {
		if bytes.Contains(b, sign) {
			b = bytes.ReplaceAll(b, sign, []byte(n.Thousands))
		}
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
