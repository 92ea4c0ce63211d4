package analysis

import (
	"math"

	"gpcbench/harness/record"
)

// ReliabilityBins is the number of equal bins of the largest probability.
const ReliabilityBins = 15

// Pool adds up the bins of repeats.
func Pool(records []record.Record) []record.Bin {
	bins := make([]record.Bin, ReliabilityBins)
	for _, r := range records {
		for _, b := range r.Calibration {
			if b.Count == 0 {
				continue
			}
			i := min(max(int(b.Confidence*ReliabilityBins), 0), ReliabilityBins-1) // a bin has its lower edge, the last both
			n := float64(b.Count)
			bins[i].Count += b.Count
			bins[i].Confidence += n * b.Confidence
			bins[i].Accuracy += n * b.Accuracy
		}
	}
	for i := range bins {
		if n := float64(bins[i].Count); n > 0 {
			bins[i].Confidence /= n
			bins[i].Accuracy /= n
		}
	}
	return bins
}

// Wilson returns the 95% interval of Wilson (1927) for a share of n rows.
func Wilson(share float64, n int) (low, high float64) {
	const z = 1.959963984540054
	m := float64(n)
	centre := share + z*z/(2*m)
	half := z * math.Sqrt(share*(1-share)/m+z*z/(4*m*m))
	return (centre - half) / (1 + z*z/m), (centre + half) / (1 + z*z/m)
}
