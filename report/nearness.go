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

// nearnessTable lists how near the inducing inputs of a figure's rows lie to the borders,
// the median over all repeats; empty where nothing has both.
func (p *project) nearnessTable(f spec.Figure, at coordinates, rows []string) string {
	if p.Maps == nil {
		return ""
	}
	var columns []mapColumn
	for _, c := range p.mapColumns(f, at) {
		if !c.full {
			columns = append(columns, c)
		}
	}
	head, rule := "| |", "|---|"
	for _, c := range columns {
		head, rule = head+" "+c.title+" |", rule+"---|"
	}
	lines := []string{head, rule}
	some := false
	for _, row := range rows {
		line := "| " + escapeMarkdown(row) + " |"
		for _, c := range columns {
			var values []float64
			for _, r := range p.group(c.of(row)).ok {
				if m, err := p.Maps(r.ID); err == nil && m.Posterior == nil {
					if v := (mapPlotter{*m}).nearness(); !math.IsNaN(v) {
						values = append(values, v)
					}
				}
			}
			text := "–"
			if len(values) > 0 {
				text, some = short(medianOf(values), 2), true
			}
			line += " " + text + " |"
		}
		lines = append(lines, line)
	}
	if !some {
		return ""
	}
	return "Mean distance of inducing inputs to the nearest border, over that of the training rows (median over all repeats; axes as long as the panel):\n\n" + strings.Join(lines, "\n")
}
