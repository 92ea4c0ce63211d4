package replication

import (
	"math"

	"gpcbench/report/analysis"
)

// Spread is a kind of what stands behind +- in a paper.
type Spread struct {
	Name    string                           // "the standard error of the mean"
	Caption string                           // as a caption has it, "standard error"
	Ours    func(s analysis.Summary) float64 // that of our numbers

	se func(spread, repeats float64) float64 // the standard error that it means
}

// Spreads are the kinds there are. The standard error of a median is that of normal numbers,
// sqrt(pi/2) times that of their mean.
var Spreads = map[string]Spread{
	"sd": {
		"the standard deviation over repeats", "standard deviation over repeats", func(s analysis.Summary) float64 { return s.SD },
		func(s, n float64) float64 { return s / math.Sqrt(n) },
	},
	"se": {
		"the standard error of the mean", "standard error", func(s analysis.Summary) float64 { return s.SE },
		func(s, _ float64) float64 { return s },
	},
	"median-interval": {
		"half the 2 sigma interval of the median", "half the 2 sigma interval", func(s analysis.Summary) float64 { return 2 * s.SE },
		func(s, _ float64) float64 { return s / 2 },
	},
	"median-2sd": {
		"two standard deviations over repeats", "two standard deviations over repeats", func(s analysis.Summary) float64 { return 2 * s.SD },
		func(s, n float64) float64 { return math.Sqrt(math.Pi/2) * s / 2 / math.Sqrt(n) },
	},
}
