package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpcbench/report/document"
)

// NumberGrid is the published numbers of a paper: data sets by methods, a tile a number.
type NumberGrid struct {
	Methods []string
	Rows    []NumberRow
}

// NumberRow is the numbers on one data set, by method.
type NumberRow struct {
	Dataset string
	Cells   [][]Tile
}

// Tile is one number: the mark of its verdict, and what shows where one points at it.
type Tile struct{ Folder, Class, Mark, Title string }

// NumberGridOf places the numbers of experiments that have a verdict, those of the first variant;
// nil if there are none.
func NumberGridOf(facts ...document.Facts) *NumberGrid {
	var out NumberGrid
	tiles := map[[2]string][]Tile{}
	var datasets, methods []string
	for _, f := range facts {
		first := ""
		for _, n := range f.Numbers {
			if first == "" {
				first = n.Variant
			}
			if n.Verdict == "" || n.Variant != first {
				continue
			}
			if !slices.Contains(datasets, n.Dataset) {
				datasets = append(datasets, n.Dataset)
			}
			if !slices.Contains(methods, n.Method) {
				methods = append(methods, n.Method)
			}
			at := [2]string{n.Dataset, n.Method}
			tiles[at] = append(tiles[at], newTile(f, n))
		}
	}
	if len(datasets) == 0 {
		return nil
	}
	out.Methods = inOrder(methods, facts)
	for _, d := range datasets {
		row := NumberRow{Dataset: d}
		for _, m := range out.Methods {
			row.Cells = append(row.Cells, tiles[[2]string{d, m}])
		}
		out.Rows = append(out.Rows, row)
	}
	return &out
}

// inOrder puts methods in the order of the experiment that has the most of them, those that it
// has not behind, likewise.
func inOrder(methods []string, facts []document.Facts) []string {
	facts = slices.Clone(facts)
	slices.SortStableFunc(facts, func(a, b document.Facts) int { return cmp.Compare(len(b.Labels), len(a.Labels)) })
	var out []string
	for _, f := range facts {
		for _, label := range f.Labels {
			if slices.Contains(methods, label) && !slices.Contains(out, label) {
				out = append(out, label)
			}
		}
	}
	return out
}

// newTile says what a number is, and what it comes to.
func newTile(f document.Facts, n document.Number) Tile {
	t := Tile{Folder: f.Folder(), Class: className(n.Verdict), Mark: markOf(n.Verdict)}
	title := n.Metric
	for _, m := range f.Metrics {
		if m.Name == n.Metric {
			title = m.Title
		}
	}
	where := []string{title}
	if n.Inducing != "" {
		where = append(where, "M = "+n.Inducing)
	}
	if n.Other != "" {
		where = append(where, n.Other)
	}
	published := cmp.Or(n.Word, fmt.Sprintf("%g", n.Published))
	t.Title = fmt.Sprintf("%s: published %s, ours %g, %s", strings.Join(where, ", "), published, n.Ours, n.Verdict)
	return t
}
