package reliability

import "gpcbench/harness/record"

// pooled adds up the tenths of repeats, the first of all and so on, or their equal bins where a record
// has no tenths. Bins without rows are left out.
func pooled(records []record.Record) (bins []record.Bin, tenths bool) {
	tenths = true
	var equal, shares [][]record.Bin
	for _, r := range records {
		d := r.Details()
		equal, shares = append(equal, d.Calibration), append(shares, d.Tenths)
		tenths = tenths && len(d.Tenths) > 0 && len(d.Tenths) == len(shares[0])
	}
	all := equal
	if tenths {
		all = shares
	}
	for _, b := range record.PoolBins(all) {
		if b.Count > 0 {
			bins = append(bins, b)
		}
	}
	return bins, tenths
}
