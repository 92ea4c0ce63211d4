package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"gpcbench/harness/draft"
	"gpcbench/harness/plan"
	"gpcbench/harness/slurm"
	"gpcbench/report/format"
	"gpcbench/wording"
)

func planVerb() verb {
	return verb{
		name: "plan", args: "SPEC...", help: "count the cells that are done, stale or missing, and estimate the time left",
		flags: []flags{selectionFlags, jsonFlag}, words: specWords, run: (*app).plan,
	}
}

// plan prints what a run would do.
func (a *app) plan(ctx context.Context, args arguments) error {
	specs, err := readSpecs(args.words, args.profile)
	if err != nil {
		return err
	}
	var plans []*plan.Plan
	var errs []error
	facts := planFacts{Version: jsonVersion, Plans: []experimentPlan{}}
	for _, s := range specs {
		p, err := a.makePlan(ctx, s, args, false)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		plans = append(plans, p)
		a.noticeEmpty(p, args)
		if args.json {
			facts.Plans = append(facts.Plans, factsOf(p))
			errs = append(errs, p.Damage, p.NoData())
			continue
		}
		for _, t := range p.Tables {
			lines := []string{t.Sizes}
			if t.Summary != nil {
				lines = draft.Summary(t.Summary, false)
			}
			fmt.Fprintf(a.stdout, "%s: %s\n", t.Dataset, strings.Join(lines, "\n  "))
		}
		queue, err := slurm.NewQueue(ctx, p.Folder)
		if err != nil {
			fmt.Fprintf(a.stderr, "notice: %s: cannot tell which cells are queued or running: %v\n", s.Name, err)
		}
		a.noticeAgain(p, false)
		a.noticeClasses(ctx, p)
		a.printPlan(p, queue)
		errs = append(errs, p.Damage, p.NoData())
	}
	if len(plans) == len(specs) { // the cells may be in the specification that is wrong
		a.noticeUnmet(plans, args)
	}
	a.noticeMissing(plans)
	if args.json {
		errs = append(errs, a.printJSON(facts))
	}
	return errors.Join(errs...)
}

// states of cells in the order of the columns of a plan.
var states = []string{plan.Done, slurm.Queued, slurm.Running, plan.Failed, plan.Stale, plan.ToDo}

// counts are numbers of cells by state.
type counts map[string]int

// newCounts has the states of every plan, with zero cells.
func newCounts() counts {
	return counts{plan.Done: 0, plan.Failed: 0, plan.Stale: 0, plan.ToDo: 0}
}

// row is a line of a plan's table: names, the number of cells, and the number in each state of
// the columns.
func (c counts) row(dataset, label string, columns []string) []string {
	cells := 0
	for _, state := range states {
		cells += c[state]
	}
	out := []string{dataset, label, fmt.Sprint(cells)}
	for _, state := range columns {
		out = append(out, fmt.Sprint(c[state]))
	}
	return out
}

// printCounts writes the lines of a plan's table: two names and numbers. If the terminal is too
// narrow, the names come last, where they can be folded.
func printCounts(w io.Writer, lines [][]string, s format.Style) {
	var text strings.Builder
	aligned := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, line := range lines {
		fmt.Fprintf(aligned, "%s\t\n", strings.Join(line, "\t"))
	}
	aligned.Flush()
	first, _, _ := strings.Cut(text.String(), "\n") // all are as wide
	if s.Width == 0 || twwidth.Width(first) <= s.Width {
		io.WriteString(w, text.String())
		return
	}
	turned := make([][]string, len(lines))
	for i, line := range lines {
		turned[i] = append(slices.Clone(line[2:]), strings.TrimSuffix(line[0]+", "+line[1], ", "))
	}
	printColumns(w, turned, s)
}

// printPlan prints a line for each data set and label, the cells of each variant, the
// jobs of submitted cells, and the estimate.
func (a *app) printPlan(p *plan.Plan, queue *slurm.Queue) {
	groups, total := grouped(p.Cells, func(c *plan.Cell) string {
		if s := queue.State(c.ID); s != "" && c.State != plan.Done {
			return s
		}
		return c.State
	})
	columns := slices.Clone(states)
	if queue.Empty() {
		columns = slices.DeleteFunc(columns, func(s string) bool { return s == slurm.Queued || s == slurm.Running })
	}
	fmt.Fprintf(a.stdout, "%s, profile %s: %s\n", p.Spec.Name, p.Spec.Profile, wording.Plural(len(p.Cells), "cell"))
	lines := [][]string{append([]string{"data set", "method", "cells"}, columns...)}
	for _, g := range groups {
		lines = append(lines, g.Cells.row(g.Dataset, g.Label, columns))
	}
	printCounts(a.stdout, append(lines, total.row("all", "", columns)), terminalStyle(a.stdout))
	a.printVariants(p)
	a.printJobs(p, queue)
	a.printEstimate(p)
	if p.Stale > 0 {
		fmt.Fprintln(a.stdout, staleText(p.Stale))
	}
}

// printVariants prints how many cells each variant has, if any.
func (a *app) printVariants(p *plan.Plan) {
	for _, v := range p.Spec.Variants {
		cells, shared := 0, 0
		for _, c := range p.Cells {
			if !slices.Contains(c.Variants, v.Name) {
				continue
			}
			cells++
			if len(c.Variants) > 1 {
				shared++
			}
		}
		switch {
		case cells == 0:
		case shared == 0:
			fmt.Fprintf(a.stdout, "variant %s: %s\n", v.Name, wording.Plural(cells, "cell"))
		default:
			fmt.Fprintf(a.stdout, "variant %s: %s, %d of them shared with another variant\n", v.Name, wording.Plural(cells, "cell"), shared)
		}
	}
}

// printJobs prints the states of the jobs with cells that are not done.
func (a *app) printJobs(p *plan.Plan, queue *slurm.Queue) {
	undone := map[string]bool{}
	for _, c := range p.Cells {
		undone[c.ID] = c.State != plan.Done
	}
	for _, line := range queue.Jobs(func(id string) bool { return undone[id] }) {
		fmt.Fprintln(a.stdout, line)
	}
}

// printEstimate prints how long the remaining cells may take.
func (a *app) printEstimate(p *plan.Plan) {
	var left time.Duration
	known, unknown := 0, 0
	cells, _ := p.ToRun(p.Cells, false)
	for _, c := range cells {
		if c.Seconds == 0 {
			unknown++
		} else {
			known++
		}
		left += time.Duration(c.Seconds * float64(time.Second))
	}
	if known+unknown == 0 {
		return
	}
	text := "training time of the cells left: "
	if known > 0 {
		text += left.Round(time.Second).String() + ", from similar finished cells"
	}
	if known > 0 && unknown > 0 {
		text += ", and "
	}
	if unknown > 0 {
		text += "unknown for " + wording.Plural(unknown, "cell")
	}
	fmt.Fprintln(a.stdout, text)
}
