package reporttest

import (
	"gpcbench/harness/spec"
	"gpcbench/report/replication"
)

// Grid is synthetic with the option inducing varied, which the linear classifier does not have.
func Grid() replication.Input { return GridOf("5%", "10%", "20%") }

// GridOf is Grid with other values of inducing.
func GridOf(values ...string) replication.Input {
	in := Synthetic("quick", 4)
	in.Datasets, in.Published = in.Datasets[:1], nil
	s := in.Spec
	s.Datasets = s.Datasets[:1]
	s.Grid = []spec.Axis{{Option: "inducing"}}
	for _, v := range values {
		s.Grid[0].Values = append(s.Grid[0].Values, v)
	}
	s.Tables = []spec.Table{
		{Title: "By method", Rows: spec.DatasetKey, Columns: spec.LabelKey, Metrics: []string{"error"}, Summary: "mean"},
		{Title: "By inducing points", Rows: "inducing", Columns: spec.LabelKey, Metrics: []string{"nll"}, Summary: "median"},
	}
	s.Figures = []spec.Figure{{Title: "Against M", Kind: "line", X: "inducing", Y: []string{"nll", "error"}, Summary: "mean", Panels: spec.DatasetKey, Series: spec.LabelKey, Layout: []spec.Dimension{{Key: "x", Value: "inducing"}}}}
	cells := in.Cells
	in.Cells = nil
	for _, c := range cells {
		if c.Dataset != "diabetis" {
			continue
		}
		r := in.Records[c.ID]
		if c.Label == "Linear" {
			c.Options = map[string]any{}
			r.Cell = c.Cell
			in.Cells, in.Records[c.ID] = append(in.Cells, c), r
			continue
		}
		for i, m := range values {
			d := new(*c)
			d.ID, d.Options = c.ID+m, map[string]any{"inducing": m}
			q := r
			q.Cell = d.Cell
			q.Metrics = map[string]float64{"error": r.Metrics["error"] + 0.02/float64(i+1), "nll": r.Metrics["nll"] + 0.03/float64(i+1)}
			in.Cells, in.Records[d.ID] = append(in.Cells, d), q
		}
	}
	return in
}
