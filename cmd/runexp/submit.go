package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/slurm"
	"gpcbench/harness/spec"
	"gpcbench/wording"
)

func submitVerb() verb {
	return verb{
		name: "submit", args: "--engine slurm SPEC...", help: "run the cells that are not done as array jobs of a cluster; words after -- go to sbatch",
		flags: []flags{selectionFlags, coresFlags, predictionsFlag, clusterFlags}, words: specWords, handsOn: true, run: (*app).submit,
	}
}

func cancelVerb() verb {
	return verb{
		name: "cancel", args: "SPEC...", help: "cancel the jobs of submit",
		flags: []flags{profileFlag, resultsFlag}, words: specWords, run: (*app).cancel,
	}
}

// cluster is what submit says about the jobs.
type cluster struct {
	engine    string
	array     int // 0: one task a cell, at most mostTasks
	time      string
	memory    string
	partition string
	dryRun    bool
}

// mostTasks is the largest number of tasks of an array job unless --array says otherwise:
// as many as Slurm accepts if its MaxArraySize is not set.
const mostTasks = 1000

func clusterFlags(fs *flag.FlagSet, a *arguments) {
	c := &a.cluster
	fs.StringVar(&c.engine, "engine", "", "`name` of the cluster's workload manager: slurm")
	fs.Func("array", fmt.Sprintf("`number` of tasks to divide the cells among (default one per cell, at most %d)", mostTasks), func(text string) (err error) {
		if c.array, err = strconv.Atoi(text); err != nil || c.array < 1 || c.array > plan.MaxCells {
			return fmt.Errorf("a job has from 1 to %d tasks", plan.MaxCells)
		}
		return nil
	})
	fs.StringVar(&c.time, "time", "", "`limit` of a task's time as Slurm writes it, such as 30 (minutes), 4:00:00 or 1-12; submit again to run what is not done by then")
	fs.StringVar(&c.memory, "mem", "", "`size` of a task's memory, such as 4G")
	fs.StringVar(&c.partition, "partition", "", "`name` of the partition")
	fs.BoolVar(&c.dryRun, "dry-run", false, "print the script and submit nothing")
}

// validate refuses what no job could have.
func (c *cluster) validate() error {
	switch {
	case c.engine == "":
		return usagef("submit: with which engine? Say --engine slurm")
	case c.engine != "slurm":
		return usagef("--engine %s: the only engine is slurm; on other clusters run --shard i/n runs one share of the cells, as the jobs in examples/cluster do", c.engine)
	case c.time != "" && !slurm.TimeLimit(c.time):
		return usagef("--time %s: write it as minutes, minutes:seconds, hours:minutes:seconds, days-hours or days-hours:minutes", c.time)
	case c.memory != "" && !slurm.Memory(c.memory):
		return usagef("--mem %s: write it as a number followed by K, M, G or T, such as 4G", c.memory)
	case strings.ContainsFunc(c.partition, func(r rune) bool { return r <= ' ' }):
		return usagef("--partition %q: names of partitions have no blanks", c.partition)
	}
	return nil
}

