package wording

import (
	"fmt"
	"math"
	"strconv"
)

// Fixed writes a number with a given number of decimals; never "-0.00".
func Fixed(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if v, err := strconv.ParseFloat(s, 64); err == nil && v == 0 {
		return strconv.FormatFloat(0, 'f', decimals, 64)
	}
	return s
}

// leastP is the smallest p-value that is written as it is.
const leastP = 1e-4

// PValue writes a p-value for a table: "0.012", "< 0.0001", or a dash if there is none.
func PValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return "–"
	case p < leastP:
		return "< " + strconv.FormatFloat(leastP, 'f', -1, 64)
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}

// Short writes a number with some significant digits, without an exponent
// unless it is very small or large.
func Short(x float64, digits int) string {
	if size := math.Abs(x); size != 0 && (size < 1e-5 || size >= 1e7) {
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	if x == 0 {
		return "0"
	}
	return Fixed(x, max(digits-1-int(math.Floor(math.Log10(math.Abs(x)))), 0))
}

// Grouped writes a number with four significant digits, its thousands apart: "10,230".
func Grouped(x float64) string {
	if size := math.Abs(x); size < 1e4 || size >= 999_950 {
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	unit := math.Pow10(int(math.Floor(math.Log10(math.Abs(x)))) - 3)
	text := Fixed(math.Round(x/unit)*unit, 0)
	return text[:len(text)-3] + "," + text[len(text)-3:]
}

// Percent writes a share.
func Percent(share float64) string { return fmt.Sprintf("%.3g%%", 100*share) }

// Lasting writes a time: "2.5 hours", "40 minutes", "3 seconds".
func Lasting(seconds float64) string {
	switch {
	case seconds >= 5400:
		return fmt.Sprintf("%.2g hours", seconds/3600)
	case seconds >= 90:
		return fmt.Sprintf("%.2g minutes", seconds/60)
	}
	return fmt.Sprintf("%.2g seconds", seconds)
}
