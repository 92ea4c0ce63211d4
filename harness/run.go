package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// RunOptions says how a plan is run.
type RunOptions struct {
	Jobs        int       // cells at a time; timed cells run one at a time all the same
	Predictions bool      // keep predictions beside the journal; with a reference they are kept anyway
	Progress    io.Writer // a line for each finished cell
	Engine      string    // which code does the dense algebra, for provenance
	Version     string    // what provenance calls this program; empty: what Go noted when it was built

	// For tests; zero values are what a command wants.
	Command         []string      // of a worker; nil: this program with WorkerVerb
	LockDir         string        // folder of the lock that keeps timed cells alone; empty: the system's for temporary files
	CheckpointEvery time.Duration // on the clock; 0: 30 seconds
}

// Summary counts what became of the cells of a plan.
type Summary struct {
	Cells, AlreadyDone, Finished, Failed int
}

// Run runs the cells of a plan that are not done. Each finished cell is on the
// disk before it is counted. When ctx is cancelled it returns ctx's error at
// once, with what was finished kept.
//
// Two runs on the same results share the work: a cell is claimed by a lock
// file beside the checkpoints, and whoever gets the claim looks first whether
// the other has finished it.
func Run(ctx context.Context, p *Plan, opt RunOptions) (Summary, error) {
	sum := Summary{Cells: len(p.Cells)}
	if len(p.Cells) == 0 && len(p.Missing) > 0 {
		return sum, &NoDataError{fmt.Sprintf("%s: nothing can run, all its data is missing", p.Spec.Name)}
	}
	if opt.Command == nil {
		path, err := self()
		if err != nil {
			return sum, fmt.Errorf("worker processes: %w", err)
		}
		opt.Command = []string{path, WorkerVerb}
	}
	if opt.LockDir == "" {
		opt.LockDir = os.TempDir()
	}
	if opt.CheckpointEvery == 0 {
		opt.CheckpointEvery = checkpointEvery
	}
	if opt.Progress == nil {
		opt.Progress = io.Discard
	}
	opt.Predictions = opt.Predictions || p.Spec.Reference != ""
	r := &runner{plan: p, opt: opt, host: newHostLock(opt.LockDir)}
	seen := map[string]bool{} // two labels may name the same cell
	for _, c := range p.Cells {
		if seen[c.ID] {
			sum.AlreadyDone++
			continue
		}
		seen[c.ID] = true
		if c.State == Done && (c.noData || !r.lacksFiles(c)) {
			sum.AlreadyDone++
			continue
		}
		r.queue = append(r.queue, c)
	}
	if len(r.queue) == 0 {
		return sum, nil
	}
	journal, err := record.NewJournal(p.Folder)
	if err != nil {
		return sum, err
	}
	r.journal = journal
	r.others = p.stamp
	r.total = len(r.queue)
	err = errors.Join(r.run(ctx), journal.Close())
	os.Remove(r.checkpoints()) // if nothing is left in it
	sum.AlreadyDone += r.elsewhere
	sum.Finished, sum.Failed = r.finished, r.failed
	if err == nil && r.failed > 0 {
		err = &FailedError{r.failed}
	}
	return sum, err
}

// workersPerCore bounds the worker processes. A worker has one core, so that
// more of them than cores win next to nothing, and thousands would take the
// machine's memory and outlive an interrupt.
const workersPerCore = 4

// runner runs the queue of a plan.
type runner struct {
	plan  *Plan
	opt   RunOptions
	host  hostLock
	total int
	told  sync.Once // that timed cells are waited for

	mu        sync.Mutex
	queue     []*Cell // still to be taken
	journal   *record.Journal
	others    string // state of other runs' journals when they were last read
	started   time.Time
	finished  int // ok
	failed    int
	elsewhere int // done by another run meanwhile
	err       error
}

// run lets as many goroutines take cells as there are jobs.
func (r *runner) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := max(1, min(r.opt.Jobs, len(r.queue), workersPerCore*runtime.NumCPU()))
	if r.plan.Spec.Timing == "exclusive" {
		jobs = 1
	}
	r.started = time.Now()
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for ctx.Err() == nil {
				c := r.next()
				if c == nil {
					return
				}
				if err := r.cell(ctx, c); err != nil {
					r.fail(err)
					stop()
				}
			}
		})
	}
	wg.Wait()
	if r.err == nil {
		return ctx.Err()
	}
	return r.err
}

// next takes a cell from the queue, nil if none is left.
func (r *runner) next() *Cell {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.queue) == 0 {
		return nil
	}
	c := r.queue[0]
	r.queue = r.queue[1:]
	return c
}

