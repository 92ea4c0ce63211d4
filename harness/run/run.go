// Package run runs the cells of a plan that are not done, in worker processes.
package run

import (
	"context"
	"io"
	"sync"
	"time"

	"gpcbench/harness/plan"
)

// LongestWait is how long a cell waits for other runs on its host by default.
const LongestWait = time.Hour

// checkpointEvery is the wall-clock time between checkpoints.
const checkpointEvery = 30 * time.Second

// Options says how a plan is run.
type Options struct {
	Jobs        int           // cells at a time; timed cells run one at a time all the same
	Threads     int           // cores of a cell; 0: as the specification says
	Shard       plan.Shard    // cells to run; no other run may run them, but no lock prevents it
	Wait        time.Duration // how long timed cells and cells of other runs on this host wait for each other; after it, timed cells run anyway and are marked
	Predictions bool          // keep predictions beside the journal; with a reference they are kept anyway
	Progress    io.Writer     // receives a line for each finished cell
	JSON        bool          // write these lines as JSON, see Ended
	Width       func() int    // columns of Progress if it is a terminal, which then also shows running cells; nil if it is none
	Engine      string        // which code does the dense algebra, for provenance
	Turns       Turns         // nil: cells in the order of the plan

	// For tests; commands use the zero values.
	Command         []string      // of a worker; nil: this program with work.Verb
	LockDir         string        // folder of the lock that keeps timed cells alone; empty: the system's for temporary files
	CheckpointEvery time.Duration // wall-clock time; 0: 30 seconds
	executor        executor      // nil: worker processes on this host

	untold bool // there is no Progress, so the error of Run says why cells failed
}

// Turns chooses the next cell in place of the order of the plan. It is called by one goroutine at a time.
type Turns interface {
	// Next returns one of the cells that are left, and the time at which to give it up; zero means never.
	// It returns nil if none should run now. The run is then over, unless cells are at work: it calls
	// Next again when one of them has ended.
	Next(left, atWork []*plan.Cell) (next *plan.Cell, until time.Time)
	// Ended is called with a cell that is no longer at work. The plan has its record, unless it was
	// given up.
	Ended(c *plan.Cell)
}

// Summary counts what became of the cells of a plan, or of a share of them.
type Summary struct {
	Cells, AlreadyDone, Finished, Failed int
	Waiting                              int // cells whose predictions are made elsewhere and are not imported yet
}

// Run runs the cells of a plan that are not done. Each finished cell is written
// to disk before it is counted. When ctx is cancelled, Run returns ctx's error at
// once and keeps the finished cells.
//
// Two runs on the same results share the work. A run claims a cell by a lock
// file beside the checkpoints, and then checks whether the other run has
// finished it. Runs of different shards share no cells, so they do not depend on
// locks, which do not work on every network file system.
func Run(ctx context.Context, p *plan.Plan, opt Options) (Summary, error) {
	cells := opt.Shard.Of(p)
	if err := p.NoData(); err != nil {
		return Summary{Cells: len(cells)}, err
	}
	opt = opt.completed(p)
	var shows *screen
	if opt.Width != nil {
		shows = newScreen(ctx, opt.Progress, opt.Width)
		defer shows.close()
		opt.Progress = shows
	}
	var err error
	if opt.executor, err = executorOf(opt, shows); err != nil {
		return Summary{Cells: len(cells)}, err
	}
	q := newQueue(p, cells, opt)
	if q.total > 0 {
		err = q.run(ctx)
	}
	return q.summary(len(cells)), err
}

// completed returns the options with unset ones taken from the plan or from defaults.
func (o Options) completed(p *plan.Plan) Options {
	if o.CheckpointEvery == 0 {
		o.CheckpointEvery = checkpointEvery
	}
	o.Threads = p.Threads(o.Threads)
	o.Predictions = p.KeepsPredictions(o.Predictions)
	if o.Progress == nil {
		o.Progress, o.untold = io.Discard, true
	}
	o.Progress = &lines{w: o.Progress}
	return o
}

// executorOf returns the executor for the options. The screen, unless it is nil, shows the running cells.
func executorOf(opt Options, shows *screen) (executor, error) {
	e := opt.executor
	if e == nil {
		workers, err := newProcesses(opt)
		if err != nil {
			return nil, err
		}
		e = workers
	}
	if shows != nil {
		e = watched{e, shows}
	}
	return e, nil
}

// lines is a writer for several goroutines, each of which writes only whole lines.
type lines struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}
