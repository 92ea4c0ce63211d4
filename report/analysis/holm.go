package analysis

// holm returns p-values adjusted for the number of tests (Holm 1979).
func holm(p []float64) []float64 {
	out := make([]float64, len(p))
	highest := 0.0
	for i, at := range ascending(p) {
		highest = max(highest, min(1, float64(len(p)-i)*p[at]))
		out[at] = highest
	}
	return out
}
