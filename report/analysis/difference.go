package analysis

import "gpcbench/harness/record"

// NewDifference is the curve of the differences of - than in a metric, repeat by repeat:
// what a fold does to both goes out. It begins where both have a first point, and is not
// there where no repeat has both, or both are flat.
func NewDifference(name string, of, than []record.Record, x, metric, summary string) (Curve, bool) {
	byRepeat := map[int]Trace{}
	for _, r := range than {
		byRepeat[r.Repeat] = shownSteps(r, x, metric)
	}
	var all []course
	for _, r := range of {
		a, b := shownSteps(r, x, metric), byRepeat[r.Repeat]
		if len(a.X) == 0 || len(b.X) == 0 || len(a.X) == 1 && len(b.X) == 1 {
			continue
		}
		c := course{at: func(t float64) float64 { return a.At(t) - b.At(t) }}
		for _, s := range []Trace{a, b} {
			if len(s.X) > 1 { // a flat one is there at any time
				c.start, c.end = max(c.start, s.X[0]), max(c.end, s.X[len(s.X)-1])
			}
		}
		all = append(all, c)
	}
	return curveOf(name, all, metric, summary)
}
