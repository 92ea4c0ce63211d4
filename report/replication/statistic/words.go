package statistic

import (
	"fmt"
	"math"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// Terms is a claim with what a reader calls its metric, methods and those that they are held against.
type Terms struct {
	Claim
	Metric, Methods, Than string
}

// TermsOf calls things by their names: thanVariant is the title of the variant of those that
// methods are held against, where that is another.
func TermsOf(c Claim, m metrics.Metric, thanVariant string) Terms {
	metric, _, _ := strings.Cut(m.Axis, " (")
	than := strings.TrimSpace(wording.And(c.Than) + " " + thanVariant)
	if c.ThanPublished != "" {
		than += " as published"
	}
	return Terms{c, wording.Inner(metric), wording.And(c.Methods), than}
}

// difference is by how much methods are better than others.
func difference(n Terms) string {
	less, more := n.Methods, n.Than
	if metrics.Get(n.Claim.Metric).HigherIsBetter {
		less, more = more, less
	}
	return fmt.Sprintf("%s of %s less that of %s", n.Metric, more, less)
}

// Row is a value with its interval as a table has them; interval is empty where there is none.
func (s Statistic) Row(value, low, high float64) (ours, interval string) {
	write := func(x float64) string { return wording.Short(x, 2) }
	switch {
	case s.Logs:
		write = analysis.RatioEnd
		if high < 1.25*low { // 1.01 and not 1.0
			write = func(x float64) string { return wording.Short(x, 3) }
		}
	case !math.IsNaN(low):
		decimals := analysis.Decimals(analysis.Summary{Value: value, SE: (high - low) / 4})
		write = func(x float64) string { return wording.Fixed(x, decimals) }
	}
	if !math.IsNaN(low) {
		interval = fmt.Sprintf("[%s, %s]", write(low), write(high))
	}
	return write(value), interval
}
