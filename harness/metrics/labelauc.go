package metrics

import (
	"math"
	"slices"
)

// labelAUC are the areas under the ROC curves of labels: the mean over labels that some rows have
// and some do not, and the area for all pairs of a row and a label together.
var labelAUC = Kind{
	Of:        LabelSets,
	New:       func(s Set) Accumulator { return newLabelRanks(s.Classes, s.Rows) },
	AllLabels: true,
	Metrics: []Metric{
		{Name: "auc_macro", Title: "Area under the ROC curve (mean over labels)", Axis: "Macro AUC", HigherIsBetter: true, Bounds: share},
		{Name: "auc_micro", Title: "Area under the ROC curve (rows and labels together)", Axis: "Micro AUC", HigherIsBetter: true, Bounds: share},
	},
}

// labelRanks keeps the probabilities of K labels in all test rows, 8 bytes each.
type labelRanks struct {
	labels        int
	probabilities []float64 // by row, then label
	positive      [][]int32 // rows that have the label, by label
	rows          int
}

// newLabelRanks returns a labelRanks with room for the given numbers of labels and rows.
func newLabelRanks(labels, rows int) *labelRanks {
	return &labelRanks{labels: labels, probabilities: make([]float64, 0, labels*rows), positive: make([][]int32, labels)}
}

func (r *labelRanks) Add(row *Row) {
	r.probabilities = append(r.probabilities, row.P...)
	for _, l := range row.Labels {
		r.positive[l] = append(r.positive[l], int32(r.rows))
	}
	r.rows++
}

func (r *labelRanks) forget() bool { return false }

func (r *labelRanks) Values(to map[string]float64) {
	macro, micro := r.areas()
	if !math.IsNaN(macro) {
		to["auc_macro"] = macro
	}
	if !math.IsNaN(micro) {
		to["auc_micro"] = micro
	}
}

// areas returns both areas. The first is NaN if there is no label that some rows have and some do not. The second is
// NaN if all rows have all labels, or none.
func (r *labelRanks) areas() (macro, micro float64) {
	var all, positives, negatives []float64 // all: positives of all labels
	var pairs, above halves
	counted := 0
	for k := range r.labels {
		positives = r.column(positives[:0], k)
		all = append(all, positives...)
		if n := len(positives); n > 0 && n < r.rows {
			negatives = r.others(negatives[:0], k)
			macro += areaUnderROC(positives, negatives)
			counted++
		}
	}
	slices.Sort(all)
	for k := range r.labels {
		negatives = r.others(negatives[:0], k)
		a, p := wins(all, negatives)
		above += a
		pairs += p
	}
	return macro / float64(counted), float64(above) / float64(pairs)
}

// column appends the probabilities of label k in the rows that have it.
func (r *labelRanks) column(dst []float64, k int) []float64 {
	for _, i := range r.positive[k] {
		dst = append(dst, r.probabilities[int(i)*r.labels+k])
	}
	return dst
}

// others appends the probabilities of label k in the rows that do not have it.
func (r *labelRanks) others(dst []float64, k int) []float64 {
	has := r.positive[k]
	for i := range r.rows {
		if len(has) > 0 && int(has[0]) == i {
			has = has[1:]
			continue
		}
		dst = append(dst, r.probabilities[i*r.labels+k])
	}
	return dst
}
