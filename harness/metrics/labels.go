package metrics

import (
	"slices"

	"gpcbench/harness/record"
)

// hit says whether the row has the label that is ranked at a place, from 0 on.
func (r *Row) hit(place int) bool {
	_, ok := slices.BinarySearch(r.Labels, r.Ranked[place])
	return ok
}

// eachLabel calls do with every label, its probability and whether the row has it.
func (r *Row) eachLabel(do func(k int, p float64, ok bool)) {
	left := r.Labels
	for k, p := range r.P {
		ok := len(left) > 0 && int(left[0]) == k
		if ok {
			left = left[1:]
		}
		do(k, p, ok)
	}
}

// leastComplement is what 1 - p of a label that a row does not have is raised to before its
// logarithm is taken: half of the smallest that is not 0.
const leastComplement = 1.0 / (1 << 54)

// truth returns the probability of what is true of a label, and whether it was raised.
func truth(p float64, ok bool) (probability float64, raised bool) {
	probability, least := 1-p, leastComplement
	if ok {
		probability, least = p, record.LeastProbability
	}
	if probability < least {
		return least, true
	}
	return probability, false
}
