// Package run runs the cells of a plan that are not done, in worker processes.
package run

import (
	"context"
	"io"
	"sync"
	"time"

	"gpcbench/harness/plan"
)

// LongestWait is how long a cell waits for other runs on its host unless it is told otherwise.
const LongestWait = time.Hour

// checkpointEvery is the time on the clock between checkpoints.
const checkpointEvery = 30 * time.Second

// Options says how a plan is run.
type Options struct {
	Jobs        int           // cells at a time; timed cells run one at a time all the same
	Threads     int           // cores of a cell; 0: as the specification says
	Shard       plan.Shard    // the cells that are run; nobody else may be at them, and no lock keeps others from them
	Wait        time.Duration // how long timed cells wait for those of other runs on this host, or these for them; then records of timed cells say so
	Predictions bool          // keep predictions beside the journal; with a reference they are kept anyway
	Progress    io.Writer     // a line for each finished cell
	JSON        bool          // such a line is JSON, as Ended has it
	Width       func() int    // columns of the terminal that Progress is, which shows the cells at work too; nil: it is none
	Engine      string        // which code does the dense algebra, for provenance
	Turns       Turns         // nil: cells in the order of the plan

	// For tests; zero values are what a command wants.
	Command         []string      // of a worker; nil: this program with work.Verb
	LockDir         string        // folder of the lock that keeps timed cells alone; empty: the system's for temporary files
	CheckpointEvery time.Duration // on the clock; 0: 30 seconds
	executor        executor      // nil: worker processes on this host

	untold bool // nobody reads of cells that end: what comes back says why they failed
}

// Turns says which cell is next, where the order of the plan does not. One goroutine at a time asks it.
type Turns interface {
	// Next returns one of the cells that are left, and when it is given up, never at a time of zero. It
	// returns nil where none is to be run: the run is over, or where cells are at work asks again
	// when one of them has ended.
	Next(left, atWork []*plan.Cell) (next *plan.Cell, until time.Time)
	// Ended is told of a cell that is no longer at work. The plan has its record, unless it was given
	// up.
	Ended(c *plan.Cell)
}

// Summary counts what became of the cells of a plan, or of a share of them.
type Summary struct {
	Cells, AlreadyDone, Finished, Failed int
	Waiting                              int // cells whose predictions are made elsewhere and are not imported yet
}

// Run runs the cells of a plan that are not done. Each finished cell is on the
// disk before it is counted. When ctx is cancelled it returns ctx's error at
// once, with what was finished kept.
//
// Two runs on the same results share the work: a cell is claimed by a lock
// file beside the checkpoints, and whoever gets the claim checks first whether
// the other has finished it. Runs of different shards share nothing, and need
// no locks for it, which do not hold on every network file system.
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

// completed are the options with what they leave to the plan, and to what is usual.
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

// executorOf is the executor that options ask for. The screen, unless it is nil, shows what is at work.
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

// lines is a writer for several goroutines, each of which writes whole lines.
type lines struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}
