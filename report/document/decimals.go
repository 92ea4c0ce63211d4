package document

import (
	"math"
	"strconv"
	"strings"
)

// Decimals is numbers of a few digits. In JSON it is an array of whole numbers, which pack to
// less than decimal fractions: e, the first number times 10^e, and for every other one its
// difference from the one before, times 10^e.
type Decimals []float64

// exactWhole is below the largest whole number up to which a float64 has all of them.
const exactWhole = 1e15

// MarshalJSON writes the whole numbers. e is as large as the digits after the point ask for,
// as long as all numbers stay exact.
func (d Decimals) MarshalJSON() ([]byte, error) {
	e, largest := 0, 0.0
	for _, v := range d {
		e = max(e, fractionDigits(v))
		largest = max(largest, math.Abs(v))
	}
	for e > 0 && largest*math.Pow10(e) > exactWhole {
		e--
	}
	out := strconv.AppendInt([]byte{'['}, int64(e), 10)
	before := int64(0)
	for _, v := range d {
		whole := int64(math.Round(v * math.Pow10(e)))
		out = strconv.AppendInt(append(out, ','), whole-before, 10)
		before = whole
	}
	return append(out, ']'), nil
}

// fractionDigits is how many digits a number has after the point.
func fractionDigits(v float64) int {
	_, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return len(fraction)
}
