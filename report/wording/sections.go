package wording

// Titles of sections of a report that claims are judged by, and so link to.
const (
	PairwiseTitle = "Pairwise comparison over repeats"
	TimesTitle    = "Time to a target"
)

// DistanceTitle is that of the section on distances to a reference.
func DistanceTitle(reference string) string { return "Distance to " + reference }
