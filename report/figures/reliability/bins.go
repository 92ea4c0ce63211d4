package reliability

import (
	"slices"

	"gpcbench/harness/record"
)

// pool adds up the bins of repeats, the first of all and so on. Records have all bins, also
// those without rows: the rounded mean of a bin's confidences may lie below its lower edge.
func pool(records []record.Record) []record.Bin {
	bins := make([]record.Bin, record.CalibrationBins)
	for _, r := range records {
		for i, b := range r.Calibration {
			bins[i] = joined(bins[i], b)
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
	if n+m == 0 {
		return a
	}
	return record.Bin{Count: a.Count + b.Count, Confidence: (n*a.Confidence + m*b.Confidence) / (n + m), Accuracy: (n*a.Accuracy + m*b.Accuracy) / (n + m)}
}
