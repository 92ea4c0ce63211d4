package plan

import (
	"slices"

	"gpcbench/harness/record"
)

// similar is what cells must share for the time of one to tell the other's.
type similar struct{ dataset, label string }

// estimates are the wall times of finished cells.
type estimates map[similar][]float64

func newEstimates(records []record.Record) estimates {
	e := estimates{}
	for _, r := range records {
		if r.Status == record.OK {
			e[similar{r.Dataset, r.Label}] = append(e[similar{r.Dataset, r.Label}], r.Timing.WallSeconds)
		}
	}
	for _, seconds := range e {
		slices.Sort(seconds)
	}
	return e
}

// of returns the median time of similar cells, 0 if there are none.
func (e estimates) of(c record.Cell) float64 {
	seconds := e[similar{c.Dataset, c.Label}]
	if len(seconds) == 0 {
		return 0
	}
	return seconds[len(seconds)/2]
}
