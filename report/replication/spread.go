package replication

import (
	"math"

	"gpcbench/report/analysis"
)

// Spread is a kind of what stands behind +- in a paper.
type Spread struct {
	Caption string                           // as a caption has it, "standard error"
	Ours    func(s analysis.Summary) float64 // that of our numbers

	se func(spread, repeats float64) float64 // the standard error that it means
}

// Spreads are the kinds there are.
var Spreads = map[string]Spread{
	"sd": {
		"standard deviation", func(s analysis.Summary) float64 { return s.SD },
		func(s, n float64) float64 { return s / math.Sqrt(n) },
	},
	"se": {
		"standard error", func(s analysis.Summary) float64 { return s.SE },
		func(s, _ float64) float64 { return s },
	},
	"median-interval": {
		"half the 2 sigma interval", func(s analysis.Summary) float64 { return 2 * s.SE },
		func(s, _ float64) float64 { return s / 2 },
	},
}
