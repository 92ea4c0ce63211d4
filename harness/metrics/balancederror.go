package metrics

// balancedError is the share of a class's rows for which another class is predicted, averaged over
// the classes that occur among the rows.
var balancedError = Kind{
	Of:  Classes,
	New: func(s Set) Accumulator { return &missedRows{make([]int, s.Classes), make([]int, s.Classes)} },
	Metrics: []Metric{
		{Name: "balanced_error", Title: "Balanced error (mean over classes)", Axis: "Balanced error", Bounds: share},
	},
}

// missedRows counts, by class, the rows and those for which another class is predicted.
type missedRows struct{ of, missed []int }

func (m *missedRows) Add(r *Row) {
	if m.of[r.Class]++; r.Best != r.Class {
		m.missed[r.Class]++
	}
}

func (m *missedRows) Values(to map[string]float64) {
	sum, classes := 0.0, 0
	for c, n := range m.of {
		if n > 0 {
			sum += float64(m.missed[c]) / float64(n)
			classes++
		}
	}
	to["balanced_error"] = sum / float64(classes)
}
