package replication

import (
	"gpcbench/harness/metrics"
	"gpcbench/report/analysis"
)

// TimeRatio is how many times as long one method trains as another, by our
// times and by the paper's.
type TimeRatio struct {
	Row          string // of the table, and what its block is for
	Slow, Fast   string // labels; the ratio is the time of slow over that of fast
	Ours, Papers float64
	Busy         bool // one of ours is too long
}

// TimeRatios compares the training times of every column with the first one, in
// the rows where the paper has both times and we do.
func (b *Table) TimeRatios() []TimeRatio {
	var out []TimeRatio
	if b.Cols.Key != "label" || b.Published == nil {
		return nil
	}
	for _, m := range b.Blocks {
		if of := metrics.Get(m.Metric); !of.TrainingTime || !of.Wall {
			continue
		}
		for i, entries := range m.Entries {
			row := b.Rows.Values[i]
			if len(b.At) > 0 {
				row += ", " + analysis.Describe(b.At)
			}
			for j, e := range entries[1:] {
				ours, papers, ok := e.timesOver(entries[0])
				if ok {
					out = append(out, TimeRatio{row, b.Cols.Values[j+1], b.Cols.Values[0], ours, papers, e.Busy || entries[0].Busy})
				}
			}
		}
	}
	return out
}

// timesOver returns the ratio of an entry's time to that of another, ours and
// the paper's; false if one of the four is missing.
func (e Entry) timesOver(other Entry) (ours, papers float64, ok bool) {
	if e.Published == nil || other.Published == nil || e.Summary.N == 0 || other.Summary.N == 0 {
		return 0, 0, false
	}
	slow, isNumber := e.Published.Number()
	fast, areNumbers := other.Published.Number()
	return e.Summary.Value / other.Summary.Value, slow / fast, isNumber && areNumbers && fast > 0
}
