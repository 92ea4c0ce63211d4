package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
	"gpcbench/harness"
)

// fetch brings data sets into the cache.
func (a *app) fetch(ctx context.Context, args arguments) error {
	names := args.words
	if args.all {
		names = catalogue.Names()
	}
	if len(names) == 0 {
		return usagef("fetch: which data sets? Name them, or say --all; runexp list datasets shows them")
	}
	var entries []catalogue.Entry
	for _, name := range names {
		e, err := catalogue.Get(name)
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	f, err := fetch.New(a.stderr)
	if err != nil {
		return err
	}
	f.Full = true
	var errs []error
	for _, e := range entries {
		if e.Generated != "" {
			fmt.Fprintf(a.stdout, "%s: generated, nothing to fetch\n", e.Name)
			continue
		}
		err := f.Ensure(ctx, e)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		fmt.Fprintf(a.stdout, "%s: here\n", e.Name)
	}
	return errors.Join(errs...)
}

// plan prints what a run would do.
func (a *app) plan(ctx context.Context, args arguments) error {
	specs, err := readSpecs(args.words, args.profile)
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range specs {
		p, err := a.makePlan(ctx, s, args, false)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		a.noticeEmpty(p, args)
		a.printPlan(p)
		errs = append(errs, p.Damage)
		if len(p.Cells) == 0 && len(p.Missing) > 0 {
			errs = append(errs, &harness.NoDataError{Message: s.Name + ": all its data is missing"})
		}
	}
	return errors.Join(errs...)
}

// printPlan prints a line for each data set and label, what each variant has, and
// the estimate.
func (a *app) printPlan(p *harness.Plan) {
	type group struct{ dataset, label string }
	type count struct{ cells, done, failed, stale, missing int }
	counts := map[group]*count{}
	var order []group
	var total count
	var left time.Duration
	unknown := 0
	for _, c := range p.Cells {
		g := group{c.Dataset, c.Label}
		if counts[g] == nil {
			counts[g] = &count{}
			order = append(order, g)
		}
		for _, n := range []*count{counts[g], &total} {
			n.cells++
			switch c.State {
			case harness.Done:
				n.done++
			case harness.Failed:
				n.failed++
			case harness.Stale:
				n.stale++
			default:
				n.missing++
			}
		}
		if c.State == harness.Done {
			continue
		}
		if c.Seconds == 0 {
			unknown++
		}
		left += time.Duration(c.Seconds * float64(time.Second))
	}
	fmt.Fprintf(a.stdout, "%s, profile %s: %d cells\n", p.Spec.Name, p.Spec.Profile, total.cells)
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "data set\tmethod\tcells\tdone\tfailed\tstale\tmissing\t")
	for _, g := range order {
		n := counts[g]
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t\n", g.dataset, g.label, n.cells, n.done, n.failed, n.stale, n.missing)
	}
	fmt.Fprintf(w, "all\t\t%d\t%d\t%d\t%d\t%d\t\n", total.cells, total.done, total.failed, total.stale, total.missing)
	w.Flush()
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
		fmt.Fprintf(a.stdout, "variant %s: %d cells, %d of them shared with another variant\n", v.Name, cells, shared)
	}
	if total.done < total.cells {
		fmt.Fprintf(a.stdout, "training time of what is left, from finished cells like it: %s", left.Round(time.Second))
		if unknown > 0 {
			fmt.Fprintf(a.stdout, ", and %d cells that nothing is known about", unknown)
		}
		fmt.Fprintln(a.stdout)
	}
	if p.Stale > 0 {
		fmt.Fprintf(a.stdout, "%d records belong to no cell of the plan: made with other options, data or numerics\n", p.Stale)
	}
}

// runSpecs runs the cells that are not done.
func (a *app) runSpecs(ctx context.Context, args arguments) error {
	specs, err := readSpecs(args.words, args.profile)
	if err != nil {
		return err
	}
	plans, err := a.makePlans(ctx, specs, args, true)
	if err != nil {
		return err // every table is checked before any cell runs
	}
	var errs []error
	for _, p := range plans {
		errs = append(errs, p.Damage)
		sum, err := harness.Run(ctx, p, harness.RunOptions{Jobs: args.jobs, Threads: args.threads, Shard: args.shard, Predictions: args.predictions, Progress: a.stderr, Engine: a.engine})
		fmt.Fprintf(a.stdout, "%s, profile %s: %d cells, %d were done before, %d finished now, %d failed\n",
			p.Spec.Name, p.Spec.Profile, sum.Cells, sum.AlreadyDone, sum.Finished, sum.Failed)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// worker runs one cell for a parent process.
func (a *app) worker(ctx context.Context) int {
	l, err := a.loader(false)
	if err == nil {
		orphaned := func() { os.Exit(exitInterrupted) }
		err = harness.WorkerMain(a.stdin, a.stdout, l, orphaned)
	}
	if err != nil {
		fmt.Fprintf(a.stderr, "runexp: %v\n", err)
	}
	return exitCode(err)
}
