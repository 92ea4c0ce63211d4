package metrics

import (
	"slices"

	"gpcbench/harness/record"
)

// hit says whether the row has the label at a place of the ranking, from 0.
func (r *Row) hit(place int) bool {
	_, ok := slices.BinarySearch(r.Labels, r.Ranked[place])
	return ok
}

// eachLabel calls do with every label, its probability and whether the row has it.
func (r *Row) eachLabel(do func(k int, p float64, labelled bool)) {
	left := r.Labels
	for k, p := range r.P {
		labelled := len(left) > 0 && int(left[0]) == k
		if labelled {
			left = left[1:]
		}
		do(k, p, labelled)
	}
}

// leastComplement is the lower bound that 1 - p, for a label that a row does not have, is raised to
// before its logarithm is taken: half of the smallest value above 0.
const leastComplement = 1.0 / (1 << 54)

// truth returns the probability that a row has a label if labelled, or else that it does not have it, and whether it was raised.
func truth(p float64, labelled bool) (probability float64, raised bool) {
	probability, least := 1-p, leastComplement
	if labelled {
		probability, least = p, record.LeastProbability
	}
	if probability < least {
		return least, true
	}
	return probability, false
}
