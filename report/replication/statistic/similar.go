package statistic

// similar: methods differ from others by no more than a margin.
var similar = Statistic{
	Name: "similar", Pairs: true, Needs: []string{"than", "margin"}, Keys: []string{"than_published"},
	Cases: betterBy, Measures: difference,
}
