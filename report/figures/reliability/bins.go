package reliability

import "gpcbench/harness/record"

// pooled adds up the tenths of repeats, the first of all and so on, or their equal bins where a record
// has no tenths. Bins without rows are left out.
func pooled(records []record.Record) (bins []record.Bin, tenths bool) {
	tenths = true
	for _, r := range records {
		tenths = tenths && len(r.Tenths) > 0 && len(r.Tenths) == len(records[0].Tenths)
	}
	var all []record.Bin
	for _, r := range records {
		of := r.Calibration
		if tenths {
			of = r.Tenths
		}
		for i, b := range of {
			if i == len(all) {
				all = append(all, record.Bin{})
			}
			all[i] = joined(all[i], b)
		}
	}
	for _, b := range all {
		if b.Count > 0 {
			bins = append(bins, b)
		}
	}
	return bins, tenths
}

// joined is two bins as one.
func joined(a, b record.Bin) record.Bin {
	n, m := float64(a.Count), float64(b.Count)
	if n+m == 0 {
		return a
	}
	return record.Bin{Count: a.Count + b.Count, Confidence: (n*a.Confidence + m*b.Confidence) / (n + m), Accuracy: (n*a.Accuracy + m*b.Accuracy) / (n + m)}
}
