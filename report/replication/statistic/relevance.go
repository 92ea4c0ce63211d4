package statistic

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// relevance: how many times as short as every other lengthscale those of some attributes are.
var relevance = Statistic{
	Name: "relevance", Bare: true, Kept: "parameters", Keys: []string{"attributes"},
	Check: func(c Claim, w Wrong) {
		w.needs(c, len(c.Attributes) > 0, "attributes, whose lengthscales are to be the shortest")
	},
	Logs: true, Cases: (*Records).relevances, Region: times,
	Measures: func(n Terms) string {
		return fmt.Sprintf("shortest other lengthscale of %s over the longest of %s", n.Methods, wording.And(n.Attributes))
	},
	Shown: func(*analysis.Experiment, Claim) string { return wording.ParametersTitle },
}

// relevances are the shortest of the other lengthscales over the longest of those of the attributes.
// The interval is that of the t-test of [Records.betterBy] over the logarithms.
func (p *Records) relevances(c Claim) []Case {
	logs := func(r record.Record) (float64, bool) {
		times, ok := timesShorter(r, c.Attributes)
		return math.Log(times), ok
	}
	return p.ofFits(c, logs, func(e *Case, records []record.Record, values []float64) {
		e.ofRepeats(values, p.Overlap(e.At["dataset"], records).Share(values, 0))
	})
}

// timesShorter is the shortest lengthscale of other attributes over the longest of some, false
// where a fit does not have them all.
func timesShorter(r record.Record, attributes []string) (float64, bool) {
	longest, shortest, found := 0.0, math.Inf(1), 0
	for _, p := range r.Parameters {
		_, attribute, ok := strings.Cut(p.Name, "lengthscale ")
		switch {
		case !ok:
		case slices.Contains(attributes, attribute):
			longest, found = max(longest, p.Value), found+1
		default:
			shortest = min(shortest, p.Value)
		}
	}
	return shortest / longest, found == len(attributes) && !math.IsInf(shortest, 1)
}
