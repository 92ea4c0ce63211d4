package report

import (
	"math"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// inducingTables says where the inducing inputs of a figure's rows lie, and how far they have
// moved if the figure has a label that tells where they start.
func inducingTables(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, rows []string) []string {
	if p.Maps == nil {
		return nil
	}
	lying, moving := rows, []string(nil)
	if f.Start != "" {
		lying, moving = append(slices.Clone(rows), f.Start), rows
	}
	var out []string
	if table := mapTable(p, f, at, lying, func(m analysis.FieldMap, _ analysis.Coordinates, _ int) float64 { return m.Nearness() }); table != "" {
		out = append(out, "Mean distance of inducing inputs to the nearest border, over that of the training rows (median over all repeats; axes as long as the panel):\n\n"+table)
	}
	fromStart := func(m analysis.FieldMap, at analysis.Coordinates, repeat int) float64 {
		for _, r := range p.Group(at.With(f.Series, f.Start)).OK {
			if start, err := p.Maps(r.ID); err == nil && r.Repeat == repeat {
				return m.Moved(analysis.FieldMap{Map: *start})
			}
		}
		return math.NaN()
	}
	if table := mapTable(p, f, at, moving, fromStart); table != "" {
		out = append(out, "Mean distance of inducing inputs to where they started, with the panel's sides as 1 (median over all repeats):\n\n"+table)
	}
	return out
}

// mapTable lists a number of each map, the median over repeats: a line for each row of a
// figure, and its columns but that of the full models. It is empty where no map has the
// number.
func mapTable(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, rows []string, of func(m analysis.FieldMap, at analysis.Coordinates, repeat int) float64) string {
	var columns []mapColumn
	head, rule := "| |", "|---|"
	for _, c := range mapColumns(p, f, at) {
		if !c.full {
			columns = append(columns, c)
			head, rule = head+" "+c.title+" |", rule+"---|"
		}
	}
	lines := []string{head, rule}
	some := false
	for _, row := range rows {
		line := "| " + escapeMarkdown(row) + " |"
		for _, c := range columns {
			text := "–"
			if values := p.MapValues(c.of(row), of); len(values) > 0 {
				text, some = wording.Short(analysis.MedianOf(values), 2), true
			}
			line += " " + text + " |"
		}
		lines = append(lines, line)
	}
	if !some {
		return ""
	}
	return strings.Join(lines, "\n")
}
