package report

import (
	"math"
	"slices"
	"strings"

	"gpcbench/harness/spec"
)

// nearness returns the mean distance of the inducing inputs of a map to the nearest border
// over that of its training rows, both axes as long as the box; NaN where there are no
// borders or no inducing inputs.
func (m mapPlotter) nearness() float64 {
	segments := m.borders()
	for i := range segments {
		for k := range segments[i] {
			segments[i][k] = m.inBox(segments[i][k])
		}
	}
	mean := func(points [][2]float64) float64 {
		total := 0.0
		for _, x := range points {
			total += m.toNearest(m.inBox(x), segments)
		}
		return total / float64(len(points))
	}
	return mean(slices.Concat(m.Inducing...)) / mean(m.Rows)
}

// inBox is a point with the box as the unit square.
func (m mapPlotter) inBox(x [2]float64) [2]float64 {
	for j := range x {
		if width := m.High[j] - m.Low[j]; width > 0 {
			x[j] = (x[j] - m.Low[j]) / width
		}
	}
	return x
}

// toNearest is the distance of a point to the nearest of some segments, NaN if there is none.
func (m mapPlotter) toNearest(x [2]float64, segments [][2][2]float64) float64 {
	least := math.NaN()
	for _, s := range segments {
		along := [2]float64{s[1][0] - s[0][0], s[1][1] - s[0][1]}
		length := along[0]*along[0] + along[1]*along[1]
		t := 0.0
		if length > 0 {
			t = min(max(((x[0]-s[0][0])*along[0]+(x[1]-s[0][1])*along[1])/length, 0), 1)
		}
		d := math.Hypot(x[0]-s[0][0]-t*along[0], x[1]-s[0][1]-t*along[1])
		if math.IsNaN(least) || d < least {
			least = d
		}
	}
	return least
}

// moved returns the mean distance of the inducing inputs of a map to those of another, both
// axes as long as the box; NaN where it has none, or not as many.
func (m mapPlotter) moved(start mapPlotter) float64 {
	from, to := slices.Concat(start.Inducing...), slices.Concat(m.Inducing...)
	if len(from) != len(to) {
		return math.NaN()
	}
	total := 0.0
	for i := range to {
		a, b := m.inBox(from[i]), m.inBox(to[i])
		total += math.Hypot(a[0]-b[0], a[1]-b[1])
	}
	return total / float64(len(to))
}

// inducingTables says where the inducing inputs of a figure's rows lie, and how far they have
// moved if the figure has a label that tells where they start.
func (p *project) inducingTables(f spec.Figure, at coordinates, rows []string) []string {
	if p.Maps == nil {
		return nil
	}
	lying, moving := rows, []string(nil)
	if f.Start != "" {
		lying, moving = append(slices.Clone(rows), f.Start), rows
	}
	var out []string
	if table := p.mapTable(f, at, lying, func(m mapPlotter, _ coordinates, _ int) float64 { return m.nearness() }); table != "" {
		out = append(out, "Mean distance of inducing inputs to the nearest border, over that of the training rows (median over all repeats; axes as long as the panel):\n\n"+table)
	}
	fromStart := func(m mapPlotter, at coordinates, repeat int) float64 {
		for _, r := range p.group(at.with(f.Series, f.Start)).ok {
			if start, err := p.Maps(r.ID); err == nil && r.Repeat == repeat {
				return m.moved(mapPlotter{*start})
			}
		}
		return math.NaN()
	}
	if table := p.mapTable(f, at, moving, fromStart); table != "" {
		out = append(out, "Mean distance of inducing inputs to where they started, with the panel's sides as 1 (median over all repeats):\n\n"+table)
	}
	return out
}

// mapTable lists a number of each map, the median over repeats: a line for each row of a
// figure, and its columns but that of the full models. It is empty where no map has the
// number.
func (p *project) mapTable(f spec.Figure, at coordinates, rows []string, of func(m mapPlotter, at coordinates, repeat int) float64) string {
	var columns []mapColumn
	head, rule := "| |", "|---|"
	for _, c := range p.mapColumns(f, at) {
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
			if values := p.mapValues(c.of(row), of); len(values) > 0 {
				text, some = short(medianOf(values), 2), true
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

// mapValues returns a number of the maps of boundaries at coordinates, as far as they have it.
func (p *project) mapValues(at coordinates, of func(m mapPlotter, at coordinates, repeat int) float64) []float64 {
	var values []float64
	for _, r := range p.group(at).ok {
		m, err := p.Maps(r.ID)
		if err != nil || m.Posterior != nil {
			continue
		}
		if v := of(mapPlotter{*m}, at, r.Repeat); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
}
