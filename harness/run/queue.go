package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"gpcbench/data/atomicfile"
	"gpcbench/data/read"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// workersPerCore bounds the threads of all worker processes. A worker has one core, or as
// many as it has threads, so that more of them than cores win next to nothing, and thousands
// would take the machine's memory and outlive an interrupt.
const workersPerCore = 4

// runner runs the queue of a plan.
type runner struct {
	plan  *plan.Plan
	opt   Options
	total int

	waiting int     // cells that only Import can bring
	screen  *screen // nil: nobody watches

	mu        sync.Mutex
	queue     []*plan.Cell // still to be taken
	journal   *record.Journal
	started   time.Time
	forecast  *forecast
	finished  int // ok
	failed    int
	elsewhere int           // done by another run meanwhile
	looked    time.Time     // when journals of other runs were last read
	looking   time.Duration // how long that took
	err       error
}

// newRunner returns a runner with those of the cells that are not done in its
// queue.
func newRunner(p *plan.Plan, cells []*plan.Cell, opt Options) *runner {
	r := &runner{plan: p, opt: opt}
	r.queue, r.waiting = p.ToRun(cells, opt.Predictions)
	r.total = len(r.queue)
	r.forecast = newForecast(p.Cells, p.Latest(), r.queue)
	return r
}

