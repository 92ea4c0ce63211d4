package replication

import (
	"slices"

	"gpcbench/harness/metrics"
)

// ComparesLoss says whether a published loss is compared with anything.
func (b *Table) ComparesLoss() bool {
	return slices.ContainsFunc(b.Verdicts(), func(v Verdict) bool { return metrics.Get(v.Reading).Loss })
}

// Unplaced counts the published values of the metrics shown that no verdict or
// ratio is about.
func Unplaced(shown map[string][]string, blocks []Table, verdicts []Verdict) int {
	n := 0
	for _, value := range blocks[0].Published.Values {
		found := shown[value.Metric] == nil || slices.Contains(blocks[0].beside, value.At["label"])
		for _, v := range verdicts {
			if v.Reading == value.Metric && agrees(value.At, v.Number) {
				found = true
				break
			}
		}
		if !found {
			n++
		}
	}
	return n
}
