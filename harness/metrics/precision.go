package metrics

import "fmt"

// precisionAt is the share of the k labels ranked first that a row has, averaged over rows. A row
// without labels counts as 0.
func precisionAt(k int) Kind {
	name, progress := fmt.Sprintf("p_at_%d", k), ""
	if k == 1 {
		progress = "P@1"
	}
	return Kind{
		Metrics: []Metric{{Name: name, Title: fmt.Sprintf("Precision at %d (P@%d)", k, k), Axis: fmt.Sprintf("P@%d", k), Cutoff: k, Progress: progress,
			HigherIsBetter: true, Bounds: share, Traced: k == 1, OfRows: k == 1, RowsSE: spreadIn(name + "_sd")}},
		Of: LabelSets, Labels: k, SD: true,
		Mean: func(r *Row) float64 {
			hits := r.undefined
			for j := range min(k, len(r.Ranked)) {
				if r.hit(j) {
					hits++
				}
			}
			return hits / float64(k)
		},
	}
}
