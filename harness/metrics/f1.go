package metrics

// f1 is the mean over all classes of 2 TP / (2 TP + FP + FN), the harmonic mean of a class's
// precision and recall. A class is predicted for TP of its own rows and FP of others, and not
// predicted for FN of its own. This is the averaged F1 of Opitz and Burst (Macro F1 and macro F1,
// 2019), not the F1 of averages. A class that no row has and that is predicted for none, 0/0,
// counts as 0. For label sets it is the mean over labels, which are predicted above 1/2.
var f1 = Kind{
	Of:        Any,
	New:       func(s Set) Accumulator { return &agreed{make([]int, s.Classes), make([]int, s.Classes)} },
	AllLabels: true,
	Metrics: []Metric{
		{Name: "f1_macro", Title: "Macro F1 (mean over classes, or labels)", Axis: "Macro F1", HigherIsBetter: true, Bounds: share},
	},
}

// agreed counts, by class, the rows of the class for which it is predicted, TP, and all rows of the
// class plus all rows for which it is predicted, 2 TP + FP + FN.
type agreed struct{ both, each []int }

func (a *agreed) Add(r *Row) {
	if r.Ranked == nil {
		a.each[r.Class]++
		a.each[r.Best]++
		if r.Best == r.Class {
			a.both[r.Class]++
		}
		return
	}
	r.eachLabel(func(k int, p float64, labelled bool) {
		said := p > 0.5
		if labelled {
			a.each[k]++
		}
		if said {
			a.each[k]++
		}
		if labelled && said {
			a.both[k]++
		}
	})
}

func (a *agreed) Values(to map[string]float64) {
	sum := 0.0
	for k, n := range a.each {
		if n > 0 {
			sum += 2 * float64(a.both[k]) / float64(n)
		}
	}
	to["f1_macro"] = sum / float64(len(a.each))
}
