package statistic

import (
	"math"
	"testing"

	"gpcbench/harness/metrics"
)

func says(e Estimate) string { return Of(e.Claim.Statistic).Says(e) }

func TestSays(t *testing.T) {
	nan := math.NaN()
	claim := func(name, metric string) Claim {
		return Claim{Statistic: name, Metric: metric, Methods: []string{"A", "B"}, Than: []string{"C"}, Along: "N"}
	}
	start := claim("rise", "nll")
	start.Since = "start"
	alone := func(name, metric string) Claim {
		c := claim(name, metric)
		c.Than, c.Attributes = nil, []string{"x", "y"}
		return c
	}
	late := alone("rise", "nll")
	late.Since = "half"
	early := alone("arrival", "nll")
	early.Clock = "iteration"
	counted := claim("speedup", "nll")
	counted.Clock = "iteration"
	for _, c := range []struct {
		claim            Claim
		value, low, high float64
		want             string
	}{
		{claim("better", "nll"), 0.02, 0.01, 0.03, "Test NLL of A and B lower than that of C by 0.0200 [0.0100, 0.0300]"},
		{claim("better", "nll"), -0.02, -0.03, -0.01, "Test NLL of A and B higher than that of C by 0.0200 [0.0100, 0.0300]"},
		{claim("better", "p_at_1"), 0.02, nan, nan, "P@1 of A and B higher than that of C by 0.020"},
		{claim("distance", "delta_mean"), 0.02, nan, nan, "Distance of the mean of A and B lower than that of C by 0.020"},
		{claim("speedup", "nll"), 3.2, 2, 41, "A and B 3.2 [2.0, 41] times as fast as C"},
		{claim("speedup", "nll"), math.Inf(1), nan, nan, "C never comes to the final NLL of A and B"},
		{claim("speedup", "error"), 3.2, nan, nan, "A and B 3.2 times as fast as C to the same error"},
		{claim("speedup", "error"), math.Inf(1), nan, nan, "C never comes to the final error of A and B"},
		{claim("speedup", "nll"), 0.08, 0.04, 0.2, "A and B take 12 [5.0, 25] times as long as C"},
		{claim("speedup", "nll_median"), 3.2, nan, nan, "A and B 3.2 times as fast as C to the same median test NLL"},
		{counted, 0.5, nan, nan, "A and B take 2.0 times as many iterations as C"},
		{counted, 3.2, nan, nan, "C takes 3.2 times as many iterations as A and B"},
		{claim("ratio", "cpu_seconds"), 3.2, nan, nan, "CPU time of C 3.2 times that of A and B"},
		{claim("steadier", "nll"), 2, 1, 4, "Test NLL of C varies 2.0 [1.0, 4.0] times as much as that of A and B"},
		{claim("trend", "cpu_seconds"), 0.03, nan, nan, "CPU time grows as the power 0.030 of N"},
		{claim("trend", "error"), -0.01, nan, nan, "Test error changes by -0.010 with each doubling of N"},
		{claim("frontier", "nll"), 0.5, nan, nan, "Test NLL of A and B is the lowest for 50% of the time, on a logarithmic scale"},
		{alone("rise", "nll"), 0.5, nan, nan, "Test NLL ends 0.50 worse than at its best"},
		{alone("rise", "nll"), 0, nan, nan, "Test NLL ends no worse than at its best"},
		{late, 0.5, nan, nan, "Test NLL gets 0.50 worse than at its best before, in the second half of the trace"},
		{late, 0, nan, nan, "Test NLL gets no worse than at its best before, in the second half of the trace"},
		{claim("arrival", "nll"), 3, 2, 4, "Test NLL of A and B is below the final one of C after 3.0 [2.0, 4.0] s"},
		{claim("arrival", "nll"), math.Inf(1), nan, nan, "A and B never come to the final NLL of C"},
		{early, 3, nan, nan, "Test NLL of A and B is within 1% of its own final one after 3.0 iterations"},
		{alone("level", "linear_share"), 0.9, nan, nan, "Share of the linear kernel of A and B is 0.90"},
		{alone("relevance", ""), 2, nan, nan, "Shortest other lengthscale of A and B 2.0 times the longest of x and y"},
		{start, -0.5, nan, nan, "Test NLL ends 0.50 better than at the start"},
	} {
		if got := says(Estimate{Claim: c.claim, Metric: metrics.Get(c.claim.Metric), Value: c.value, Low: c.low, High: c.high}); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	half := []Case{{Value: math.Inf(1)}, {Value: 0.3}}
	for _, c := range []struct {
		value float64
		cases []Case
		want  string
	}{
		{math.Inf(1), half, "in 1 of 2 cases C does not come to the final NLL of A and B"},
		{math.Inf(1), half[:1], "C never comes to the final NLL of A and B"},
		{0, []Case{{Value: 0}, {Value: 0}}, "A and B never come to the final NLL of C"},
		{0, []Case{{Value: 0}, {Value: 0}, {Value: 4}}, "in 2 of 3 cases A and B do not come to the final NLL of C"},
	} {
		e := Estimate{Claim: claim("speedup", "nll"), Metric: metrics.Get("nll"), Value: c.value, Low: nan, High: nan, Cases: c.cases}
		if got := says(e); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	same := claim("speedup", "nll")
	same.Than = []string{"A"}
	want := "A and B 3.2 times as fast as A with one lengthscale"
	if got := says(Estimate{Claim: same, Metric: metrics.Get("nll"), ThanVariant: "with one lengthscale", Value: 3.2, Low: nan, High: nan}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
