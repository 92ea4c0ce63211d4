package command

import (
	"errors"
	"fmt"
	"io"

	"gpcbench/methods/command/wire"
)

// trace takes a point of the trace, and what is asked for in the pause.
func (r *run) trace(m wire.Message) error {
	t := m.Iteration
	if t <= r.last {
		return r.protocol("it traced iteration %d after iteration %d", t, r.last)
	}
	r.idleFrom = r.proc.CPU()
	due := r.due(t)
	r.last = t
	answer := wire.Word{Type: wire.TypeContinue}
	if b := r.c.BudgetSeconds; b > 0 && r.rec.Elapsed().Seconds() >= b && !r.stopped {
		answer, r.stopped, due = wire.Word{Type: wire.TypeStop, Reason: wire.StopBudget}, true, true
	}
	if r.c.StopAt > 0 && t >= r.c.StopAt && !r.stopped {
		answer, r.stopped = wire.Word{Type: wire.TypeStop, Reason: wire.StopInterrupt}, true
	}
	if due {
		if err := r.rec.Trace(t, objectiveOf(m), nil); err != nil {
			return err
		}
		r.traced = t
	}
	var err error
	r.rec.OffClock(func() {
		if name := fmt.Sprintf("snapshot-%d", t); due && r.ready.Snapshots {
			if err = r.keep(wire.TypeSnapshot, name); err == nil {
				r.snapshots[t] = name
			} else if errors.Is(err, errNone) {
				err = nil
			}
		}
	})
	if err == nil && r.ready.Checkpoints {
		if err = r.rec.Checkpoint(t, func(w io.Writer) error { return r.save(w, t) }); errors.Is(err, errNone) {
			err = nil
		}
	}
	r.rec.OffClock(func() {
		r.idle += r.proc.CPU() - r.idleFrom
		if err == nil {
			if err = r.send(answer); err != nil {
				err = r.failed(r.ctx, err, "its next word", false)
			}
		}
	})
	return err
}

// mostAsked is the largest number of iterations between two traces for which each is checked
// whether it is due.
const mostAsked = 1 << 20

// due says whether the record takes the trace after an iteration: it is due itself, or it is the
// first since one that was.
func (r *run) due(t int) bool {
	from := r.last + 1
	if t-from > mostAsked {
		return true
	}
	due := false
	for i := from; i <= t; i++ {
		due = r.rec.Iterated(i) || due
	}
	return due
}

// objectiveOf is a message's objective, nil without one.
func objectiveOf(m wire.Message) func() float64 {
	if m.Objective == nil {
		return nil
	}
	return func() float64 { return *m.Objective }
}
