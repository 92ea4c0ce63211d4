package schema

import (
	"math"

	"gpcbench/data/heuristics"
)

// mostExtremes is how many of the lowest and of the highest numbers of a column are kept apart.
const mostExtremes = 3

// Extreme is one of the lowest or highest numbers, and where it occurs.
type Extreme struct {
	Value float64
	At    First
}

// Spread is the spread of a column's numbers without the farthest: the mean and the sum of squares
// about it, updated as by Welford (1962).
type Spread struct {
	Lowest, Highest []Extreme // the farthest first
	N               int       // of the others
	Mean, Squares   float64
}

// add counts a number.
func (s *Spread) add(v float64, at place) {
	if n := len(s.Highest); n == mostExtremes && v <= s.Highest[n-1].Value {
		if n := len(s.Lowest); n == mostExtremes && v >= s.Lowest[n-1].Value {
			s.count(v)
			return
		}
	}
	e := Extreme{Value: v}
	e.At.see(at, nil, v)
	out, full := keep(&s.Highest, e, func(a, b float64) bool { return a > b })
	if !full {
		return
	}
	if out, full = keep(&s.Lowest, out, func(a, b float64) bool { return a < b }); full {
		s.count(out.Value)
	}
}

// keep inserts a number into a list of the farthest. full says that the list was full, and out is
// the number left over.
func keep(list *[]Extreme, e Extreme, farther func(a, b float64) bool) (out Extreme, full bool) {
	for i, other := range *list {
		if farther(e.Value, other.Value) {
			(*list)[i], e = e, other
		}
	}
	if len(*list) < mostExtremes {
		*list = append(*list, e)
		return e, false
	}
	return e, true
}

// count counts a number among the others.
func (s *Spread) count(v float64) {
	s.N++
	d := v - s.Mean
	s.Mean += d / float64(s.N)
	s.Squares += d * (v - s.Mean)
}

// placeholder returns the lowest or highest number, as first written, and where it occurs, if it is one that programs
// write for a missing value and is apart from the others; "" if neither is.
func (c *Column) placeholder() (text string, at First) {
	for _, end := range [][]Extreme{c.Spread.Lowest, c.Spread.Highest} {
		if len(end) == 0 || !heuristics.Placeholder(end[0].Value) {
			continue
		}
		v, gap, low, high := end[0].Value, math.Inf(1), math.Inf(1), math.Inf(-1)
		for other := range c.Values {
			if other != v {
				gap, low, high = min(gap, math.Abs(other-v)), min(low, other), max(high, other)
			}
		}
		if written, kept := c.Values[v]; kept && heuristics.Apart(gap, high-low) {
			return written, end[0].At
		}
	}
	return "", at
}

// leastSpread is how many other numbers are needed to say that one is far from them.
const leastSpread = 10

// farOut returns the number farthest from all others, the spread of these, and whether it is so far
// that they hardly differ on its scale.
func (s *Spread) farOut() (far Extreme, spread float64, is bool) {
	if s.N < leastSpread {
		return far, 0, false
	}
	spread = math.Sqrt(s.Squares / float64(s.N))
	most := 0.0
	for _, list := range [][]Extreme{s.Lowest, s.Highest} {
		for _, e := range list {
			if d := math.Abs(e.Value - s.Mean); d > most {
				most, far = d, e
			}
		}
	}
	return far, spread, heuristics.FarOut(most, spread)
}
