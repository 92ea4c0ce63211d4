package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"time"

	"gpcbench/data"
	"gpcbench/methods/command/child"
	"gpcbench/methods/command/wire"
	"gpcbench/methods/method"
)

// Events of fits by programs.
const (
	EventPause  = "CPU used in pauses"    // above 2% of the fit's
	EventBehind = "processes left behind" // that were ended
	EventBudget = "ended at its budget"   // by a signal: its last snapshot counts
	EventEnd    = "did not end well"      // after bye: it did not end, or its exit code was not 0
)

// pauseShare is the share of a fit's CPU time that may be used in pauses.
const pauseShare = 0.02

// pauseLeast is the CPU time in pauses that is too small to report. Tests use
// less.
var pauseLeast = 50 * time.Millisecond

// budgetGrace is how far beyond its budget a fit may go until its next trace.
func budgetGrace(budget time.Duration) time.Duration { return time.Second/2 + budget/20 }

// run is one fit by a program.
type run struct {
	*session
	ctx       context.Context
	task      method.Task
	rec       method.Recorder
	greeting  wire.Hello
	names     wire.Schema
	last      int            // iteration of the last trace
	traced    int            // iteration of the last trace in the record
	snapshots map[int]string // by iteration
	idle      time.Duration  // CPU time used in pauses
	idleFrom  time.Duration  // on the program's CPU clock, when it became idle
	stopped   bool
}

// Fit has the program fit.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	if task.Outside == nil {
		return nil, errors.New("only runexp run, fit, take and command check start a program")
	}
	runtime.LockOSThread() // the system ends the program with the thread that started it
	defer runtime.UnlockOSThread()
	r := &run{ctx: ctx, task: task, rec: rec, snapshots: map[int]string{}}
	var err error
	rec.OffClock(func() { err = r.open(c) })
	var model *predictor
	if err == nil {
		model, err = r.fit()
	}
	if r.session != nil {
		rec.OffClock(func() { r.tell() })
	}
	if err == nil {
		return model, nil
	}
	if r.session != nil && ctx.Err() != nil {
		rec.OffClock(r.interrupt)
	} else if r.session != nil {
		r.kill()
	}
	return nil, err
}

// open starts the program and writes its training data.
func (r *run) open(c *Config) error {
	o := *r.task.Outside
	if err := copyInputs(c, o); err != nil {
		return err
	}
	log := newLog(o.Log, o.Folder)
	r.greeting, r.names = greeting(r.task, o), wire.Schema{Attributes: o.Attributes, Classes: o.Classes, Table: columnsOf(r.task.Train, o.Attributes)}
	state, err := r.resume(o.Folder)
	if err != nil {
		return err
	}
	if state != nil {
		r.greeting.Checkpoint = &wire.Resume{Iteration: state.Iteration, Path: state.Checkpoint}
		r.last, r.traced, r.snapshots = state.Last, state.Traced, state.Snapshots
	}
	s, err := open(r.ctx, c, o, log, r.greeting, r.names)
	if err != nil {
		return err
	}
	r.session = s
	s.atEnd = r.ended
	if !o.Trace && !s.ready.Snapshots { // there is nothing to score: only the model is wanted
		return failf(Other, "%s", noSnapshots)
	}
	if state != nil && !s.ready.Checkpoints {
		return method.OtherCheckpoint("command")
	}
	if out, ok := r.rec.(method.OutsideRecorder); ok {
		r.provenance(out)
		out.Processes(s.proc.CPU)
	}
	return nil
}

// greeting is the first message on a task.
func greeting(task method.Task, o method.Outside) wire.Hello {
	h := wire.Hello{Task: wire.TaskClasses, Rows: task.Train.Len(), Columns: task.Train.Dim(), Classes: task.Classes, Trace: o.Trace, Seed: task.Stream("command").Uint64() >> 11}
	if task.Kind == data.Multilabel {
		h.Task = wire.TaskLabels
	}
	return h
}

