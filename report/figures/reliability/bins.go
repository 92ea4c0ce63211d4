package reliability

import (
	"math"
	"slices"

	"gpcbench/harness/record"
)

// pool adds up the bins of repeats, the first of all and so on. Records have all bins, also
// those without rows: the rounded mean of a bin's confidences may lie below its lower edge.
func pool(records []record.Record) []record.Bin {
	bins := make([]record.Bin, record.CalibrationBins)
	for _, r := range records {
		for i, b := range r.Calibration {
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

// tenths adds up the tenths of repeats, the first of all and so on; nil unless all records
// have them.
func tenths(records []record.Record) []record.Bin {
	var out []record.Bin
	for i, r := range records {
		if len(r.Tenths) == 0 || i > 0 && len(r.Tenths) != len(out) {
			return nil
		}
		if i == 0 {
			out = slices.Clone(r.Tenths)
			continue
		}
		for k, b := range r.Tenths {
			out[k] = joined(out[k], b)
		}
	}
	return out
}

// joined is two bins as one.
func joined(a, b record.Bin) record.Bin {
	n, m := float64(a.Count), float64(b.Count)
	return record.Bin{Count: a.Count + b.Count, Confidence: (n*a.Confidence + m*b.Confidence) / (n + m), Accuracy: (n*a.Accuracy + m*b.Accuracy) / (n + m)}
}

// wilson returns the 95% interval of Wilson (1927) for a share of n rows.
func wilson(share float64, n int) (low, high float64) {
	const z = 1.959963984540054 // 97.5% of a normal distribution lie below
	m := float64(n)
	centre := share + z*z/(2*m)
	half := z * math.Sqrt(share*(1-share)/m+z*z/(4*m*m))
	return (centre - half) / (1 + z*z/m), (centre + half) / (1 + z*z/m)
}
