package metrics

import (
	"fmt"
	"math"
)

// ndcgAt is the sum of 1/log2(place + 1) over those of the k labels ranked first that the row has,
// divided by the same sum for the best ranking, averaged over rows. A row without labels counts as 0.
func ndcgAt(k int) Kind {
	name := fmt.Sprintf("ndcg_at_%d", k)
	return Kind{
		Metrics: []Metric{{Name: name, Title: fmt.Sprintf("nDCG at %d", k), Axis: fmt.Sprintf("nDCG@%d", k),
			HigherIsBetter: true, Bounds: share, RowsSE: spreadIn(name + "_sd")}},
		Of: LabelSets, Labels: k, SD: true,
		Mean: func(r *Row) float64 {
			gain, ideal := r.undefined, 0.0
			for j := range min(k, len(r.Ranked)) {
				discount := 1 / math.Log2(float64(j+2))
				if r.hit(j) {
					gain += discount
				}
				if j < len(r.Labels) {
					ideal += discount
				}
			}
			if ideal > 0 {
				return gain / ideal
			}
			return r.undefined
		},
	}
}
