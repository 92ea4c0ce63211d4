package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"gpcbench/data/atomicfile"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/harness/work"
)

// workersPerCore bounds the threads of all worker processes. A worker keeps as many cores busy
// as it has threads, so more threads than cores gain next to nothing. Thousands of workers would
// fill the machine's memory and outlive an interrupt.
const workersPerCore = 4

// queue is the cells of a plan that are still to be run.
type queue struct {
	plan  *plan.Plan
	opt   Options
	total int

	waiting int // cells that only an import can bring

	mu        sync.Mutex
	changed   *sync.Cond   // signals goroutines waiting for a turn that a cell has ended
	left      []*plan.Cell // still to be taken
	atWork    []*plan.Cell
	journal   *record.Journal
	started   time.Time
	forecast  *forecast
	finished  int // ok
	failed    FailedError
	elsewhere int           // done by another run meanwhile
	readAt    time.Time     // when journals of other runs were last read
	readTook  time.Duration // how long that took
	err       error
}

// newQueue returns a queue of those cells that are not done.
func newQueue(p *plan.Plan, cells []*plan.Cell, opt Options) *queue {
	q := &queue{plan: p, opt: opt}
	q.changed = sync.NewCond(&q.mu)
	q.left, q.waiting = p.ToRun(cells, opt.Predictions)
	q.total = len(q.left)
	q.forecast = newForecast(p.Cells, p.Latest(), q.left)
	return q
}

// run runs the cells and writes their records to a journal. It also returns an error if cells failed.
func (q *queue) run(ctx context.Context) (err error) {
	if q.journal, err = record.NewJournal(q.plan.Folder); err != nil {
		return err
	}
	err = errors.Join(q.runJobs(ctx), q.journal.Close())
	if q.opt.Shard.Whole() { // otherwise another share may be about to use it
		os.Remove(q.checkpoints()) // fails unless it is empty
	}
	if err == nil && q.failed.Failed > 0 {
		if !q.opt.untold {
			q.failed.Why = nil
		}
		err = &q.failed
	}
	return err
}

// summary counts what became of all cells, including those already done before the queue was made.
func (q *queue) summary(cells int) Summary {
	return Summary{Cells: cells, AlreadyDone: cells - q.total - q.waiting + q.elsewhere, Finished: q.finished, Failed: q.failed.Failed, Waiting: q.waiting}
}

// runJobs runs the cells in one goroutine per job.
func (q *queue) runJobs(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := max(1, min(q.opt.Jobs, len(q.left), workersPerCore*runtime.NumCPU()/q.opt.Threads))
	if q.plan.Spec.Timing == spec.ExclusiveTiming {
		jobs = 1
	}
	q.started = time.Now()
	defer context.AfterFunc(ctx, q.changed.Broadcast)()
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for ctx.Err() == nil {
				t, err := q.next(ctx)
				if t == nil && err == nil {
					return
				}
				if err == nil {
					err = q.runTurn(ctx, t)
					t.release()
				}
				if err != nil {
					q.fail(err)
					stop()
				}
			}
		})
	}
	wg.Wait()
	if q.err == nil {
		return ctx.Err()
	}
	return q.err
}

// turn is a cell taken from the queue. Other runs on the same results cannot run it until it is
// released.
type turn struct {
	cell    *plan.Cell
	until   time.Time // time at which it is given up; zero for never
	release func()
}

// next takes a cell from the queue: the one chosen by Turns, or the first that no other run is running.
// If other runs are running all of them, next waits for the first. It returns nil if none is left. An
// error ends the run.
func (q *queue) next(ctx context.Context) (*turn, error) {
	if err := os.MkdirAll(q.checkpoints(), 0o777); err != nil {
		return nil, fmt.Errorf("checkpoints cannot be written: %w", err)
	}
	q.mu.Lock()
	t, claimed := q.pick(ctx)
	if t != nil {
		q.left = slices.DeleteFunc(q.left, func(c *plan.Cell) bool { return c == t.cell })
		q.atWork = append(q.atWork, t.cell)
	}
	q.mu.Unlock()
	if t == nil || claimed {
		return t, nil
	}
	fmt.Fprintf(q.opt.Progress, "waiting for another run that is running %s\n", t.cell.Title())
	var err error
	t.release, err = q.await(ctx, t.cell)
	return t, err
}

