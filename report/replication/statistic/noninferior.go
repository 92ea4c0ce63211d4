package statistic

import "math"

// noninferior: methods are no worse than others by more than a margin.
var noninferior = Statistic{
	Name: "noninferior", Than: true, Pairs: true, Keys: []string{"than_published", "margin"}, Check: needsMargin,
	Cases: (*Records).betterBy, Region: notBelowMargin,
	Measures: difference, Shown: pairwise,
}

// notBelowMargin is the region above -margin.
func notBelowMargin(c Claim) Region {
	return Region{low: -*c.Margin, high: math.Inf(1), floor: math.NaN()}
}
