package statistic

import (
	"fmt"
	"math"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// joined writes labels as a sentence has them.
var joined = wording.And

// name is a metric as a sentence begins with it, without its unit.
func name(m metrics.Metric) string {
	text, _, _ := strings.Cut(m.Axis, " (")
	return text
}

// saysDifference says by how much a metric of methods is lower or higher than that of others.
func saysDifference(e Estimate) string {
	lower, higher := "lower", "higher"
	if e.Metric.HigherIsBetter {
		lower, higher = higher, lower
	}
	word, difference := sized(e, lower, higher)
	return fmt.Sprintf("%s of %s %s than that of %s by %s", name(e.Metric), e.methods(), word, e.than(), difference)
}

// sized writes a difference without its sign, which a word tells.
func sized(e Estimate, positive, negative string) (word, difference string) {
	if e.Value < 0 {
		return negative, differenceText(negated(e))
	}
	return positive, differenceText(e)
}

// differenceText writes a difference with its interval.
func differenceText(e Estimate) string {
	return analysis.TTest{Mean: e.Value, Low: e.Low, High: e.High}.String()
}

// ratioText writes a ratio with its interval, with a third digit where that is narrow: 1.01
// [0.97, 1.06], and not 1.0 [0.97, 1.1].
func ratioText(e Estimate) string {
	write := analysis.RatioEnd
	if e.High < 1.25*e.Low {
		decimals := max(0, 2-int(math.Floor(math.Log10(e.Value))))
		write = func(x float64) string { return wording.Fixed(x, decimals) }
	}
	return interval(e, write)
}

// interval writes a value with its interval, where it has one.
func interval(e Estimate, write func(float64) string) string {
	if math.IsNaN(e.Low) {
		return write(e.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", write(e.Value), write(e.Low), write(e.High))
}

// negated is a difference seen from the other side.
func negated(e Estimate) Estimate {
	e.Value, e.Low, e.High = -e.Value, -e.High, -e.Low
	return e
}

// inverted is a ratio seen from the other side.
func inverted(e Estimate) Estimate {
	e.Value, e.Low, e.High = 1/e.Value, 1/e.High, 1/e.Low
	return e
}
