package statistic

import "math"

// Whether a case, or all cases together, supports a claim.
const (
	For     = "for"     // the interval lies within what is claimed
	Against = "against" // it lies outside
	Short   = "short"   // the direction is that of the claim, the size is not
	Open    = "open"    // the interval covers both
)

// Region is where a value is as claimed, from low to high.
type Region struct {
	low, high float64
	open      bool    // 0 is not in it
	floor     float64 // from here to low the direction is right, and the size is not; NaN where there is no such part
}

// Region is where a claim holds: within a margin, between its thresholds, or in its direction from 0.
func (s Statistic) Region(c Claim) Region {
	r := Region{low: math.Inf(-1), high: math.Inf(1), floor: math.NaN()}
	shown := func(x float64) float64 { return x }
	if s.Logs { // a ratio or a time of 0 is of a target that was not reached, or not seen
		r.low = -math.MaxFloat64
		shown = func(x float64) float64 { return math.Log(max(x, 0)) }
	}
	switch {
	case c.Margin != nil:
		if r.low = -*c.Margin; !s.OneSided {
			r.high = *c.Margin
		}
		return r
	case c.Direction == falls:
		r.high, r.open = 0, true
	case c.AtLeast == nil && c.AtMost == nil:
		r.low, r.open = 0, true
	}
	if c.AtMost != nil {
		r.high = shown(*c.AtMost)
	}
	if c.AtLeast != nil {
		if r.low = shown(*c.AtLeast); s.Directed && r.low > 0 {
			r.floor = 0
		}
	}
	return r
}

// unbounded says whether an end of a region is none.
func unbounded(x float64) bool { return math.Abs(x) >= math.MaxFloat64 }

// has says whether a value lies in it.
func (r Region) has(x float64) bool { return r.low <= x && x <= r.high && !(r.open && x == 0) }

// Alone says whether a value without an interval supports the claim.
func (r Region) Alone(value float64) string { return r.Stands(value, value, value) }

// Stands says whether an interval is within the region, outside or across its ends. A value
// without an interval counts as an interval of no width.
func (r Region) Stands(value, low, high float64) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		low, high = value, value
	}
	switch {
	case r.has(low) && r.has(high):
		return For
	case low > r.floor && high < r.low:
		return Short
	case !r.has(low) && !r.has(high) && (high <= r.low || low >= r.high):
		return Against
	}
	return Open
}

// depth is how far within the region a value lies, below 0 how far outside.
func (r Region) depth(x float64) float64 {
	switch {
	case unbounded(r.high):
		return x - r.low
	case unbounded(r.low):
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
		if !math.IsInf(x, 0) && !math.IsNaN(x) {
			size = max(size, math.Abs(x))
		}
	}
	within := func(x float64) float64 {
		if x == 0 {
			return 0
		}
		return max(-1, min(1, x/size))
	}
	return within(v), within(l), within(h)
}
