// Package analysistest has experiments with made-up records, for tests of what is made of them.
package analysistest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gpcbench/analysis"
	"gpcbench/data/split"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Synthetic is an experiment with records as three methods would leave them:
// a fast one, a slow one and a linear one that is fitted in one go. One data
// set differs from the paper's, one cannot be had, and one cell failed.
func Synthetic(profile string, repeats int) analysis.Input {
	s := &spec.Spec{
		Name: "paper2020/table1", Profile: profile, Title: "A paper of 2020, table 1", Seed: 1,
		Notes:        []string{"Folds are contiguous.", "Shuttle is class 1 against the rest."},
		Explanations: []spec.Explanation{{Says: "Small batches are noisy.", Head: []string{"batch", "NLL"}, Rows: [][]string{{"10", "0.086"}}}},
		Methods: []spec.Method{
			{Name: "xgpc", Label: "X-GPC"}, {Name: "svgp", Label: "SVGPC"}, {Name: "logistic", Label: "Linear"},
		},
		Tables: []spec.Table{{
			Title: "Table 1", Rows: spec.DatasetKey, Columns: spec.LabelKey, Metrics: []string{"error", "nll", "nll_median", "seconds"},
			Summary: "mean", Published: "table1", PublishedMetrics: map[string]string{"nll_median": "nll"},
		}},
		Figures: []spec.Figure{
			{Title: "Performance against time", Kind: "trace", X: "seconds", Y: []string{"nll", "error"}, Summary: "mean", Panels: spec.DatasetKey, Series: spec.LabelKey},
			{Title: "Reliability", Kind: "reliability", Panels: spec.DatasetKey, Series: spec.LabelKey, Layout: []spec.Dimension{{Key: "panels", Value: spec.DatasetKey}}},
		},
	}
	in := analysis.Input{
		Spec: s, Records: map[string]record.Record{}, Stale: 2,
		Command: "runexp run paper2020/table1 --profile " + profile,
		Datasets: []record.Dataset{
			{Name: "diabetis", Title: "Diabetes (IDA)", Rows: 768, Attributes: 8, Classes: 2, Source: "https://example.org/diabetis", Digest: "0123456789abcdef0123", Available: true},
			{Name: "a9a", Rows: 32561, Attributes: 123, Classes: 2, Differs: "the paper has 36,974 rows", Available: true},
			{Name: "higgs", Rows: 11000000, Attributes: 22, Classes: 2, Missing: "no file HIGGS.csv.gz in the cache or a mirror"},
		},
	}
	for _, d := range in.Datasets {
		s.Datasets = append(s.Datasets, spec.Dataset{Name: d.Name, Split: split.Spec{Kind: "kfold", Folds: repeats}})
		if !d.Available {
			continue
		}
		for _, m := range s.Methods {
			for r := range repeats {
				c := record.Cell{
					ID: fmt.Sprintf("%s-%s-%d", d.Name, m.Label, r), Experiment: s.Name, Profile: profile,
					Dataset: d.Name, Repeat: r, Method: m.Name, Label: m.Label, Options: map[string]any{"inducing": 100.0}, Seed: 1,
				}
				in.Cells = append(in.Cells, &record.Planned{Cell: c})
				in.Records[c.ID] = Record(c)
			}
		}
	}
	bad := in.Records["a9a-SVGPC-1"]
	bad.Status, bad.Error, bad.Metrics, bad.Trace, bad.Calibration = record.Failed, "Cholesky of Kuu failed | jitter 1e-4", nil, nil, nil
	in.Records[bad.ID] = bad
	return in
}

// Record is a record that depends on its cell alone.
func Record(c record.Cell) record.Record {
	rng := rand.New(rand.NewPCG(uint64(c.Repeat)+1, uint64(len(c.Dataset))))
	fold := 0.02 * rng.NormFloat64() // what a fold does to all methods
	own := rand.New(rand.NewPCG(uint64(c.Repeat)+1, uint64(len(c.Label))+100))
	noise := func() float64 { return 0.004 * own.NormFloat64() }
	final := map[string]float64{"X-GPC": 0.465, "SVGPC": 0.47, "Linear": 0.49}[c.Label] + fold
	start := map[string]float64{"X-GPC": 0.012, "SVGPC": 0.09, "Linear": 0.03}[c.Label]
	speed := map[string]float64{"X-GPC": 0.1, "SVGPC": 8, "Linear": 0.01}[c.Label]
	r := record.Record{V: 1, Cell: c, Inducing: 100, Status: record.OK, Provenance: map[string]string{
		"go": "go1.26", "cpu": "Synthetic CPU", "numerics": "1", "commit": "abc", "train_rows": "693", "test_rows": "77", "classes": "2",
		"finished": fmt.Sprintf("2026-01-0%dT00:00:00Z", c.Repeat%9+1),
	}}
	nll := func(t float64) float64 { return final + noise()/4 + 0.22*math.Exp(-math.Pow(t/speed, 0.7)) }
	seconds, last := start, 0
	for k := 0; k <= 30; k++ {
		n := int(math.Pow(10, float64(k)/10))
		if n == last {
			continue
		}
		seconds = start * float64(n) * (1 + 0.2*own.Float64())
		v := nll(seconds)
		if c.Label == "SVGPC" && n < 4 { // a bad start, as optimisers have
			v += 3 / float64(n)
		}
		r.Trace = append(r.Trace, record.Point{Seconds: seconds, Iteration: n, Metrics: map[string]float64{"nll": v, "error": 0.5 * v, "nll_median": 0.7 * v}})
		last = n
		if c.Label == "Linear" {
			r.Trace[0].Metrics = map[string]float64{"nll": final, "error": 0.24 + fold, "nll_median": 0.7 * final}
			break
		}
	}
	r.Metrics = map[string]float64{}
	for key, v := range r.Trace[len(r.Trace)-1].Metrics {
		r.Metrics[key] = v
	}
	r.Timing = record.Timing{WallSeconds: seconds, CPUSeconds: seconds, PeakRSS: 1 << 26, Iterations: last}
	bias := map[string]float64{"X-GPC": 0.08, "SVGPC": -0.12, "Linear": -0.3}[c.Label]
	r.Calibration = make([]record.Bin, record.CalibrationBins)
	for i := 7; i < record.CalibrationBins; i++ {
		confidence := (float64(i) + 0.5) / record.CalibrationBins
		r.Calibration[i] = record.Bin{Count: 3*(i-6) + len(c.Label), Confidence: confidence, Accuracy: min(1, confidence+(confidence-0.5)*bias+5*noise())}
	}
	return r
}
