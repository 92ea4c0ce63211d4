package report

import (
	"fmt"
	"math"
	"slices"

	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// heading is the title with what the block is for.
func heading(b *analysis.Table) string {
	text := b.Title
	if b.Variant != "" {
		text += ", " + b.Variant
	}
	if len(b.At) > 0 {
		text += ": " + analysis.Describe(b.At)
	}
	return text
}

// busyMark stands behind wall times that are too long because the machine was
// busy.
const busyMark = "†"

// texts is what an entry says, in pieces that the forms put together.
type texts struct {
	value    string // "0.234"
	spread   string // "0.071", meant as the paper's; or empty
	interval string // "[0.18, 0.28]", or empty
	count    string // "9 repeats, 1 failed", or empty if as usual
	paper    string // "0.23 ± 0.07", or empty
	verdict  string // "reproduced", or "time ratio 0.5", or empty
	best     bool
}

// textsOf writes an entry of table b.
func textsOf(b *analysis.Table, e analysis.Entry, plusMinus string) texts {
	s := e.Summary
	out := texts{best: e.Best}
	failed := len(e.Group.Failures)
	switch {
	case s.N > 0:
		d := analysis.Decimals(s)
		out.value = wording.Fixed(s.Value, d)
		if e.Busy {
			out.value += busyMark
		}
		if e.HasInterval() {
			out.interval = "[" + wording.Fixed(s.Low, d) + ", " + wording.Fixed(s.High, d) + "]"
		}
		if x := spread(b, s); !math.IsNaN(x) && e.Published != nil && e.Published.Spread != "" {
			out.spread = wording.Fixed(x, d)
		}
	case len(e.Group.OK) > 0:
		out.value = "n/a" // the records do not have this metric
	case failed > 0:
		out.value = "failed"
	case e.NoData:
		out.value = analysis.NoData
	case e.Group.Planned > len(e.Group.OK):
		out.value = analysis.NotRun
	default:
		out.value = "–"
	}
	if s.N > 0 && s.N != b.Repeats {
		out.count = wording.Plural(s.N, "repeat")
	}
	if failed > 0 {
		if out.count != "" {
			out.count += ", "
		}
		out.count += fmt.Sprintf("%d of %d failed", failed, e.Group.Planned)
	}
	if e.Published != nil {
		out.paper = e.Published.Value
		if e.Published.Spread != "" {
			out.paper += plusMinus + e.Published.Spread
		}
	}
	if v := e.Verdict; v != nil {
		switch {
		case v.Ratio != nil:
			out.verdict = "ratio " + wording.Short(*v.Ratio, 2)
		case v.Verdict != out.value:
			out.verdict = v.Verdict
		}
	}
	return out
}

// spread returns our spread in the meaning of the paper's.
func spread(b *analysis.Table, s analysis.Summary) float64 {
	if b.Published == nil {
		return math.NaN()
	}
	switch b.Published.Spread {
	case analysis.SpreadSD:
		return s.SD
	case analysis.SpreadSE:
		return s.SE
	case analysis.SpreadMedian:
		return 2 * s.SE
	case analysis.SpreadTwoSD:
		return 2 * s.SD
	}
	return math.NaN()
}

// caption says what the numbers of a table mean, as far as it has such numbers.
func caption(b *analysis.Table) string {
	kind := "Mean"
	if b.Summary == "median" {
		kind = "Median"
	}
	c := kind + " over repeats"
	several := b.Has(func(e analysis.Entry) bool { return e.Summary.N > 1 })
	if !several {
		c = "One repeat"
	}
	if several && b.Published != nil {
		switch b.Published.Spread {
		case analysis.SpreadSD:
			c += " ± standard deviation over repeats, as in the paper"
		case analysis.SpreadSE:
			c += " ± standard error, as in the paper"
		case analysis.SpreadMedian:
			c += " ± half the 2 sigma interval, as in the paper"
		case analysis.SpreadTwoSD:
			c += " ± two standard deviations over repeats, as in the paper"
		}
	}
	if b.Has(analysis.Entry.HasInterval) {
		c += ", with the 95% interval in brackets"
	}
	if several {
		c += "; " + wording.Plural(b.Repeats, "repeat")
		if b.Has(func(e analysis.Entry) bool { return e.Summary.N > 0 && e.Summary.N != b.Repeats }) {
			c += " unless a cell says otherwise"
		}
	}
	if b.Has(func(e analysis.Entry) bool { return e.Summary.Single && e.HasInterval() }) {
		c += "; where there is one split the interval is that of its test rows"
	}
	if slices.Contains(b.Rows.Values, analysis.AverageRow) {
		c += "; the last row is the mean over the data sets, within each repeat"
	}
	c += "."
	if b.Has(func(e analysis.Entry) bool { return e.Best }) {
		c += " The best of a row is bold."
	}
	if b.Has(func(e analysis.Entry) bool { return e.Busy }) {
		c += " " + busyMark + " the machine was busy, and the time is too long."
	}
	return c
}
