package statistic

import (
	"math"
	"testing"
)

func TestMeasures(t *testing.T) {
	claim := func(name, metric string) Claim {
		return Claim{Statistic: name, Metric: metric, Methods: []string{"A", "B"}, Than: []string{"C"}, Along: "N"}
	}
	with := func(c Claim, change func(c *Claim)) Claim { change(&c); return c }
	for _, c := range []struct {
		claim Claim
		want  string
	}{
		{claim("better", "nll"), "test NLL of C less that of A and B"},
		{claim("better", "p_at_1"), "P@1 of A and B less that of C"},
		{with(claim("similar", "p_at_1"), func(c *Claim) { c.ThanPublished = "table3" }), "P@1 of A and B less that of C as published"},
		{claim("better", "delta_mean"), "distance of the mean of C less that of A and B"},
		{claim("speedup", "nll"), "time of C to the same test NLL over that of A and B"},
		{with(claim("speedup", "error"), func(c *Claim) { c.Clock = "iteration" }), "iterations of C to the same test error over that of A and B"},
		{claim("ratio", "cpu_seconds"), "CPU time of C over that of A and B"},
		{claim("steadier", "nll"), "standard deviation of the test NLL of C over that of A and B"},
		{claim("trend", "cpu_seconds"), "power of N with which the CPU time of A and B grows"},
		{claim("trend", "error"), "change of the test error of A and B with each doubling of N"},
		{claim("frontier", "nll"), "share of the time, on a logarithmic scale, at which A and B leads C in test NLL"},
		{claim("rise", "nll"), "test NLL of A and B at the end, above its best"},
		{with(claim("rise", "nll"), func(c *Claim) { c.Since = "start" }), "test NLL of A and B at the end, above that at the start"},
		{claim("arrival", "nll"), "test NLL of A and B: when it is below the final value of C"},
		{with(claim("arrival", "nll"), func(c *Claim) { c.Than = nil }), "test NLL of A and B: when it is within 1% of its own final value"},
		{claim("level", "linear_share"), "share of the linear kernel of A and B"},
		{with(claim("relevance", ""), func(c *Claim) { c.Attributes = []string{"x", "y"} }), "shortest other lengthscale of A and B over the longest of x and y"},
	} {
		if got := Of(c.claim.Statistic).Measures(TermsOf(c.claim, "")); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestRow(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		statistic        string
		value, low, high float64
		ours, interval   string
	}{
		{"better", 0.02, 0.01, 0.03, "0.0200", "[0.0100, 0.0300]"},
		{"better", 0.02, nan, nan, "0.020", ""},
		{"ratio", 3.2, 2, 41, "3.2", "[2.0, 41]"},
		{"ratio", 1.014, 0.97, 1.06, "1.01", "[0.970, 1.06]"},
		{"speedup", math.Inf(1), nan, nan, "∞", ""},
		{"speedup", 0, 0, 2, "0", "[0, 2.0]"},
	} {
		if ours, interval := Of(c.statistic).Row(c.value, c.low, c.high); ours != c.ours || interval != c.interval {
			t.Errorf("%s: %s %s, want %s %s", c.statistic, ours, interval, c.ours, c.interval)
		}
	}
}

func TestClaimed(t *testing.T) {
	two, three, margin := 2.0, 3.0, 0.01
	for _, c := range []struct {
		claim Claim
		want  string
	}{
		{Claim{Statistic: "better"}, "above 0"},
		{Claim{Statistic: "better", AtLeast: &two}, "at least 2"},
		{Claim{Statistic: "better", Most: true}, "above 0, in most cases"},
		{Claim{Statistic: "noninferior", Margin: &margin}, "at least -0.01"},
		{Claim{Statistic: "similar", Margin: &margin}, "within ±0.01"},
		{Claim{Statistic: "ratio"}, "above 1"},
		{Claim{Statistic: "ratio", AtLeast: &two, AtMost: &three}, "from 2 to 3"},
		{Claim{Statistic: "arrival", AtMost: &two, Clock: "iteration"}, "at most 2 iterations"},
		{Claim{Statistic: "arrival", AtMost: &two}, "at most 2 s"},
		{Claim{Statistic: "trend", Direction: "falls"}, "below 0"},
		{Claim{Statistic: "trend", Direction: "flat", Margin: &margin}, "within ±0.01"},
	} {
		if got := Of(c.claim.Statistic).Claimed(c.claim); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A time from 0 on, which no point of a trace has seen, is open however early it ends.
func TestFromZero(t *testing.T) {
	ten := 10.0
	r := arrival.Region(Claim{AtMost: &ten})
	if got := r.Stands(math.Log(2), math.Inf(-1), math.Log(5)); got != Open {
		t.Errorf("from 0 to 5: %s", got)
	}
	if got := r.Stands(0, 0, math.Log(5)); got != For {
		t.Errorf("from 1 to 5: %s", got)
	}
}

// Within [-2, 2] the value 1 is 1 from the threshold, its interval from 0 to 3 reaches 1 beyond it
// and, in the middle, 2 within. At least 2 the value 1 is 1 below.
func TestScaled(t *testing.T) {
	nan := math.NaN()
	both, least := Region{low: -2, high: 2}, Region{low: 2, high: math.Inf(1)}
	for _, c := range []struct {
		region  Region
		x, want [3]float64
	}{
		{both, [3]float64{1, -0.5, 3}, [3]float64{0.5, -0.5, 1}},
		{both, [3]float64{3, 2.5, 4}, [3]float64{-0.5, -1, -0.25}},
		{least, [3]float64{1, 0, 6}, [3]float64{-0.25, -0.5, 1}},
		{least, [3]float64{3, nan, nan}, [3]float64{1, nan, nan}},
		{least, [3]float64{math.Inf(1), 4, math.Inf(1)}, [3]float64{1, 1, 1}},
		{least, [3]float64{2, nan, nan}, [3]float64{0, nan, nan}},
	} {
		v, l, h := c.region.Scaled(c.x[0], c.x[1], c.x[2])
		for i, got := range []float64{v, l, h} {
			if got != c.want[i] && !(math.IsNaN(got) && math.IsNaN(c.want[i])) {
				t.Errorf("%v of %+v: %v %v %v, want %v", c.x, c.region, v, l, h, c.want)
			}
		}
	}
}
