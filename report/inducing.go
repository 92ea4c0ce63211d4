package report

import (
	"math"
	"slices"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// inducingTables says where the inducing inputs of a figure's rows lie, and how far they have
// moved if the figure has a label that tells where they start.
func inducingTables(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, rows []string) []document.Block {
	if p.ReadMap == nil {
		return nil
	}
	lying, moving := rows, []string(nil)
	if f.Start != "" {
		lying, moving = append(slices.Clone(rows), f.Start), rows
	}
	var out []document.Block
	if table := mapTable(p, f, at, lying, func(m analysis.FieldMap, _ analysis.Coordinates, _ int) float64 { return m.Nearness() }); table != nil {
		out = append(out, document.Paragraph{Text: "How near inducing inputs lie to the borders: their mean distance to the nearest one, over that of the training rows (median over repeats, with the panel's sides as 1):"}, *table)
	}
	fromStart := func(m analysis.FieldMap, at analysis.Coordinates, repeat int) float64 {
		for _, r := range p.Group(at.With(f.Series, f.Start)).OK {
			if start, err := p.ReadMap(r.ID); err == nil && r.Repeat == repeat {
				return m.Moved(analysis.FieldMap{Map: *start})
			}
		}
		return math.NaN()
	}
	if table := mapTable(p, f, at, moving, fromStart); table != nil {
		out = append(out, document.Paragraph{Text: "How far inducing inputs have moved: their mean distance to where they started (median over repeats, with the panel's sides as 1):"}, *table)
	}
	return out
}

// mapTable lists a number of each map, the median over repeats: a line for each row of a
// figure, and its columns but that of the full models. It is nil where no map has the
// number.
func mapTable(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, rows []string, of func(m analysis.FieldMap, at analysis.Coordinates, repeat int) float64) *document.Table {
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
			if values := p.MapValues(c.of(row), of); len(values) > 0 {
				text, some = wording.Short(analysis.MedianOf(values), 2), true
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
