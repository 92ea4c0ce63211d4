package page

import (
	"slices"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// spread is what stands behind the ± of a value, and its name: over repeats what the paper means by
// it, or else the standard deviation; of one split the standard error over its test rows.
func spread(b *replication.Table, s analysis.Summary) (float64, string) {
	if s.N == 1 {
		return s.SE, "standard error over its test rows"
	}
	if b.Published != nil {
		if of, known := replication.Spreads[b.Published.Spread]; known {
			return of.Ours(s), of.Caption + ", as in the paper"
		}
	}
	return s.SD, "standard deviation over repeats"
}

// caption says what the numbers of a table mean, as far as it has such numbers.
func caption(b *replication.Table) string {
	c := "No fit is done"
	switch {
	case b.Has(func(e replication.Entry) bool { return e.Summary.N > 1 }):
		c = repeatsText(b)
	case b.Has(func(e replication.Entry) bool { return hasSpread(b, e) }):
		c = "One repeat ± standard error over its test rows"
	case b.Has(func(e replication.Entry) bool { return e.Summary.N == 1 }):
		c = "One repeat"
	}
	if slices.Contains(b.Rows.Values, analysis.AverageRow) {
		c += "; the last row is the mean over the data sets, within each repeat"
	}
	c += "."
	if b.Has(func(e replication.Entry) bool { return e.Busy }) {
		c += " " + document.BusyMark + " the machine was busy, and the time is too long."
	}
	if b.Has(func(e replication.Entry) bool { return e.WorseThanShares }) {
		c += " " + document.SharesMark + " worse than the shares of the classes or labels alone."
	}
	return c
}

// repeatsText says what numbers over several repeats are, and how many repeats there are.
func repeatsText(b *replication.Table) string {
	c := "Mean over repeats"
	if b.Summary == "median" {
		c = "Median over repeats"
	}
	if b.Has(func(e replication.Entry) bool { return e.Summary.N > 1 && hasSpread(b, e) }) {
		_, name := spread(b, analysis.Summary{N: 2})
		c += " ± " + name
	}
	c += "; " + wording.Plural(b.Repeats, "repeat")
	if b.Has(func(e replication.Entry) bool { return e.Summary.N > 0 && e.Summary.N != b.Repeats }) {
		c += " unless a cell says otherwise"
	}
	return c
}

// hasSpread says whether an entry has something behind ±: a deviation of 0 is not written.
func hasSpread(b *replication.Table, e replication.Entry) bool {
	x, _ := spread(b, e.Summary)
	return e.Summary.N > 0 && x > 0 // false of NaN
}
