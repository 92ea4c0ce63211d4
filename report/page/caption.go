package page

import (
	"fmt"
	"slices"

	"gpcbench/analysis"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// spread returns the number after the ± of a value, and its name: over repeats the paper's spread or else
// the standard deviation; for one split the standard error over its test rows.
func spread(b *replication.Table, s analysis.Summary) (float64, string) {
	if s.N == 1 {
		return s.SE, "standard error over its test rows"
	}
	if b.Published != nil {
		if of, known := replication.Spreads[b.Published.Spread]; known {
			return of.Ours(s), of.Caption + ", as in the paper"
		}
	}
	return s.SD, "standard deviation"
}

// caption says what the numbers of a table mean, as far as it has such numbers.
func caption(b *replication.Table) string {
	c, n := "No fit is done", 1
	switch {
	case b.Has(func(e replication.Entry) bool { return e.Summary.N > 1 }):
		c, n = fmt.Sprintf("%s over %s", wording.Capital(b.Summary), wording.Plural(b.Repeats, "repeat")), 2
	case b.Has(func(e replication.Entry) bool { return e.Summary.N == 1 }):
		c = "One repeat"
	}
	if b.Has(func(e replication.Entry) bool { return e.Summary.N >= n && hasSpread(b, e) }) {
		_, name := spread(b, analysis.Summary{N: n})
		c += " ± " + name
	}
	if n > 1 && b.Has(func(e replication.Entry) bool { return e.Summary.N == 1 && hasSpread(b, e) }) {
		_, name := spread(b, analysis.Summary{N: 1})
		c += ", of 1 repeat ± " + name
	}
	if slices.Contains(b.Rows.Values, analysis.AverageRow) {
		c += "; the last row is the mean over the data sets, within each repeat"
	}
	c += "."
	for _, mark := range document.Marks {
		if b.Has(func(e replication.Entry) bool { return follows(mark, e) }) {
			c += " " + mark.Sign + " " + mark.Means + "."
		}
	}
	return c
}

// hasSpread says whether an entry has something behind ±: a deviation of 0 is not written.
func hasSpread(b *replication.Table, e replication.Entry) bool {
	x, _ := spread(b, e.Summary)
	return e.Summary.N > 0 && x > 0 // false of NaN
}
