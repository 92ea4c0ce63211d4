package plan

import (
	"testing"

	"gpcbench/methods"
	"gpcbench/methods/method"
)

func TestCost(t *testing.T) {
	of := method.Size{Rows: 1000, Attributes: 10, Classes: 2}
	run := []any{"./program"}
	for _, c := range []struct {
		about, method string
		has           map[string]any
		want          float64
	}{
		{"M", "svgp", map[string]any{"inducing": 20, "iterations": 5, "batch": 0}, 5 * 2 * (1000*20*30 + 8000)},
		{"percent", "vi", map[string]any{"inducing": "2%", "iterations": 5}, 5 * 2 * (1000*20*30 + 8000)},
		{"minibatch", "xgpc", map[string]any{"inducing": 20, "iterations": 5, "batch": 100}, 5 * 2 * (100*20*30 + 8000)},
		{"large batch", "ep", map[string]any{"inducing": 20, "iterations": 1, "batch": 5000}, 2 * (1000*20*30 + 8000)},
		{"all", "svi-mgpc", map[string]any{"inducing": "all", "iterations": 1, "batch": 0}, 2 * (1e6*1010 + 1e9)},
		{"too many", "svi-mgpc", map[string]any{"inducing": 1001, "iterations": 1, "batch": 0}, 2 * (1e6*1010 + 1e9)},
		{"full", "ep-full", map[string]any{"iterations": 1}, 2 * (1e6*1010 + 1e9)},
		{"linear", "logistic", map[string]any{"iterations": 3}, 3 * 2 * 1000 * 10},
		{"no iterations", "majority", nil, 2 * 1000 * 10},
		{"budget", "svgp", map[string]any{"inducing": "all", "iterations": 100_000_000, "budget_seconds": 10.0}, 10 * throughput},
		{"budget without a kernel", "logistic", map[string]any{"iterations": 100_000_000, "budget_seconds": 10.0}, 10 * throughput},
		{"few iterations", "logistic", map[string]any{"iterations": 3, "budget_seconds": 10.0}, 3 * 2 * 1000 * 10},
		{"program", "command", map[string]any{"run": run}, 2 * 1000 * 10},
		{"sparse program", "command", map[string]any{"run": run, "kernel": "rbf", "inducing": int64(20), "batch": int64(100), "iterations": int64(5)}, 5 * 2 * (100*20*30 + 8000)},
		{"full program", "command", map[string]any{"run": run, "kernel": "rbf"}, 2 * (1e6*1010 + 1e9)},
	} {
		m, options, err := methods.New(c.method, c.has)
		if err != nil {
			t.Fatal(err)
		}
		if got := cost(m, options, of); got != c.want {
			t.Errorf("%s: %v, want %v", c.about, got, c.want)
		}
	}
}

// What mlgpf says of its cost is within a factor of four of the CPU time, with that of the set-up,
// that panos2018/table5, big and scaling have kept of thirty iterations.
func TestCostOfLabels(t *testing.T) {
	type shape struct {
		name       string
		n, d, k, r int
		cycles     int
	}
	bibtex, delicious := shape{"bibtex", 4880, 1836, 159, 1000, 0}, shape{"delicious", 12920, 500, 983, 250, 0}
	rcv1, amazoncat := shape{"rcv1-shaped", 623847, 47236, 2456, 2000, 1}, shape{"amazoncat-shaped", 1186239, 203882, 13330, 2000, 1}
	wide := shape{"sparse-500k", 18000, 500000, 100, 250, 0}
	for _, c := range []struct {
		shape
		subspace       bool
		setUp, seconds float64
	}{
		{bibtex, true, 6.1, 14.3}, {bibtex, false, 0.7, 14.3},
		{delicious, true, 2.7, 14.5}, {delicious, false, 0.6, 14.8},
		{rcv1, true, 522, 21.3}, {rcv1, false, 10, 52.7},
		{amazoncat, true, 1404, 40.8}, {amazoncat, false, 14.1, 173},
		{wide, true, 86, 15.9}, {wide, false, 14.9, 398},
	} {
		options := map[string]any{"inducing": 500, "iterations": 30}
		if c.subspace {
			options["subspace"], options["subspace_cycles"] = c.r, c.cycles
		}
		m, options, err := methods.New("mlgpf", options)
		if err != nil {
			t.Fatal(err)
		}
		of := method.Size{Rows: c.n, Attributes: c.d, Classes: c.k, Row: min(float64(c.d), sparseRow)}
		setUp, iteration := m.(method.Costed).Cost(of)
		t.Logf("%s, subspace %v: set-up %.1f s for %.1f, training %.1f s for %.1f", c.name, c.subspace, setUp/throughput, c.setUp, 30*iteration/throughput, c.seconds)
		if ratio := cost(m, options, of) / throughput / (c.setUp + c.seconds); ratio < 0.25 || ratio > 4 {
			t.Errorf("%s, subspace %v: %.2g times the time", c.name, c.subspace, ratio)
		}
	}
}
