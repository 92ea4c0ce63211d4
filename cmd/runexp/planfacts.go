package main

import (
	"slices"

	"gpcbench/harness/plan"
)

// planFacts are what plan tells as JSON; docs/json.md describes it.
type planFacts struct {
	Version int              `json:"version"`
	Plans   []experimentPlan `json:"plans"`
}

// experimentPlan is the plan of one experiment.
type experimentPlan struct {
	Experiment  string         `json:"experiment"`
	Profile     string         `json:"profile"`
	Cells       map[string]int `json:"cells"`        // by state: done, failed, stale, missing
	Records     int            `json:"records_left"` // of no cell of the plan
	SecondsLeft float64        `json:"seconds_left"` // of the cells below that something is known about
	Known       int            `json:"known"`        // cells to run of which finished cells tell the time
	Unknown     int            `json:"unknown"`      // cells to run that nothing is known about
	Missing     []string       `json:"missing_datasets"`
	Groups      []cellGroup    `json:"groups"`
}

// cellGroup is the cells of one method on one data set.
type cellGroup struct {
	Dataset string         `json:"dataset"`
	Label   string         `json:"label"`
	Cells   map[string]int `json:"cells"`
}

// factsOf gathers what is to tell of a plan.
func factsOf(p *plan.Plan) experimentPlan {
	out := experimentPlan{Experiment: p.Spec.Name, Profile: p.Spec.Profile, Cells: map[string]int{}, Records: p.Stale, Missing: []string{}, Groups: []cellGroup{}}
	for _, c := range p.Cells {
		out.Cells[c.State]++
		at := slices.IndexFunc(out.Groups, func(g cellGroup) bool { return g.Dataset == c.Dataset && g.Label == c.Label })
		if at < 0 {
			at = len(out.Groups)
			out.Groups = append(out.Groups, cellGroup{c.Dataset, c.Label, map[string]int{}})
		}
		out.Groups[at].Cells[c.State]++
	}
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