// pick chooses among the cells that are left, and claims its choice unless another run is running that
// cell. It returns nil if there is none.
func (q *queue) pick(ctx context.Context) (t *turn, claimed bool) {
	if q.opt.Turns != nil {
		return q.pickInTurn(ctx)
	}
	for _, c := range q.left {
		if release, free := q.claim(c); free {
			return &turn{cell: c, release: release}, true
		}
	}
	if len(q.left) == 0 {
		return nil, false
	}
	return &turn{cell: q.left[0]}, false
}

// pickInTurn picks the cell chosen by Turns. If Turns chooses none while cells are running, it waits for one to end.
func (q *queue) pickInTurn(ctx context.Context) (t *turn, claimed bool) {
	for ctx.Err() == nil {
		c, until := q.opt.Turns.Next(q.left, q.atWork)
		if c != nil {
			release, free := q.claim(c)
			return &turn{c, until, release}, free
		}
		if len(q.atWork) == 0 {
			return nil, false
		}
		q.changed.Wait()
	}
	return nil, false
}

// runTurn runs the cell of a turn. A cell that is not finished in time gets no record. An error ends the
// run.
func (q *queue) runTurn(ctx context.Context, t *turn) error {
	within, cancel := ctx, func() {}
	if !t.until.IsZero() {
		within, cancel = context.WithDeadline(ctx, t.until)
	}
	defer cancel()
	err := q.runCell(within, t.cell)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.atWork = slices.DeleteFunc(q.atWork, func(c *plan.Cell) bool { return c == t.cell })
	if q.opt.Turns != nil {
		q.opt.Turns.Ended(t.cell)
	}
	q.changed.Broadcast()
	return err
}

// fail keeps the first error that ends the run.
func (q *queue) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err == nil {
		q.err = err
	}
}

func (q *queue) checkpoints() string { return filepath.Join(q.plan.Folder, "checkpoints") }

// runCell runs a cell and keeps its record, unless another run has done the cell. An error ends the
// run.
func (q *queue) runCell(ctx context.Context, c *plan.Cell) error {
	if q.doneElsewhere(c) {
		return nil
	}
	request := q.request(c)
	out, err := q.opt.executor.execute(ctx, request)
	if err != nil {
		return err
	}
	return q.keep(c, out, request.Checkpoint)
}

// request returns the request to a worker to run a cell.
func (q *queue) request(c *plan.Cell) work.Request {
	out := work.Request{
		Cell: c.Cell, Rows: *c.Rows, Title: c.Title(), Timing: q.plan.Spec.Timing, Parameters: q.plan.Spec.Parameters, Engine: q.opt.Engine,
		Inputs: q.plan.Inputs(), Log: q.plan.LogPath(c),
		Threads:    q.opt.Threads,
		Checkpoint: filepath.Join(q.checkpoints(), c.ID+".state"), Every: q.opt.CheckpointEvery,
	}
	if q.opt.Predictions {
		out.Predictions = q.plan.PredictionsPath(c.ID)
	}
	if q.plan.Spec.Map {
		out.Map = record.MapPath(q.plan.Folder, c.ID)
	}
	return out
}

// doneElsewhere says whether another run has finished a cell since the plan
// was made, and counts it.
func (q *queue) doneElsewhere(c *plan.Cell) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.readOthers()
	if !q.plan.IsDone(c, q.opt.Predictions) {
		return false
	}
	c.State = plan.Done
	q.elsewhere++
	q.forecast.remove(c)
	return true
}

// readOthers reads what other runs have added to their journals. In a shard it spends at most
// about a hundredth of the time on that: no other run is expected to run its cells, and there
// may be thousands of journals.
func (q *queue) readOthers() {
	if !q.opt.Shard.Whole() && time.Since(q.readAt) < 100*q.readTook {
		return
	}
	start := time.Now()
	q.plan.ReadNewRecords(q.journal.Name())
	q.readAt = time.Now()
	q.readTook = q.readAt.Sub(start)
}

// keep writes a record and reports it.
func (q *queue) keep(c *plan.Cell, out record.Record, checkpoint string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.journal.Append(out); err != nil {
		return err
	}
	if out.Status == record.OK { // otherwise it stays: after a killed worker or a full disk, only the last part is lost
		os.Remove(checkpoint)
	}
	atomicfile.RemoveUnfinished(checkpoint)
	q.plan.AddRecord(out)
	if out.Status == record.OK {
		c.State = plan.Done
		q.finished++
	} else {
		c.State = plan.Failed
		q.failed.add(c.Title(), out.Error)
	}
	q.forecast.finished(c, out)
	fmt.Fprintln(q.opt.Progress, q.ended(c, out))
	return nil
}
