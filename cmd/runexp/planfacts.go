package main

import "gpcbench/harness/plan"

// planFacts are what plan prints as JSON; docs/json.md describes it.
type planFacts struct {
	Version int              `json:"version"`
	Plans   []experimentPlan `json:"plans"`
}

// experimentPlan is the plan of one experiment.
type experimentPlan struct {
	Experiment  string      `json:"experiment"`
	Profile     string      `json:"profile"`
	Cells       counts      `json:"cells"`        // by state: done, failed, stale, missing
	Records     int         `json:"records_left"` // that belong to no cell of the plan
	SecondsLeft float64     `json:"seconds_left"` // of the cells counted in Known
	Known       int         `json:"known"`        // cells to run whose time is estimated from finished cells
	Unknown     int         `json:"unknown"`      // cells to run whose time cannot be estimated
	Missing     []string    `json:"missing_datasets"`
	Groups      []cellGroup `json:"groups"`
}

// cellGroup is the cells of one method on one data set.
type cellGroup struct {
	Dataset string `json:"dataset"`
	Label   string `json:"label"`
	Cells   counts `json:"cells"`
}

// grouped counts the cells of each data set and label by state, in the order of the plan, and those of all.
func grouped(cells []*plan.Cell, state func(c *plan.Cell) string) (groups []cellGroup, total counts) {
	groups, total = []cellGroup{}, newCounts()
	at := map[[2]string]int{}
	for _, c := range cells {
		key := [2]string{c.Dataset, c.Label}
		i, ok := at[key]
		if !ok {
			i = len(groups)
			at[key] = i
			groups = append(groups, cellGroup{c.Dataset, c.Label, newCounts()})
		}
		groups[i].Cells[state(c)]++
		total[state(c)]++
	}
	return groups, total
}

// factsOf gathers the facts of a plan.
func factsOf(p *plan.Plan) experimentPlan {
	out := experimentPlan{Experiment: p.Spec.Name, Profile: p.Spec.Profile, Records: p.Stale, Missing: []string{}}
	out.Groups, out.Cells = grouped(p.Cells, func(c *plan.Cell) string { return c.State })
	left, _ := p.ToRun(p.Cells, false)
	for _, c := range left {
		out.SecondsLeft += c.Seconds
		if c.Seconds == 0 {
			out.Unknown++
		} else {
			out.Known++
		}
	}
	for _, m := range p.Missing {
		out.Missing = append(out.Missing, m.Dataset)
	}
	return out
}