// submit submits an array job for each specification that has cells to run. Data
// is fetched and converted first, so that no task has to do it.
func (a *app) submit(ctx context.Context, args arguments) error {
	if err := args.cluster.validate(); err != nil {
		return err
	}
	if i := slices.IndexFunc(args.extra, func(word string) bool { return strings.ContainsAny(word, "\n\r") }); i >= 0 {
		return usagef("submit: a word for sbatch has more than one line: %q", args.extra[i])
	}
	specs, err := readSpecs(args.words, args.profile)
	if err != nil {
		return err
	}
	if !args.cluster.dryRun {
		if err := slurm.Available(); err != nil {
			return err // before data is fetched and folders are made
		}
	}
	plans, err := a.makePlans(ctx, specs, args, !args.cluster.dryRun)
	if err != nil {
		return err
	}
	var errs []error
	for _, p := range plans {
		errs = append(errs, p.Damage)
		if unread(p) {
			continue
		}
		if err := a.submitPlan(ctx, p, args); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", p.Spec.Name, err))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return errors.Join(errs...)
}

// submitPlan submits those cells of a plan that are neither done nor in a task
// that is queued or runs.
func (a *app) submitPlan(ctx context.Context, p *plan.Plan, args arguments) error {
	if !args.cluster.dryRun {
		release, err := slurm.Lock(ctx, p.Folder, func() {
			fmt.Fprintf(a.stderr, "waiting for another process that is submitting cells of %s\n", p.Spec.Name)
		})
		if err != nil {
			return err
		}
		defer release()
	}
	queue, err := slurm.NewQueue(ctx, p.Folder)
	if err != nil {
		return err
	}
	shares := args.cluster.array
	if shares == 0 {
		shares = max(1, min(len(p.Cells), mostTasks))
	}
	left, err := queue.Left(p, shares, args.predictions)
	if err != nil {
		return err
	}
	job, err := a.job(p, shares, left, args)
	if err != nil {
		return err
	}
	cells := 0
	for _, ids := range left {
		cells += len(ids)
	}
	if args.cluster.dryRun && cells > 0 {
		fmt.Fprint(a.stdout, job.Script())
		return nil
	}
	a.noticeAgain(p, args.predictions)
	_, imported := p.ToRun(p.Cells, args.predictions)
	defer a.tellWaiting(imported)
	if cells == 0 {
		fmt.Fprintf(a.stdout, "%s, profile %s: nothing to submit: every cell that can be run is done, queued or running\n", p.Spec.Name, p.Spec.Profile)
		return nil
	}
	number, err := slurm.Submit(ctx, p.Folder, job, left)
	if number != "" {
		fmt.Fprintf(a.stdout, "%s, profile %s: job %s, %s in %s\n", p.Spec.Name, p.Spec.Profile, number, wording.Plural(cells, "cell"), wording.Plural(len(left), "task"))
	}
	return err
}

// job describes the array job that runs the tasks of left. Its paths are absolute:
// a task may start anywhere.
func (a *app) job(p *plan.Plan, shares int, left map[int][]string, args arguments) (slurm.Job, error) {
	program, err := os.Executable()
	if err != nil {
		return slurm.Job{}, fmt.Errorf("the path of this program cannot be determined: %w", err)
	}
	l, err := a.loader(false)
	if err != nil {
		return slurm.Job{}, err
	}
	threads := p.Threads(args.threads)
	j := slurm.Job{
		Name: "gpcbench " + p.Spec.Name, Cache: l.Fetcher.Cache, Shares: shares, Cores: args.jobs * threads, Exclusive: p.Spec.Timing == spec.ExclusiveTiming,
		Time: args.cluster.time, Memory: args.cluster.memory, Partition: args.cluster.partition, Extra: args.extra,
	}
	for number := range left {
		j.Tasks = append(j.Tasks, number)
	}
	slices.Sort(j.Tasks)
	j.Logs = slurm.Folder(p.Folder)
	file, isBuiltIn := strings.CutPrefix(p.Spec.Path, spec.BuiltIn)
	results := args.results
	paths := []*string{&results, &j.Logs, &j.Cache}
	if !isBuiltIn {
		paths = append(paths, &file)
	}
	for _, path := range paths {
		if *path, err = filepath.Abs(*path); err != nil {
			return slurm.Job{}, err
		}
		if strings.ContainsAny(*path, "\n\r") {
			return slurm.Job{}, usagef("submit: a path in a batch script cannot have more than one line: %q", *path)
		}
	}
	j.Command = []string{program, "run", file, "--profile", args.profile, "--results", results, "--jobs", strconv.Itoa(args.jobs), "--threads", strconv.Itoa(threads)}
	for _, condition := range args.only {
		j.Command = append(j.Command, "--only", condition.String())
	}
	if args.predictions {
		j.Command = append(j.Command, "--predictions")
	}
	return j, nil
}

// cancel cancels the jobs of specifications that have not ended.
func (a *app) cancel(ctx context.Context, args arguments) error {
	specs, err := readSpecs(args.words, args.profile)
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range specs {
		queue, err := slurm.NewQueue(ctx, record.Folder(args.results, s.Records, s.Profile))
		var jobs []string
		if err == nil {
			jobs, err = queue.Cancel(ctx)
		}
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("%s: %w", s.Name, err))
		case len(jobs) == 0:
			fmt.Fprintf(a.stdout, "%s, profile %s: no job is queued or running\n", s.Name, s.Profile)
		default:
			fmt.Fprintf(a.stdout, "%s, profile %s: cancelled job %s; finished cells are kept\n", s.Name, s.Profile, strings.Join(jobs, ", "))
		}
	}
	return errors.Join(errs...)
}
