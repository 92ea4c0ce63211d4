package analysis

import "gpcbench/harness/record"

// NewDifference is the curve of the differences of - than in a metric, repeat by repeat:
// what a fold does to both goes out. It begins where both have a first point, and is not
// there where no repeat has both, or both are flat.
func NewDifference(name string, of, than []record.Record, x, metric, summary string) (Curve, bool) {
	byRepeat := map[int]steps{}
	for _, r := range than {
		byRepeat[r.Repeat] = shownSteps(r, x, metric)
	}
	var all []course
	for _, r := range of {
		a, b := shownSteps(r, x, metric), byRepeat[r.Repeat]
		if len(a.x) == 0 || len(b.x) == 0 || len(a.x) == 1 && len(b.x) == 1 {
			continue
		}
		c := course{at: func(t float64) float64 { return a.at(t) - b.at(t) }}
		for _, s := range []steps{a, b} {
			if len(s.x) > 1 { // a flat one is there at any time
				c.start, c.end = max(c.start, s.x[0]), max(c.end, s.x[len(s.x)-1])
			}
		}
		all = append(all, c)
	}
	return curveOf(name, all, metric, summary)
}
