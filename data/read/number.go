package read

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// ParseNumber reads a decimal number, and says whether b is one. NaN and infinities count as
// numbers, and so does a number beyond the range of float64, which becomes infinite. Numbers that
// are not finite are refused later, or count as missing, but are never text. Forms that only Go
// takes for numbers, such as 1_000 and 0x1p3, are text. The Unicode minus, U+2212, is a minus.
func ParseNumber(b []byte) (v float64, ok bool) {
	if v, ok := parseShort(b); ok {
		return v, true
	}
	if b = PlainMinus(b); len(b) == 0 || !startsNumber(b) || bytes.ContainsAny(b, goSigns) {
		return 0, false
	}
	v, err := strconv.ParseFloat(string(b), 64)
	if err != nil && !math.IsInf(v, 0) {
		return 0, false
	}
	return v, true
}

// goSigns are the characters that numbers may contain in Go but not in tables.
const goSigns = "_xX"

// unicodeMinus is the minus that typesetting and some spreadsheets write.
const unicodeMinus = "\u2212"

// PlainMinus returns b with a Unicode minus at its beginning replaced by -.
func PlainMinus(b []byte) []byte {
	if rest, found := bytes.CutPrefix(b, []byte(unicodeMinus)); found {
		return append([]byte{'-'}, rest...)
	}
	return b
}

// ReadOtherwise says whether earlier programs took a text, such as 1_1, for a number, or a number
// with a Unicode minus for a text.
func ReadOtherwise(text string) bool {
	if strings.HasPrefix(text, unicodeMinus) {
		_, number := ParseNumber([]byte(text))
		return number
	}
	if !strings.ContainsAny(text, goSigns) {
		return false
	}
	v, err := strconv.ParseFloat(text, 64)
	return err == nil || math.IsInf(v, 0)
}

// startsNumber says whether b may be a number that strconv.ParseFloat reads.
func startsNumber(b []byte) bool {
	c := b[0]
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' ||
		c == 'n' || c == 'N' || c == 'i' || c == 'I'
}

// pow10 are the powers of ten that float64 holds exactly and that parseShort
// divides by.
var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseShort reads a number of at most 15 digits without an exponent. Digits
// and power of ten are exact, so that their quotient is the nearest float64
// (Clinger, How to read floating point numbers accurately, 1990).
func parseShort(b []byte) (v float64, ok bool) {
	i := 0
	negative := false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		negative = b[0] == '-'
		i = 1
	}
	if n := len(b) - i; n == 0 || n > 16 {
		return 0, false
	}
	digits, decimals, point := uint64(0), 0, false
	count := 0
	for _, c := range b[i:] {
		switch {
		case c >= '0' && c <= '9':
			digits = digits*10 + uint64(c-'0')
			count++
			if point {
				decimals++
			}
		case c == '.' && !point:
			point = true
		default:
			return 0, false
		}
	}
	if count == 0 || count > 15 {
		return 0, false
	}
	v = float64(digits) / pow10[decimals]
	if negative {
		v = -v
	}
	return v, true
}

// FormatNumber returns the shortest text that reads as v.
func FormatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// CanonicalNumber returns the shortest text of a number, so that equal numbers have the same text,
// and any other text unchanged.
func CanonicalNumber(text string) string {
	v, ok := ParseNumber([]byte(text))
	switch {
	case !ok:
		return text
	case v == 0:
		return "0" // also for -0
	}
	return FormatNumber(v)
}

// Finite says whether v is neither NaN nor infinite.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
