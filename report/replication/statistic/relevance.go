package statistic

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/wording"
)

// relevance: how many times as short as every other lengthscale those of some attributes are.
var relevance = Statistic{
	Name: "relevance", Bare: true, Kept: "parameters", Logs: true, Directed: true, Needs: []string{"attributes"},
	Cases: overRepeats(timesShorter, nil),
	Measures: func(n Terms) string {
		return fmt.Sprintf("shortest other lengthscale of %s over the longest of %s", n.Methods, wording.And(n.Attributes))
	},
}

// timesShorter is the shortest lengthscale of other attributes over the longest of some, false
// where a fit does not have them all.
func timesShorter(c Claim, own, _ record.Record) (value, se float64, ok bool) {
	longest, shortest, found := 0.0, math.Inf(1), 0
	for _, p := range own.Details().Parameters {
		_, attribute, ok := strings.Cut(p.Name, "lengthscale ")
		switch {
		case !ok:
		case slices.Contains(c.Attributes, attribute):
			longest, found = max(longest, p.Value), found+1
		default:
			shortest = min(shortest, p.Value)
		}
	}
	return math.Log(shortest / longest), 0, found == len(c.Attributes) && !math.IsInf(shortest, 1)
}
