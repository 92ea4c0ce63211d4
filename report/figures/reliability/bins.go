package reliability

import "gpcbench/harness/record"

// pooled adds up the tenths of repeats, the first of all and so on, or their equal bins where a record
// has no tenths. Bins without rows are left out.
func pooled(records []record.Record) (bins []record.Bin, tenths bool) {
	tenths = true
	for _, r := range records {
		tenths = tenths && len(r.Tenths) > 0 && len(r.Tenths) == len(records[0].Tenths)
	}
	var all [][]record.Bin
	for _, r := range records {
		of := r.Calibration
		if tenths {
			of = r.Tenths
		}
		all = append(all, of)
	}
	for _, b := range record.PoolBins(all) {
		if b.Count > 0 {
			bins = append(bins, b)
		}
	}
	return bins, tenths
}
