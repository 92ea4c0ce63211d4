package statistic

import (
	"fmt"
	"math"
)

// How a case, or all together, stands to a claim.
const (
	For     = "for"     // the interval lies within what is claimed
	Against = "against" // it lies outside
	Short   = "short"   // the direction is that of the claim, the size is not
	Open    = "open"    // the interval covers both
)

// Region is where a value is as claimed, between low and high.
type Region struct {
	low, high float64
	open      bool    // low itself is not in it
	openHigh  bool    // nor is high
	floor     float64 // from here to low the direction is right, and the size is not; NaN where there is no such part
}

// between is the region from at_least, or below every number, to at_most.
func between(c Claim) Region {
	r := Region{low: math.Inf(-1), high: math.Inf(1), floor: math.NaN()}
	if c.AtLeast != nil {
		r.low = *c.AtLeast
	}
	if c.AtMost != nil {
		r.high = *c.AtMost
	}
	return r
}

// above0 is the region above 0, where there is no threshold.
func above0() Region { return Region{high: math.Inf(1), open: true, floor: math.NaN()} }

// reaching is the region above at_least, or above 0 where there is none.
func reaching(c Claim) Region {
	if c.AtLeast == nil {
		return above0()
	}
	return Region{low: *c.AtLeast, high: math.Inf(1), floor: 0}
}

// times is the region of a ratio, in logarithms: above 1, or between at_least and at_most.
func times(c Claim) Region {
	if c.AtLeast == nil && c.AtMost == nil {
		return above0()
	}
	r := between(c)
	r.low, r.high, r.open = math.Log(max(r.low, 0)), math.Log(r.high), c.AtLeast == nil
	if r.low > 0 {
		r.floor = 0
	}
	return r
}

// withinMargin is the region between -margin and margin.
func withinMargin(c Claim) Region { return Region{low: -*c.Margin, high: *c.Margin, floor: math.NaN()} }

// Alone says how a value without an interval stands.
func (r Region) Alone(value float64) string { return r.Stands(value, value, value) }

// Stands says how an interval lies to the region. A value without an interval counts as
// one of no width.
func (r Region) Stands(value, low, high float64) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		low, high = value, value
	}
	below := high < r.low || r.open && high == r.low
	above := low > r.high || r.openHigh && low == r.high
	switch {
	case (low > r.low || !r.open && low == r.low) && (high < r.high || !r.openHigh && high == r.high):
		return For
	case low > r.floor && high < r.low:
		return Short
	case below || above:
		return Against
	}
	return Open
}

// depth is how far within the region a value lies, below 0 how far outside.
func (r Region) depth(x float64) float64 {
	switch {
	case math.IsInf(r.high, 1):
		return x - r.low
	case math.IsInf(r.low, -1):
		return r.high - x
	}
	return min(x-r.low, r.high-x)
}

// Scaled is where a value and its interval lie beside the nearest threshold: above 0 within the
// region, and the farthest of the three at 1 or -1. What has no interval has none here.
func (r Region) Scaled(value, low, high float64) (v, l, h float64) {
	v, l, h = r.depth(value), min(r.depth(low), r.depth(high)), max(r.depth(low), r.depth(high))
	if middle := (r.low + r.high) / 2; low < middle && middle < high {
		h = r.depth(middle)
	}
	size := 0.0
	for _, x := range []float64{v, l, h} {
		if !math.IsInf(x, 0) {
			size = max(size, math.Abs(x)) // NaN stays
		}
	}
	if math.IsNaN(size) {
		size = math.Abs(v)
	}
	within := func(x float64) float64 {
		if x == 0 {
			return 0
		}
		return max(-1, min(1, x/size))
	}
	return within(v), within(l), within(h)
}

// Claimed says from where on a value is as claimed: "at least 10", "within ±0.01".
func (s Statistic) Claimed(c Claim) string {
	r := s.Region(c)
	write := func(x float64) string { return fmt.Sprintf("%.4g", s.Value(x)) }
	text := "at least " + write(r.low)
	switch bounded := !math.IsInf(r.high, 1); {
	case bounded && math.IsInf(r.low, -1) && r.openHigh:
		text = "below " + write(r.high)
	case bounded && math.IsInf(r.low, -1):
		text = "at most " + write(r.high)
	case bounded && r.low == -r.high:
		text = "within ±" + write(r.high)
	case bounded:
		text = "from " + write(r.low) + " to " + write(r.high)
	case r.open:
		text = "above " + write(r.low)
	}
	if s.Unit != nil {
		text += s.Unit(c)
	}
	if c.Most {
		text += ", in most cases"
	}
	return text
}
