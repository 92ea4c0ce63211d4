package analysis

import (
	"maps"
	"math"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// measureMaps adds measures of the inducing inputs' positions in maps to the records: their distance
// to the border, how many coincide with another, and how far they have moved, if a figure
// has a label that says where they started.
func (p *Experiment) measureMaps() {
	if p.ReadMap == nil || !p.Spec.Map {
		return
	}
	fields := map[string]DecisionMap{} // by cell ID
	for _, c := range p.Cells {
		if !p.isOK(c.ID) {
			continue
		}
		if m, err := p.ReadMap(c.ID); err == nil {
			fields[c.ID] = DecisionMap{*m}
		}
	}
	p.ownRecords()
	for _, c := range p.Cells {
		m, ok := fields[c.ID]
		if !ok {
			continue
		}
		measures := map[string]float64{"border_distance": m.Nearness(), "coinciding_share": m.Coinciding()}
		if start, ok := fields[p.startOf(c)]; ok {
			measures["map_moved"], measures["inward_share"] = m.Since(start)
		}
		maps.DeleteFunc(measures, func(_ string, v float64) bool { return math.IsNaN(v) })
		p.measured(c.ID, measures)
	}
}

// startOf is the ID of the cell that has the inducing inputs a cell started with, as a figure
// names it; empty if there is none.
func (p *Experiment) startOf(c *record.Planned) string {
	i := slices.IndexFunc(p.Spec.Figures, func(f spec.Figure) bool { return f.Start != "" })
	if i < 0 {
		return ""
	}
	for _, start := range p.besides(c, p.Spec.Figures[i].Start) {
		if start.ID != c.ID && p.samePoint(start.Cell, c.Cell) {
			return start.ID
		}
	}
	return ""
}