// fail keeps the first error that ends the run.
func (r *runner) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
}

func (r *runner) checkpoints() string { return filepath.Join(r.plan.Folder, "checkpoints") }

// lacksFiles says whether a cell has to be run for what is kept beside its
// record: its predictions, compressed or not, and its map.
func (r *runner) lacksFiles(c *Cell) bool {
	lacks := func(paths ...string) bool {
		return !slices.ContainsFunc(paths, func(path string) bool { _, err := os.Stat(path); return err == nil })
	}
	var predictions []string
	for _, ending := range predictionEndings {
		predictions = append(predictions, r.plan.predictions(c.ID)+ending)
	}
	return r.opt.Predictions && lacks(predictions...) || r.plan.Spec.Map && lacks(record.MapPath(r.plan.Folder, c.ID))
}

// cell claims a cell, runs it and keeps its record. The error is one that
// ends the run.
func (r *runner) cell(ctx context.Context, c *Cell) error {
	if err := os.MkdirAll(r.checkpoints(), 0o777); err != nil {
		return fmt.Errorf("checkpoints cannot be kept: %w", err)
	}
	claim := flock.New(filepath.Join(r.checkpoints(), c.ID+".lock"))
	free, err := claim.TryLock()
	if err == nil && !free {
		fmt.Fprintf(r.opt.Progress, "waiting for another run that is at %s\n", name(c))
		_, err = claim.TryLockContext(ctx, patience)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if err == nil { // without locks, as on some network drives, a cell may run twice, which does no harm
		defer os.Remove(claim.Path())
		defer claim.Close()
	}
	if r.doneElsewhere(c) {
		return nil
	}
	release, err := r.host.take(ctx, r.plan.Spec.Timing == "exclusive", func() {
		r.told.Do(func() { fmt.Fprintln(r.opt.Progress, "waiting for another run on this host: timed cells run alone") })
	})
	if err != nil {
		return fmt.Errorf("lock of timed cells: %w", err)
	}
	q := request{
		Cell: c.Cell, Rows: c.rows, Timing: r.plan.Spec.Timing, Version: r.opt.Version, Engine: r.opt.Engine,
		Checkpoint: filepath.Join(r.checkpoints(), c.ID+".state"), Every: r.opt.CheckpointEvery,
	}
	if r.opt.Predictions {
		q.Predictions = r.plan.predictions(c.ID) + predictionEndings[0]
	}
	if r.plan.Spec.Map {
		q.Map = record.MapPath(r.plan.Folder, c.ID)
	}
	out, err := inProcess(ctx, r.opt.Command, q)
	release()
	if err != nil {
		return err
	}
	return r.keep(c, out, q.Checkpoint)
}

// doneElsewhere says whether another run has finished a cell since the plan
// was made, and counts it.
func (r *runner) doneElsewhere(c *Cell) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := record.Stamp(r.plan.Folder, r.journal.Name()); now != r.others {
		r.others = now
		records, _ := record.Read(r.plan.Folder) // damage was told with the plan
		r.plan.records = record.Latest(records)
	}
	if r.plan.records[c.ID].Status != record.OK || r.lacksFiles(c) {
		return false
	}
	c.State = Done
	r.elsewhere++
	return true
}

// keep writes a record and says so.
func (r *runner) keep(c *Cell, out record.Record, checkpoint string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.journal.Append(out); err != nil {
		return err
	}
	os.Remove(checkpoint)
	os.Remove(checkpoint + partial) // of a worker that was killed while it wrote
	if r.plan.records[c.ID].Status != record.OK {
		r.plan.records[c.ID] = out
	}
	if out.Status == record.OK {
		c.State = Done
		r.finished++
	} else {
		c.State = Failed
		r.failed++
	}
	n := r.finished + r.failed + r.elsewhere
	line := fmt.Sprintf("%d/%d %s: ", n, r.total, name(c))
	if out.Status == record.OK {
		line += fmt.Sprintf("error %.4f, nll %.4f, %.1f s", out.Metrics["error"], out.Metrics["nll"], out.Timing.WallSeconds)
		if bad := out.Events[method.EventNotConverged]; bad > 0 {
			line += fmt.Sprintf(", NOT CONVERGED in %d latent values", bad)
		}
	} else {
		line += "FAILED: " + out.Error
	}
	if n < r.total {
		left := time.Duration(float64(time.Since(r.started)) / float64(n) * float64(r.total-n))
		line += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	fmt.Fprintln(r.opt.Progress, line)
	return nil
}

// name is what a cell is called on the terminal.
func name(c *Cell) string { return fmt.Sprintf("%s, repeat %d, %s", c.Dataset, c.Repeat, c.Label) }
