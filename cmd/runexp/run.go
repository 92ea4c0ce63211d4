package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"gpcbench/harness/plan"
	"gpcbench/harness/run"
	"gpcbench/harness/work"
	"gpcbench/wording"
)

func runVerb() verb {
	return verb{
		name: "run", args: "SPEC...", help: "run the cells that are not done",
		flags: []flags{selectionFlags, coresFlags, shardFlag, predictionsFlag, progressFlags, waitFlags},
		words: specWords, interrupted: resumable, run: (*app).runSpecs,
	}
}

// resumable says what is kept of an interrupted run.
const resumable = "; finished cells are kept, run the same command to go on"

func shardFlag(fs *flag.FlagSet, a *arguments) {
	fs.Func("shard", "`i/n`: run only the i-th of n shares of the cells; the shares cost about the same and do not depend on what is done", func(text string) (err error) {
		a.shard, err = plan.ParseShard(text)
		return err
	})
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
		if unread(p) {
			continue
		}
		a.noticeAgain(p, args.predictions)
		a.noticeClasses(ctx, p)
		opt := run.Options{Jobs: args.jobs, Threads: args.threads, Shard: args.shard, Predictions: args.predictions, Wait: args.wait, Engine: a.engine}
		switch args.progress {
		case progressText:
			opt.Progress, opt.Width = a.stderr, screenWidth(a.stderr)
		case progressJSON:
			opt.Progress, opt.JSON = a.stderr, true
		}
		sum, err := run.Run(ctx, p, opt)
		fmt.Fprintf(a.stdout, "%s, profile %s: %s, %s done before, %d finished now, %d failed\n",
			p.Spec.Name, p.Spec.Profile, wording.Plural(sum.Cells, "cell"), wording.Counted(sum.AlreadyDone, "1 was", "%d were"), sum.Finished, sum.Failed)
		a.tellWaiting(sum.Waiting)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// tellWaiting counts the cells that only import can fill.
func (a *app) tellWaiting(n int) {
	if n > 0 {
		fmt.Fprintf(a.stdout, "%s not run here: runexp import adds %s predictions\n",
			wording.Counted(n, "1 cell belongs to a method that is", "%d cells belong to methods that are"), wording.Agree(n, "its", "their"))
	}
}

// worker runs one cell for a parent process.
func (a *app) worker(ctx context.Context) int {
	l, err := a.loader(false)
	if err == nil {
		orphaned := func() { os.Exit(exitInterrupted) }
		err = work.Main(ctx, a.stdin, a.stdout, l, orphaned)
	}
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(a.stderr, "runexp: %v\n", err)
	}
	return exitCode(err)
}
