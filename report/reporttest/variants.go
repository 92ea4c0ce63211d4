package reporttest

import (
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/replication"
)

// Variants is synthetic in two variants: X-GPC has the same options in both,
// SVGPC takes a learning rate of its own in the second, which is closer to the
// paper, and the linear classifier is in the first alone.
func Variants(profile string, repeats int) replication.Input {
	in := Synthetic(profile, repeats)
	in.Spec.Variants = []spec.Variant{
		{Name: "text", Title: "as the text says"},
		{Name: "code", Title: "as the authors' code does", Labels: []string{"X-GPC", "SVGPC"}},
	}
	cells := in.Cells
	in.Cells = nil
	for _, c := range cells {
		switch c.Label {
		case "Linear":
			c.Variants = []string{"text"}
		case "X-GPC":
			c.Variants = []string{"text", "code"}
		case "SVGPC":
			c.Variants = []string{"text"}
			other := new(*c)
			other.ID, other.Variants = c.ID+"-code", []string{"code"}
			other.Options = map[string]any{"inducing": 100.0, "rate": 0.1}
			r := in.Records[c.ID]
			r.Cell = other.Cell
			if r.Status == record.OK {
				r.Metrics = map[string]float64{"error": r.Metrics["error"] - 0.035, "nll": r.Metrics["nll"] + 0.16, "nll_median": r.Metrics["nll_median"] + 0.3}
			}
			in.Cells, in.Records[other.ID] = append(in.Cells, other), r
		}
		in.Cells = append(in.Cells, c)
	}
	return in
}