// provenance records what the program says it is.
func (r *run) provenance(out method.OutsideRecorder) {
	m := r.ready
	out.Provenance("command", oneLine(m.Name, m.Version))
	out.Provenance("language", oneLine(m.Language))
	for name, version := range m.Libraries {
		out.Provenance("library "+oneLine(name), oneLine(version))
	}
	out.Provenance("network", r.system())
	limit := "looked at from time to time"
	if r.proc.Limited() {
		limit = "control group"
	}
	out.Provenance("memory limit", limit)
	if !m.SameBits {
		out.Provenance("sameness", "not promised: a program of the user's fits")
	}
	if m.GPU {
		out.Provenance("gpu", "used: CPU times are not known")
	}
}

// fit has the program fit, on the clock.
func (r *run) fit() (*predictor, error) {
	message := wire.Fit{Type: wire.TypeFit}
	var err error
	r.rec.OffClock(func() {
		if message.Rows, message.Y, err = r.write("train", r.task.Train); err == nil {
			err = r.send(message)
		}
		if err != nil {
			err = r.failed(r.ctx, err, "its fit", false)
		}
	})
	for err == nil {
		var m wire.Message
		if m, err = r.next(); err != nil {
			break
		}
		switch m.Type {
		case wire.TypeTrace:
			err = r.trace(m)
		case wire.TypeDone:
			return r.done(m)
		case wire.TypeFailed:
			err = r.saysOf(m, "")
		default:
			err = r.protocol("it said %q in a fit, where trace or done was due", m.Type)
		}
	}
	if errors.Is(err, errBudget) {
		return r.fromLastSnapshot()
	}
	return nil, err
}

// errBudget says that a fit was ended at its budget.
var errBudget = errors.New("the budget is spent")

// next waits for the next message of a fit. At the end of the budget the program is asked by a
// signal to end, and is ended soon after.
func (r *run) next() (wire.Message, error) {
	longest := r.c.longest()
	limit := longest
	budget := seconds(r.c.BudgetSeconds, 0)
	if budget > 0 {
		limit = min(limit, budget+budgetGrace(budget))
	}
	m, err := r.conn.Receive(r.deadline(r.ctx, max(0, limit-r.rec.Elapsed())))
	for from := time.Now(); errors.Is(err, wire.ErrTimeout) && r.ctx.Err() == nil && r.rec.Elapsed() < limit && time.Since(from) < longest; { // CPU time clocks lag
		m, err = r.conn.Receive(r.deadline(r.ctx, limit-r.rec.Elapsed()))
	}
	if budget > 0 && errors.Is(err, wire.ErrTimeout) && !r.gone() && r.ctx.Err() == nil {
		r.proc.Terminate()
		if m, err = r.conn.Receive(time.Now().Add(byePatience)); err == nil && m.Type == wire.TypeDone && r.survives() {
			return m, nil
		}
		return m, errBudget
	}
	if err == nil {
		return m, nil
	}
	var failed error
	r.rec.OffClock(func() { failed = r.failed(r.ctx, err, "the end of the fit", false) })
	if f, ok := errors.AsType[*Failure](failed); ok && f.Kind == Timeout {
		f.Problem = fmt.Sprintf("the fit did not end in %v", longest)
	}
	return m, failed
}

// survives says whether the program outlives the signal. One that was done at that moment, and does not handle it, is
// not there to predict.
func (r *run) survives() (alive bool) {
	r.rec.OffClock(func() { alive = !r.endsWithin(time.Second) })
	return alive
}

// keep has the program write a snapshot or a checkpoint. That time does not count as a pause in
// which it should be idle.
func (r *run) keep(kind, name string) error {
	r.idle += r.proc.CPU() - r.idleFrom
	defer func() { r.idleFrom = r.proc.CPU() }()
	return r.request(r.ctx, kind, name)
}