// run lets as many goroutines take cells as there are jobs.
func (r *runner) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := max(1, min(r.opt.Jobs, len(r.queue), workersPerCore*runtime.NumCPU()/r.opt.Threads))
	if r.plan.Spec.Timing == "exclusive" {
		jobs = 1
	}
	r.started = time.Now()
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for ctx.Err() == nil {
				c, release, err := r.next(ctx)
				if c == nil && err == nil {
					return
				}
				if err == nil {
					err = r.cell(ctx, c)
					release()
				}
				if err != nil {
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

// next takes a cell from the queue and keeps other runs on the same results from it until
// release is called: the first that no other run is at, or where there is none, the first as
// soon as it is free. It is nil if none is left. The error is one that ends the run.
func (r *runner) next(ctx context.Context) (c *plan.Cell, release func(), err error) {
	if err := os.MkdirAll(r.checkpoints(), 0o777); err != nil {
		return nil, nil, fmt.Errorf("checkpoints cannot be kept: %w", err)
	}
	r.mu.Lock()
	for i, c := range r.queue {
		if release, free := r.claim(c); free {
			r.queue = slices.Delete(r.queue, i, i+1)
			r.mu.Unlock()
			return c, release, nil
		}
	}
	if len(r.queue) == 0 {
		r.mu.Unlock()
		return nil, nil, nil
	}
	c = r.queue[0]
	r.queue = r.queue[1:]
	r.mu.Unlock()
	fmt.Fprintf(r.opt.Progress, "waiting for another run that is at %s\n", c.Title())
	release, err = r.await(ctx, c)
	return c, release, err
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

// cell runs a cell and keeps its record. The error is one that ends the run.
func (r *runner) cell(ctx context.Context, c *plan.Cell) error {
	if r.doneElsewhere(c) {
		return nil
	}
	q := r.request(c)
	out, err := r.execute(ctx, c, q)
	if err != nil {
		return err
	}
	return r.keep(c, out, q.Checkpoint)
}

// execute runs a cell, in sight of whoever watches.
func (r *runner) execute(ctx context.Context, c *plan.Cell, q work.Request) (record.Record, error) {
	if r.screen != nil {
		tell, end := r.screen.begin(c)
		defer end()
		q.Follow, q.Tell = screenEvery, tell
	}
	return r.opt.executor.execute(ctx, q)
}

// claim keeps other runs from a cell until release is called, if none is at it. Without locks,
// as on some network drives, a cell may run twice, which does no harm.
func (r *runner) claim(c *plan.Cell) (release func(), free bool) {
	if !r.opt.Shard.Whole() {
		return func() {}, true
	}
	claim := r.lock(c)
	free, err := claim.TryLock()
	switch {
	case err != nil:
		return func() {}, true
	case !free:
		return nil, false
	}
	return releaseOf(claim), true
}

// await claims a cell as soon as no other run is at it. The error is ctx's.
func (r *runner) await(ctx context.Context, c *plan.Cell) (release func(), err error) {
	claim := r.lock(c)
	_, err = claim.TryLockContext(ctx, pollEvery)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return func() {}, nil
	}
	return releaseOf(claim), nil
}

func (r *runner) lock(c *plan.Cell) *flock.Flock {
	return flock.New(filepath.Join(r.checkpoints(), c.ID+".lock"), flock.SetPermissions(0o666)) // results may be shared
}

func releaseOf(claim *flock.Flock) func() {
	return func() {
		claim.Close()
		os.Remove(claim.Path())
	}
}

// request is what a worker is told about a cell.
func (r *runner) request(c *plan.Cell) work.Request {
	q := work.Request{
		Cell: c.Cell, Rows: *c.Rows, Timing: r.plan.Spec.Timing, Parameters: r.plan.Spec.Parameters, Engine: r.opt.Engine,
		Threads:    r.opt.Threads,
		Checkpoint: filepath.Join(r.checkpoints(), c.ID+".state"), Every: r.opt.CheckpointEvery,
	}
	if r.opt.Predictions {
		q.Predictions = r.plan.PredictionsPath(c.ID)
	}
	if r.plan.Spec.Map {
		q.Map = record.MapPath(r.plan.Folder, c.ID)
	}
	return q
}

// doneElsewhere says whether another run has finished a cell since the plan
// was made, and counts it.
func (r *runner) doneElsewhere(c *plan.Cell) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.look()
	if !r.plan.IsDone(c, r.opt.Predictions) {
		return false
	}
	c.State = plan.Done
	r.elsewhere++
	r.forecast.remove(c)
	return true
}

// look reads what other runs have added to their journals. Of a shard nobody else
// is expected to run cells, and there may be thousands of journals: it looks for a
// hundredth of the time at most.
func (r *runner) look() {
	if !r.opt.Shard.Whole() && time.Since(r.looked) < 100*r.looking {
		return
	}
	start := time.Now()
	r.plan.TakeNew(r.journal.Name())
	r.looked = time.Now()
	r.looking = r.looked.Sub(start)
}

// keep writes a record and says so.
func (r *runner) keep(c *plan.Cell, out record.Record, checkpoint string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.journal.Append(out); err != nil {
		return err
	}
	if out.Status == record.OK { // a worker that was killed, or a full disk, costs no more than the last part
		os.Remove(checkpoint)
	}
	atomicfile.RemoveUnfinished(checkpoint)
	r.plan.Take(out)
	if out.Status == record.OK {
		c.State = plan.Done
		r.finished++
	} else {
		c.State = plan.Failed
		r.failed++
	}
	r.forecast.finished(c, out)
	fmt.Fprintln(r.opt.Progress, r.progress(c, out))
	return nil
}

// progress is the line on a cell that has ended, and on what is left.
func (r *runner) progress(c *plan.Cell, out record.Record) string {
	n := r.finished + r.failed + r.elsewhere
	line := fmt.Sprintf("%d/%d %s: ", n, r.total, c.Title())
	if out.Status == record.OK {
		line += fmt.Sprintf("%s, %.1f s", inShort(out.Metrics), out.Timing.WallSeconds)
		if bad := work.Trouble(out.Timing, out.Events); bad != "" {
			line += ", " + bad
		}
	} else {
		line += "FAILED: " + out.Error
	}
	if left, unknown := r.forecast.left(time.Since(r.started)); unknown < r.total-n {
		line += fmt.Sprintf(", about %v left", left.Round(time.Second))
		if unknown > 0 {
			line += fmt.Sprintf(", and %s that nothing is known about", read.Count(unknown, "cell"))
		}
	}
	return line
}

// inShort tells a user how good a fit is.
func inShort(m map[string]float64) string {
	if _, ofLabels := m["p_at_1"]; ofLabels {
		return fmt.Sprintf("P@1 %.4f", m["p_at_1"])
	}
	return fmt.Sprintf("error %.4f, nll %.4f", m["error"], m["nll"])
}
