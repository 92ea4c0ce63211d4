package metrics

// brier is the mean over rows of sum_k (p_k - [k is the row's class])^2.
var brier = Kind{Of: Classes, New: func(Set) Accumulator { return &squaredErrors{} }, Metrics: []Metric{
	{Name: "brier", Title: "Brier score", Axis: "Brier score", Bounds: Bounds{0, 2}},
}}

type squaredErrors struct {
	sum  float64
	rows int
}

func (s *squaredErrors) Add(r *Row) {
	for k, v := range r.P {
		if k == r.Class {
			v -= 1
		}
		s.sum += v * v
	}
	s.rows++
}

func (s *squaredErrors) Values(to map[string]float64) { to["brier"] = s.sum / float64(s.rows) }
