package boundaries

import (
	"slices"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// inducingTables says where the inducing inputs of a figure's rows lie, and how far they have
// moved if the figure has a label that tells where they start.
func inducingTables(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, rows []string) []document.Block {
	lying := rows
	if f.Start != "" {
		lying = append(slices.Clone(rows), f.Start)
	}
	var out []document.Block
	if table := mapTable(p, f, at, lying, "border_distance"); table != nil {
		out = append(out, document.Paragraph{Text: "How near inducing inputs lie to the borders: their mean distance to the nearest one, over that of the training rows (median over repeats, with the panel's sides as 1):"}, *table)
	}
	if table := mapTable(p, f, at, rows, "map_moved"); table != nil {
		out = append(out, document.Paragraph{Text: "How far inducing inputs have moved: their mean distance to where they started (median over repeats, with the panel's sides as 1):"}, *table)
	}
	if table := mapTable(p, f, at, lying, "coinciding_share"); table != nil {
		out = append(out, document.Paragraph{Text: "Which share of the inducing inputs lies on another one of the same latent function, nearer than a hundredth of the panel's sides (median over repeats):"}, *table)
	}
	return out
}

// mapTable lists a metric of each map, the median over repeats: a line for each row of a
// figure, and its columns but that of the full models. It is nil where no map has the
// metric.
func mapTable(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, rows []string, metric string) *document.Table {
	var columns []mapColumn
	t := document.Table{Head: []string{""}}
	for _, c := range mapColumns(p, f, at) {
		if !c.full {
			columns, t.Head = append(columns, c), append(t.Head, c.title)
		}
	}
	some := false
	for _, row := range rows {
		line := []string{document.Escape(row)}
		for _, c := range columns {
			text := "–"
			if s := analysis.Summarise(p.Group(c.of(row)).OK, metric, "median"); s.N > 0 {
				text, some = wording.Short(s.Value, 2), true
			}
			line = append(line, text)
		}
		t.Rows = append(t.Rows, line)
	}
	if !some {
		return nil
	}
	return &t
}
