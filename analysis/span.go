package analysis

import (
	"fmt"
	"math"

	"gpcbench/wording"
)

// Span is a range of numbers, empty where Low is not at most High.
type Span struct{ Low, High float64 }

// Nothing is the empty span, from which others grow by Include.
var Nothing = Span{math.Inf(1), math.Inf(-1)}

// Empty says whether there is no number in the span.
func (s Span) Empty() bool { return !(s.Low <= s.High) }

// Include returns the span with a number in it.
func (s Span) Include(v float64) Span { return Span{min(s.Low, v), max(s.High, v)} }

// String writes a range of ratios: "2.0 to 5.7", or "2.0" if it is one number.
func (s Span) String() string { return s.Text(2) }

// Text writes a range with so many digits.
func (s Span) Text(digits int) string {
	low, high := wording.Short(s.Low, digits), wording.Short(s.High, digits)
	if low == high {
		return low
	}
	return fmt.Sprintf("%s to %s", low, high)
}

// Bounds writes a range of ratios, which may be open at 0 or at infinity: "2.0
// to 5.7", "at most 5.7", "at least 2.0"; nothing if it is open at both ends or
// empty.
func (s Span) Bounds() string {
	switch {
	case !(s.Low < math.Inf(1)) || !(s.High > 0) || s.Low == 0 && math.IsInf(s.High, 1):
		return ""
	case math.IsInf(s.High, 1):
		return "at least " + wording.Short(s.Low, 2)
	case s.Low == 0:
		return "at most " + wording.Short(s.High, 2)
	}
	return s.String()
}

// RatioEnd writes a ratio or the sign of infinity.
func RatioEnd(x float64) string {
	if math.IsInf(x, 1) {
		return "∞"
	}
	return wording.Short(x, 2)
}
