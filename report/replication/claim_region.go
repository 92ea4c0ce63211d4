package replication

import "math"

// How a case, or all together, stands to a claim.
const (
	StandsFor     = "for"     // the interval lies within what is claimed
	StandsAgainst = "against" // it lies outside
	StandsShort   = "short"   // the direction is that of the claim, the size is not
	StandsOpen    = "open"    // the interval covers both
)

// region is where a figure is as claimed, between low and high.
type region struct {
	low, high float64
	open      bool    // low itself is not in it
	openHigh  bool    // nor is high
	floor     float64 // from here to low the direction is right, and the size is not; NaN where there is no such part
}

// times is the region of a ratio, in logarithms: above 1, or between at_least and at_most.
func times(c Claim) region {
	r := region{low: 0, high: math.Inf(1), open: true, floor: math.NaN()}
	if c.AtMost != nil {
		r.low, r.high = math.Inf(-1), math.Log(*c.AtMost)
	}
	if c.AtLeast != nil {
		r.low, r.open = math.Log(*c.AtLeast), false
	}
	if r.low > 0 {
		r.floor = 0
	}
	return r
}

// reaching is the region above at_least, or above 0 where there is none.
func reaching(c Claim) region {
	if c.AtLeast == nil {
		return region{low: 0, high: math.Inf(1), open: true, floor: math.NaN()}
	}
	return region{low: *c.AtLeast, high: math.Inf(1), floor: 0}
}

// share is the region of a share of time: from at_least on, and short of it above a half.
func share(c Claim) region {
	r := between(c)
	if r.low > 0.5 {
		r.floor = 0.5
	}
	return r
}

// between is the region from at_least, or below every number, to at_most.
func between(c Claim) region {
	r := region{low: math.Inf(-1), high: math.Inf(1), floor: math.NaN()}
	if c.AtLeast != nil {
		r.low = *c.AtLeast
	}
	if c.AtMost != nil {
		r.high = *c.AtMost
	}
	return r
}

// heading is the region of a slope that falls, rises, or is flat within a margin.
func heading(c Claim) region {
	switch c.Direction {
	case "falls":
		return region{low: math.Inf(-1), high: 0, openHigh: true, floor: math.NaN()}
	case "rises":
		return region{low: 0, high: math.Inf(1), open: true, floor: math.NaN()}
	}
	return withinMargin(c)
}

// notBelowMargin is the region above -margin.
func notBelowMargin(c Claim) region {
	return region{low: -*c.Margin, high: math.Inf(1), floor: math.NaN()}
}

// withinMargin is the region between -margin and margin.
func withinMargin(c Claim) region { return region{low: -*c.Margin, high: *c.Margin, floor: math.NaN()} }

// standsAlone says how a figure without an interval stands.
func (r region) standsAlone(value float64) string { return r.stands(value, value, value) }

// stands says how an interval lies to the region. A figure without an interval counts as
// one of no width.
func (r region) stands(value, low, high float64) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		low, high = value, value
	}
	below := high < r.low || r.open && high == r.low
	above := low > r.high || r.openHigh && low == r.high
	switch {
	case (low > r.low || !r.open && low == r.low) && (high < r.high || !r.openHigh && high == r.high):
		return StandsFor
	case low > r.floor && high < r.low:
		return StandsShort
	case below || above:
		return StandsAgainst
	}
	return StandsOpen
}
