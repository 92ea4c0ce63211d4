package metrics

import "slices"

// auc is the share of pairs of a row of the second class and one of the first in which the former
// has the greater probability of the second class; a tie is half a pair. It has no value unless
// both classes are among the rows.
var auc = Kind{Of: TwoClasses, New: func(Set) Accumulator { return &rankedRows{} }, Metrics: []Metric{
	{Name: "auc", Title: "Area under the ROC curve", Axis: "AUC", HigherIsBetter: true, Bounds: share},
}}

type rankedRows struct{ rows []ranked }

// ranked is a probability of the second class with what was true.
type ranked struct {
	p      float64
	second bool
}

func (a *rankedRows) Add(r *Row) { a.rows = append(a.rows, ranked{r.P[1], r.Class == 1}) }

func (a *rankedRows) Values(to map[string]float64) {
	if auc, ok := areaUnderROC(a.rows); ok {
		to["auc"] = auc
	}
}

// areaUnderROC returns the area. It sorts rows.
func areaUnderROC(rows []ranked) (auc float64, ok bool) {
	slices.SortFunc(rows, func(a, b ranked) int {
		switch {
		case a.p < b.p:
			return -1
		case a.p > b.p:
			return 1
		}
		return 0
	})
	pairs, below, second := 0.0, 0, 0
	for i := 0; i < len(rows); {
		firstHere, secondHere := 0, 0
		j := i
		for ; j < len(rows) && rows[j].p == rows[i].p; j++ {
			if rows[j].second {
				secondHere++
			} else {
				firstHere++
			}
		}
		if j == i { // NaN equals nothing
			return 0, false
		}
		pairs += float64(secondHere) * (float64(below) + float64(firstHere)/2)
		below += firstHere
		second += secondHere
		i = j
	}
	if below == 0 || second == 0 {
		return 0, false
	}
	return pairs / (float64(below) * float64(second)), true
}
