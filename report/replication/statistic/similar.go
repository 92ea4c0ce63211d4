package statistic

// similar: methods differ from others by no more than a margin.
var similar = Statistic{
	Name: "similar", Than: true, Pairs: true, Keys: []string{"than_published", "margin"}, Check: needsMargin,
	Cases: (*Records).betterBy, Region: withinMargin,
	Measures: difference, Shown: pairwise,
}
