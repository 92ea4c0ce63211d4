package metrics

import "gpcbench/harness/record"

// clipped is the number of true outcomes whose probability is raised before its logarithm is taken:
// one outcome per row or, for label sets, per row and label.
var clipped = Kind{
	Of:        Any,
	New:       func(Set) Accumulator { return &raised{} },
	AllLabels: true,
	Metrics: []Metric{
		{Name: "clipped", Title: "Clipped probabilities", Axis: "Clipped probabilities", Unranked: true, Bounds: atLeast0},
	},
}

type raised struct{ times int }

func (c *raised) Add(r *Row) {
	if r.Ranked == nil {
		if r.P[r.Class] < record.LeastProbability {
			c.times++
		}
		return
	}
	r.eachLabel(func(_ int, p float64, labelled bool) {
		if _, least := truth(p, labelled); least {
			c.times++
		}
	})
}

func (c *raised) Values(to map[string]float64) { to["clipped"] = float64(c.times) }
