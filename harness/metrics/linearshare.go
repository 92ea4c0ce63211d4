package metrics

import (
	"strings"

	"gpcbench/harness/record"
)

// linearShares is the share of a linear kernel in a fitted one.
var linearShares = Kind{Metrics: []Metric{
	{Name: "linear_share", Title: "Share of the linear kernel in the prior variance", Axis: "Share of the linear kernel", Unranked: true, Bounds: share, Kept: "parameters", ofRecord: linearShare},
}}

// linearShare returns sum_d v_d over sum_d v_d + s^2, for the sum of linear-ard with weights v and
// kernels of variances s^2. It is the linear kernel's share of the prior variance, averaged over
// training rows whose columns have mean 0 and variance 1.
func linearShare(r record.Record) (float64, bool) {
	linear, others := 0.0, 0.0
	for _, p := range r.Details().Parameters {
		switch _, name, ofSum := strings.Cut(p.Name, ": "); {
		case ofSum && strings.HasPrefix(name, "weight "):
			linear += p.Value
		case ofSum && name == "variance":
			others += p.Value
		}
	}
	return linear / (linear + others), linear > 0 && others > 0 && r.Options.Standardise()
}
