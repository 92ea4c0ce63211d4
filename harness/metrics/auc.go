package metrics

import "gonum.org/v1/gonum/floats"

// auc is the share of pairs, of a row of the second class and a row of the first, in which the former
// has the larger probability of the second class; a tie counts as half a pair. It has no value unless
// both classes occur among the rows.
var auc = Kind{Of: TwoClasses, New: func(Set) Accumulator { return &byClass{} }, Metrics: []Metric{
	{Name: "auc", Title: "Area under the ROC curve", Axis: "AUC", HigherIsBetter: true, Bounds: share},
}}

// byClass holds, for the rows of each class, the probabilities of the second class.
type byClass [2][]float64

func (a *byClass) Add(r *Row) { a[r.Class] = append(a[r.Class], r.P[1]) }

func (a *byClass) forget() bool { return false }

func (a *byClass) Values(to map[string]float64) {
	first, second := a[0], a[1]
	if len(first) == 0 || len(second) == 0 || floats.HasNaN(first) || floats.HasNaN(second) {
		return
	}
	to["auc"] = areaUnderROC(second, first)
}
