package main

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"
)

// distances is a comparison of X-GPC and its correction with the exact
// posterior of a small table.
const distances = `[experiment]
split = { kind = "holdout", train = 40, test = 20 }
reference = "Truth"
options = { inducing = "all", batch = 0, noise = 0.0, learn = [], variance = 4.0 }
[[dataset]]
file = "t.csv"
[[method]]
name = "gibbs"
label = "Truth"
options = { iterations = 1000, fit_kernel = false }
[[method]]
name = "xgpc"
label = "X-GPC"
options = { iterations = 50 }
[[method]]
name = "xgpc-corrected"
label = "Corrected"
options = { iterations = 50 }
[[table]]
metric = ["delta_mean", "delta_variance", "delta_probability"]
[[figure]]
kind = "scatter"
`

// From the specification to the distances: the correction is closer to the
// sampler than X-GPC, by more than the sampler's own noise.
func TestDistanceToTheExactPosterior(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", distances)
	b.want(0, []string{"3 finished now"}, "run", "s.toml")
	b.want(0, []string{"Distance of the posterior mean to the reference"}, "report", "s.toml")
	lines, err := csv.NewReader(strings.NewReader(b.read("results/report/s/quick/table1.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range lines[0] {
		column[name] = i
	}
	distance := map[string]float64{}
	for _, l := range lines[1:] {
		v, err := strconv.ParseFloat(l[column["value"]], 64)
		if err != nil {
			t.Fatalf("%q: %v", l, err)
		}
		distance[l[column["label"]]+" "+l[column["metric"]]] = v
	}
	for _, metric := range []string{"delta_mean", "delta_variance", "delta_probability"} {
		plain, corrected := distance["X-GPC "+metric], distance["Corrected "+metric]
		noise := distance["Truth "+metric] // of the sampler itself
		if !(noise > 0 && corrected < 0.6*plain && plain-corrected > noise) {
			t.Errorf("%s: X-GPC is off by %v, corrected %v, the sampler's noise is %v", metric, plain, corrected, noise)
		}
	}
	if text := b.read("results/report/s/quick/report.md"); strings.Contains(text, "Not c") || !strings.Contains(text, "## Distance to Truth") {
		t.Errorf("report:\n%s", text)
	}
	if svg := b.read("results/report/s/quick/figure1-t.svg"); !strings.Contains(svg, "Posterior variance") {
		t.Error("the figure has no panel of the variance")
	}

	if err := os.RemoveAll(b.path("results/s/quick/predictions")); err != nil {
		t.Fatal(err)
	}
	b.want(0, nil, "report", "s.toml")
	if text := b.read("results/report/s/quick/report.md"); !strings.Contains(text, "predictions were not kept") || !strings.Contains(text, "    runexp run s.toml --profile quick\n") {
		t.Errorf("report without predictions:\n%s", text)
	}
}

// A sampler that has not converged says so, in the run and in the report.
func TestNotConvergedIsSaid(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", strings.Replace(distances, "iterations = 1000", "iterations = 20", 1))
	b.want(0, []string{"NOT CONVERGED in 40 latent values"}, "run", "s.toml")
	b.want(0, []string{"- t, Truth, repeat 0 (40 latent values): it is the reference"}, "report", "s.toml")
}
