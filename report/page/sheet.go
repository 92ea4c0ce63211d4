package page

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"gpcbench/report/document"
	"gpcbench/report/replication"
)

// sheetHead names the columns that every line has, after the coordinates.
var sheetHead = []string{
	"metric", "summary", "repeats", "planned", "failed", "value", "sd", "se", "low95", "high95", "best",
	"published_metric", "published", "published_spread", "published_se", "difference", "tolerance", "ratio", "verdict", "note",
}

// sheetOf returns the blocks of one table with all numbers, a line for each cell.
func sheetOf(blocks []replication.Table) document.Sheet {
	keys := map[string]bool{}
	for _, b := range blocks {
		for _, e := range b.All() {
			for key := range e.Group.At {
				keys[key] = true
			}
		}
	}
	names := slices.Sorted(maps.Keys(keys))
	out := document.Sheet{Head: append(slices.Clone(names), sheetHead...)}
	for _, b := range blocks {
		for _, m := range b.Blocks {
			for _, e := range slices.Concat(m.Entries...) {
				var fields []string
				for _, key := range names {
					fields = append(fields, e.Group.At[key])
				}
				out.Lines = append(out.Lines, append(fields, numbersOf(&b, m.Metric, e)...))
			}
		}
	}
	return out
}

// numbersOf returns all numbers of an entry.
func numbersOf(b *replication.Table, metric string, e replication.Entry) []string {
	s := e.Summary
	fields := []string{
		metric, b.Summary, strconv.Itoa(s.N), strconv.Itoa(e.Group.Planned), strconv.Itoa(len(e.Group.Failures)),
		number(s.Value), number(s.SD), number(s.SE), number(s.Low), number(s.High), strconv.FormatBool(e.Best),
	}
	if e.Published != nil {
		fields = append(fields, e.Published.Metric, e.Published.Value, e.Published.Spread)
	}
	if v := e.Verdict; v != nil {
		difference := math.NaN()
		if x, ok := e.Published.Number(); ok {
			difference = s.Value - x
		}
		fields = append(fields, number(b.Published.SE(*e.Published)), number(difference), ifKnown(v.Tolerance), ifKnown(v.Ratio), v.Verdict, v.Note)
	}
	return append(fields, make([]string, len(sheetHead)-len(fields))...)
}

// ifKnown writes a number that is not always there.
func ifKnown(x *float64) string {
	if x == nil {
		return ""
	}
	return number(*x)
}

// number writes a number so that it reads back the same; NaN is empty.
func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
