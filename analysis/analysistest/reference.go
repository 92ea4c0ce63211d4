package analysistest

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"strings"

	"gpcbench/analysis"
	"gpcbench/data/split"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// WithReference is an experiment of two approximations of a sampler and a linear
// method without a latent function, on one data set with two repeats of eight
// test rows. files are the predictions by cell.
func WithReference() (in analysis.Input, files map[string]string) {
	s := &spec.Spec{
		Name: "paper2020/truth", Profile: "paper", Title: "Distance to the truth", Reference: "Gibbs",
		Datasets: []spec.Dataset{{Name: "d", Split: split.Spec{Kind: "holdout", Train: 0.5}}},
		Methods: []spec.Method{
			{Name: "xgpc", Label: "X-GPC"}, {Name: "xgpc-corrected", Label: "Corrected"}, {Name: "logistic", Label: "Linear"}, {Name: "gibbs", Label: "Gibbs"},
		},
		Tables: []spec.Table{{
			Title: "Table 1", Rows: spec.DatasetKey, Columns: spec.LabelKey, Metrics: []string{"delta_mean", "delta_variance", "delta_probability", "nll"},
			Summary: "mean", Published: "table1",
		}},
		Figures: []spec.Figure{{Title: "Against the truth", Kind: "scatter", Summary: "mean", Panels: spec.DatasetKey, Series: spec.LabelKey}},
	}
	in = analysis.Input{Spec: s, Records: map[string]record.Record{}, Command: "runexp run paper2020/truth --profile paper"}
	files = map[string]string{}
	in.OpenPredictions = func(cell string) (io.ReadCloser, string, error) {
		if text, ok := files[cell]; ok {
			return io.NopCloser(strings.NewReader(text)), "predictions/" + cell + ".csv", nil
		}
		return nil, "", fmt.Errorf("%s: %w", cell, fs.ErrNotExist)
	}
	for repeat := range 2 {
		for _, m := range s.Methods {
			c := record.Cell{
				ID: fmt.Sprintf("%s-%d", m.Label, repeat), Experiment: s.Name, Profile: s.Profile, Dataset: "d", Repeat: repeat,
				Method: m.Name, Label: m.Label, Options: map[string]any{},
			}
			r := record.Record{V: 1, Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": 0.5}, Provenance: map[string]string{"test_rows": "8"}}
			if m.Name == "gibbs" {
				r.Metrics["rhat"], r.Metrics["ess"] = 1.002, 900-100*float64(repeat)
			}
			in.Cells, in.Records[c.ID] = append(in.Cells, &record.Planned{Cell: c}), r
			files[c.ID] = predictions(m.Name, repeat)
		}
	}
	return in, files
}

// off is how far a method's latent mean, latent variance and probability are
// from the sampler's in the first repeat, up at one row and down at the next;
// in the second it is half as much again.
var off = map[string][3]float64{"xgpc": {0.1, -0.05, 0.02}, "xgpc-corrected": {-0.02, 0.01, -0.004}, "gibbs": {}, "logistic": {0, 0, 0.1}}

// predictions is a file of predictions.
func predictions(name string, repeat int) string {
	var b strings.Builder
	b.WriteString("row,class,p(no),p(yes)")
	if name != "logistic" {
		b.WriteString(",latent mean,latent variance")
	}
	if name == "gibbs" {
		b.WriteString(",mcse mean,mcse variance,mcse probability")
	}
	for i := range 8 {
		d := off[name]
		for k := range d {
			d[k] *= (1 + 0.5*float64(repeat)) * float64(1-2*(i%2))
		}
		f := float64(i)/2 - 1.75 + 0.1*float64(repeat)
		p := 1/(1+math.Exp(-f))*0.8 + 0.05 + d[2]
		fmt.Fprintf(&b, "\n%d,%s,%v,%v", 10*repeat+i, []string{"no", "yes"}[i%2], 1-p, p)
		if name != "logistic" {
			fmt.Fprintf(&b, ",%v,%v", f+d[0], 1+f*f/4+d[1])
		}
		if name == "gibbs" {
			fmt.Fprintf(&b, ",0.01,0.02,%v", 0.001*float64(1+repeat))
		}
	}
	return b.String() + "\n"
}
