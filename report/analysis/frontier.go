package analysis

import "math"

// Frontier returns, by name, the share of points of time, even in their logarithms, at
// which a curve of that name has the best value, from when curves of all names have begun.
// Names that are equal share a point. The value at the end of a fit remains.
func Frontier(curves []Curve, higherIsBetter bool) map[string]float64 {
	names := map[string]bool{}
	for _, c := range curves {
		names[c.Name] = true
	}
	shares := map[string]float64{}
	total := 0.0
	for _, t := range TimeRange(curves).Moments() {
		leaders := leadersAt(curves, t, higherIsBetter, len(names))
		for _, leader := range leaders {
			shares[leader] += 1 / float64(len(leaders))
		}
		if len(leaders) > 0 {
			total++
		}
	}
	for name := range shares {
		shares[name] /= total
	}
	return shares
}

// leadersAt are the names whose best value at a time is the best of all; none where fewer names
// than given have begun.
func leadersAt(curves []Curve, t float64, higherIsBetter bool, names int) []string {
	best := map[string]float64{}
	top := math.NaN()
	better := func(v, than float64) bool { return v != than && (v > than) == higherIsBetter }
	for _, c := range curves {
		if c.X[0] > t {
			continue
		}
		v := Trace{c.X, c.Y}.At(t)
		if own, begun := best[c.Name]; !begun || better(v, own) {
			best[c.Name] = v
		}
		if math.IsNaN(top) || better(v, top) {
			top = v
		}
	}
	if len(best) < names {
		return nil
	}
	var leaders []string
	for name, v := range best {
		if v == top {
			leaders = append(leaders, name)
		}
	}
	return leaders
}
