package record

// PoolBins pools the bins of several fits: all first bins, all second bins and so on.
func PoolBins(fits [][]Bin) (out []Bin) {
	for _, bins := range fits {
		for i, b := range bins {
			if i == len(out) {
				out = append(out, Bin{})
			}
			out[i] = out[i].with(b)
		}
	}
	return out
}

// with merges two bins.
func (a Bin) with(b Bin) Bin {
	n, m := float64(a.Count), float64(b.Count)
	if n+m == 0 {
		return a
	}
	return Bin{Count: a.Count + b.Count, Confidence: (n*a.Confidence + m*b.Confidence) / (n + m), Accuracy: (n*a.Accuracy + m*b.Accuracy) / (n + m)}
}
