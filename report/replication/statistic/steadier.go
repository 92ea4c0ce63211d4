package statistic

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"gpcbench/analysis"
	"gpcbench/analysis/statistics"
	"gpcbench/harness/record"
)

// steadier: how many times as much others vary over repeats as the methods do.
var steadier = Statistic{
	Name: "steadier", Pairs: true, Logs: true, Directed: true, Needs: []string{"than"}, Keys: []string{"at_least", "at_most"},
	Cases: (*Records).timesSteadier,
	Measures: func(n Terms) string {
		return fmt.Sprintf("standard deviation of the %s of %s over that of %s", n.Metric, n.Than, n.Methods)
	},
}

// timesSteadier are the ratios of standard deviations s_b / s_a, with the interval of normal numbers,
//
//	s_b / s_a / sqrt(F(0.975, m - 1, n - 1)) to s_b / s_a sqrt(F(0.975, n - 1, m - 1)),
//
// n and m the repeats of method and other. What repeats do to both alike makes it wide.
func (p *Records) timesSteadier(c Claim) []Case {
	half := func(a, b analysis.Summary, coverage float64) float64 {
		return math.Log(distuv.F{D1: float64(a.N - 1), D2: float64(b.N - 1)}.Quantile((1+coverage)/2)) / 2
	}
	return p.cases(c, func(e *Case, of, than []record.Record) bool {
		a, b := analysis.Summarise(of, c.Metric, "mean"), analysis.Summarise(than, c.Metric, "mean")
		if a.N < 2 || b.N < 2 || a.SD == 0 || b.SD == 0 {
			return false
		}
		value := math.Log(b.SD / a.SD)
		e.Repeats, e.Value = min(a.N, b.N), value
		e.Ends = func(coverage float64) (low, high float64) {
			return value - half(b, a, coverage), value + half(a, b, coverage)
		}
		e.Low, e.High = e.Ends(statistics.Level)
		return true
	})
}