// errNone says that the program has nothing to write at this point.
var errNone = errors.New("the program has no state to keep here")

// request has the program write a snapshot or a checkpoint.
func (s *session) request(ctx context.Context, kind, name string) error {
	m, err := s.ask(ctx, wire.Ask{Type: kind, Path: name}, kind, "its "+kind)
	if err != nil {
		return err
	}
	if m.Path == "" {
		return errNone
	}
	if m.Path != name {
		return s.protocol("it wrote its %s to %q instead of %q", kind, m.Path, name)
	}
	bytes, err := wire.Size(s.o.Folder, name)
	if err != nil {
		return s.with(Protocol, err)
	}
	if most := s.c.snapshotBytes(); bytes > most {
		return s.protocol("its %s has %d bytes, more than the limit of %d: raise snapshot_mb", kind, bytes, most)
	}
	return nil
}

// done ends the fit.
func (r *run) done(m wire.Message) (*predictor, error) {
	t := max(1, m.Iteration)
	if t < r.last {
		return nil, r.protocol("it is done after iteration %d and has traced iteration %d", t, r.last)
	}
	if err := r.rec.Trace(t, objectiveOf(m), nil); err != nil {
		return nil, err
	}
	r.last, r.traced = t, t
	if m.Converged != nil && !*m.Converged && !r.stopped {
		r.rec.Event(method.EventSearchNotConverged, 1)
	}
	if out, ok := r.rec.(method.OutsideRecorder); ok && m.Reason != "" {
		out.Provenance("ended", oneLine(m.Reason))
	}
	return r.model(nil), nil
}

// fromLastSnapshot is the model of a fit that was ended at its budget.
func (r *run) fromLastSnapshot() (*predictor, error) {
	var err error
	var s *session
	r.rec.OffClock(func() {
		cpu := r.proc.CPU()
		r.kill()
		if len(r.snapshots) == 0 {
			err = r.with(Timeout, fmt.Errorf("its budget of %v s was spent, it did not end when it was asked to, and it has left no snapshot", r.c.BudgetSeconds))
			return
		}
		t := slices.Max(slices.Collect(maps.Keys(r.snapshots)))
		name := r.snapshots[t]
		hello := r.greeting
		hello.Checkpoint, hello.Restore = nil, &name
		if s, err = open(r.ctx, r.c, r.o, r.log, hello, r.names); err != nil {
			return
		}
		r.session, r.last = s, t
		s.atEnd = r.ended
		if out, ok := r.rec.(method.OutsideRecorder); ok {
			out.Processes(func() time.Duration { return cpu })
		}
	})
	if err != nil {
		return nil, err
	}
	r.rec.Event(EventBudget, 1)
	return r.model(nil), nil
}

// model returns the predictor of the fit, with those of the points of its trace.
func (r *run) model(snapshot *string) *predictor {
	p := &predictor{session: r.session, ctx: r.ctx, columns: r.task.Train.Dim(), classes: r.task.Classes, snapshot: snapshot, asked: newAsked()}
	p.along = map[int]method.Predictor{r.last: p}
	for t, name := range r.snapshots {
		if t != r.last {
			of := *p
			of.snapshot, of.along = &name, nil
			p.along[t] = &of
		}
	}
	return p
}

// tell writes to the record how the program behaved.
func (r *run) tell() {
	if out, ok := r.rec.(method.OutsideRecorder); ok {
		out.PeakMemory(r.proc.Peak(), r.proc.PeakResident())
	}
	if r.idle > pauseLeast && r.idle.Seconds() > pauseShare*r.proc.CPU().Seconds() {
		r.rec.Event(EventPause, 1)
	}
}

// ended writes to the record how the program finally ended.
func (r *run) ended(end child.End) {
	if end.Behind > 0 {
		r.rec.Event(EventBehind, end.Behind)
	}
	if end.Err != nil {
		r.rec.Event(EventEnd, 1)
	}
}
