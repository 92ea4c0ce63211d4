package statistics

import "math"

// AgainstBest compares a method with others over data sets, by multiple comparisons with the
// best (Hsu 1984).
type AgainstBest struct {
	T     float64 // the largest of its paired t over the others; above 0 where its loss is the higher
	P     float64 // of so large a T, under flips of the signs of whole data sets
	Upper float64 // the largest one-sided 95% bound of how far its loss is above another
}

// enumerated is the number of data sets up to which all flips are tried; beyond as many are drawn.
const enumerated = 16

// NewAgainstBest compares the losses of a method, one for each data set, with those of others on the
// same two or more data sets. A flip is the same for all others, which keeps what their differences
// have in common. With P below 0.05 the method is worse than the best of the others, whichever that
// is. With Upper below a margin it is within the margin of all of them. This needs no correction,
// since every single bound must be below it (an intersection-union test).
func NewAgainstBest(own []float64, others [][]float64) AgainstBest {
	n := float64(len(own))
	out := AgainstBest{T: math.Inf(-1), Upper: math.Inf(-1)}
	var differences [][]float64
	var squares []float64
	half := StudentQuantile(Level, n-1) / math.Sqrt(n*(n-1))
	for _, other := range others {
		d, total, ofSquares := make([]float64, len(own)), 0.0, 0.0
		for i := range d {
			d[i] = own[i] - other[i]
			total, ofSquares = total+d[i], ofSquares+d[i]*d[i]
		}
		differences, squares = append(differences, d), append(squares, ofSquares)
		out.T = max(out.T, pairedT(total, ofSquares, n))
		out.Upper = max(out.Upper, total/n+half*math.Sqrt(max(0, ofSquares-total*total/n)))
	}
	far, of := 0., 0.
	for signs := range Signs(len(own), 1<<enumerated) {
		largest := math.Inf(-1)
		for j, d := range differences {
			total := 0.0
			for i, s := range signs {
				total += s * d[i]
			}
			largest = max(largest, pairedT(total, squares[j], n))
		}
		if of++; largest >= out.T-1e-9*math.Abs(out.T) || largest == out.T {
			far++
		}
	}
	if len(own) > enumerated { // the data as they are, which are one of all flips, are none of the drawn ones
		far, of = far+1, of+1
	}
	out.P = far / of
	return out
}

// pairedT is the t of n differences by their sum and the sum of their squares, infinite where all
// are the same but for rounding, and 0 where all are 0.
func pairedT(total, squares, n float64) float64 {
	variance := (squares - total*total/n) / (n - 1)
	switch {
	case total == 0:
		return 0
	case variance <= 1e-12*squares:
		return math.Copysign(math.Inf(1), total)
	}
	return total / math.Sqrt(n*variance)
}
