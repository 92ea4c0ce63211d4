package statistic

import (
	"fmt"
	"math"
	"strings"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/wording"
)

// Terms is a claim with readable names of its metric, its methods and those that they are compared with.
type Terms struct {
	Claim
	Metric, Methods, Than string
}

// TermsOf returns these names; thanVariant is the title of the variant of the methods that are
// compared with, if it is a different one.
func TermsOf(c Claim, thanVariant string) Terms {
	metric, _, _ := strings.Cut(metrics.Get(c.Metric).Axis, " (")
	than := strings.TrimSpace(wording.And(c.Than) + " " + thanVariant)
	if c.ThanPublished != "" {
		than += " as published"
	}
	return Terms{c, wording.Inner(metric), wording.And(c.Methods), than}
}

// Row is a value with its interval as a table has them; interval is empty where there is none. Where
// the value may be anything there is a dash alone.
func (s Statistic) Row(value, low, high float64) (ours, interval string) {
	if math.IsNaN(value) {
		return "–", ""
	}
	if !s.Logs {
		return analysis.Written(value, low, high)
	}
	write := analysis.RatioEnd
	if high < 1.25*low { // 1.01 and not 1.0
		write = func(x float64) string { return wording.Short(x, 3) }
	}
	if !math.IsNaN(low) {
		interval = fmt.Sprintf("[%s, %s]", write(low), write(high))
	}
	return write(value), interval
}

// Claimed is the range that the claim states: "at least 10", "within ±0.01".
func (s Statistic) Claimed(c Claim) string {
	r := s.Region(c)
	write := func(x float64) string { return wording.Grouped(s.Value(x)) }
	text := "at least " + write(r.low)
	switch bounded := !unbounded(r.high); {
	case bounded && unbounded(r.low) && r.open:
		text = "below " + write(r.high)
	case bounded && unbounded(r.low):
		text = "at most " + write(r.high)
	case bounded && r.low == -r.high:
		text = "within ±" + write(r.high)
	case bounded:
		text = "from " + write(r.low) + " to " + write(r.high)
	case r.open:
		text = "above " + write(r.low)
	}
	if s.Unit != nil {
		text += s.Unit(c)
	}
	if c.Most {
		text += ", in most cases"
	}
	return text
}
