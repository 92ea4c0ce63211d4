package statistic

// noninferior: methods are no worse than others by more than a margin.
var noninferior = Statistic{
	Name: "noninferior", Pairs: true, OneSided: true, Needs: []string{"than", "margin"}, Keys: []string{"than_published"},
	Cases: betterBy, Measures: difference,
}
