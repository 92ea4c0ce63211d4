package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"gpcbench/analysis"
	"gpcbench/harness/draft"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/run"
	"gpcbench/methods/role"
	"gpcbench/take"
)

// race runs cells of a plan until its race is over or its time is up.
func (a *app) race(ctx context.Context, p *plan.Plan, args arguments, start, end time.Time) (*take.Race, error) {
	costs := map[string]float64{}
	for _, c := range p.Cells {
		if role.Of[c.Method] != role.Outside { // the cost of a program is unknown
			costs[c.Label] = c.Cost
		}
	}
	in := inputOf(p, args)
	deadline := end.Add(-time.Duration(overhead * float64(end.Sub(start))))
	race := take.NewRace(analysis.New(in), draft.LinearLabel, costs, start, deadline, time.Now)
	race.Cores, race.Means = runtime.NumCPU(), args.race.means
	r := turns{race, newRaceProgress(a.stderr, args.progress, end), func() bool { return ctx.Err() != nil }}
	opt := run.Options{Jobs: runtime.NumCPU(), Predictions: true, Engine: a.engine, Turns: r}
	if args.progress == progressJSON {
		opt.Progress, opt.JSON = a.stderr, true
	}
	_, err := run.Run(ctx, p, opt)
	r.progress.end()
	if _, some := errors.AsType[*run.FailedError](err); some {
		err = nil // the outcome names the failed cells
	}
	return r.Race, err
}

// overhead is the share of the time of take that is reserved for loading, saving and reports.
const overhead = 0.07

// turns lets the queue of cells ask a race for the next cell.
type turns struct {
	*take.Race
	progress    *raceProgress
	interrupted func() bool
}

func (t turns) Next(left, atWork []*plan.Cell) (*plan.Cell, time.Time) {
	c, until := t.Race.Next(planned(left), planned(atWork))
	if c == nil {
		return nil, until
	}
	return left[slices.IndexFunc(left, func(cell *plan.Cell) bool { return cell.ID == c.ID && cell.Label == c.Label })], until
}

// Ended is called when a cell is no longer running. A cell ended by an interrupt is not reported.
func (t turns) Ended(c *plan.Cell) {
	if t.interrupted() {
		return
	}
	t.Race.Ended(c.Planned)
	r, ok := t.Record(c.ID)
	t.progress.tell(c, r, ok)
}

func planned(cells []*plan.Cell) []*record.Planned {
	out := make([]*record.Planned, len(cells))
	for i, c := range cells {
		out[i] = c.Planned
	}
	return out
}

// raceProgress shows the progress of a race: on a terminal in one line that is overwritten, else with one
// line per cell.
type raceProgress struct {
	w     io.Writer
	until time.Time
	width func() int // of a terminal whose line can be overwritten; nil if there is none
	cells int
}

func newRaceProgress(w io.Writer, how string, until time.Time) *raceProgress {
	if how != progressText {
		w = io.Discard
	}
	return &raceProgress{w: w, until: until, width: screenWidth(w)}
}

// tell reports a cell that has ended.
func (p *raceProgress) tell(c *plan.Cell, r record.Record, recorded bool) {
	p.cells++
	what := "given up"
	switch {
	case recorded && r.Status != record.OK:
		what = "FAILED: " + r.Error
	case recorded:
		what = fmt.Sprintf("%s, %.1f s", run.InShort(r.Metrics), r.Timing.WallSeconds)
	}
	line := fmt.Sprintf("%d: %s, repeat %d: %s; at most %v left", p.cells, c.Label, c.Repeat, what, max(0, time.Until(p.until)).Round(time.Second))
	if p.width != nil {
		fmt.Fprintf(p.w, "\r\x1b[K%s", run.Line(line, p.width()-1))
		return
	}
	fmt.Fprintln(p.w, line)
}

// end clears the line of a terminal.
func (p *raceProgress) end() {
	if p.width != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
