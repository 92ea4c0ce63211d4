package analysis

import "math"

// Frontier returns, by name, the share of points of time, even in their logarithms, at
// which a curve of that name has the best value. The value at the end of a fit remains.
func Frontier(curves []Curve, higherIsBetter bool) map[string]float64 {
	time := TimeRange(curves)
	shares := map[string]float64{}
	total := 0.0
	for n := range gridPoints {
		t := time.Low * math.Pow(time.High/time.Low, float64(n)/(gridPoints-1)) * (1 + 1e-12)
		leader, best := "", math.NaN()
		for _, c := range curves {
			if c.X[0] > t {
				continue
			}
			v := steps{c.X, c.Y}.at(t)
			if leader == "" || v != best && (v > best) == higherIsBetter {
				leader, best = c.Name, v
			}
		}
		if leader != "" {
			shares[leader]++
			total++
		}
	}
	for name := range shares {
		shares[name] /= total
	}
	return shares
}
