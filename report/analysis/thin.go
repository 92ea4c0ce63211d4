package analysis

import "math"

// Thin chooses points of a curve that keep its shape: the first, the last, and those
// without which straight lines between the chosen points would miss a value by more than a
// tolerance (Ramer 1972, Douglas and Peucker 1973, with vertical distances). Where these
// are more than most, the tolerance grows by halves. Points are taken to be evenly spaced,
// as those of a Curve are on a log axis; indices are returned.
func Thin(y []float64, tolerance float64, most int) []int {
	for {
		chosen := make([]bool, len(y))
		thin(y, 0, len(y)-1, tolerance, func(i int) { chosen[i] = true })
		var out []int
		for i, c := range chosen {
			if c {
				out = append(out, i)
			}
		}
		if len(out) <= max(2, most) {
			return out
		}
		tolerance = max(1.5*tolerance, math.SmallestNonzeroFloat32)
	}
}

// thin chooses the ends of a piece, and if the line between them misses a value in
// between, those of both pieces to its sides.
func thin(y []float64, first, last int, tolerance float64, choose func(int)) {
	choose(first)
	choose(last)
	worst, at := tolerance, -1
	for i := first + 1; i < last; i++ {
		line := y[first] + (y[last]-y[first])*float64(i-first)/float64(last-first)
		if miss := math.Abs(y[i] - line); miss > worst {
			worst, at = miss, i
		}
	}
	if at >= 0 {
		thin(y, first, at, tolerance, choose)
		thin(y, at, last, tolerance, choose)
	}
}
