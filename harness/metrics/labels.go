package metrics

import (
	"slices"

	"gpcbench/harness/record"
)

// hit says whether the row has the label that is ranked at a place, from 0 on.
func (r *Row) hit(place int) bool {
	_, has := slices.BinarySearch(r.Labels, r.Ranked[place])
	return has
}

// eachLabel calls do with every label, its probability and whether the row has it.
func (r *Row) eachLabel(do func(k int, p float64, has bool)) {
	left := r.Labels
	for k, p := range r.P {
		has := len(left) > 0 && int(left[0]) == k
		if has {
			left = left[1:]
		}
		do(k, p, has)
	}
}

// leastComplement is what 1 - p of a label that a row does not have is raised to before its
// logarithm is taken: half of the smallest that is not 0.
const leastComplement = 1.0 / (1 << 54)

// truth returns the probability of what is true of a label, and whether it was raised.
func truth(p float64, has bool) (probability float64, raised bool) {
	probability, least := 1-p, leastComplement
	if has {
		probability, least = p, record.LeastProbability
	}
	if probability < least {
		return least, true
	}
	return probability, false
}
