package method

import (
	"context"
	"io"
)

// Loop is a fit that goes on iteration by iteration.
type Loop struct {
	Iterate   func(t int) error       // does iteration t, counted from 1
	Converged func(t int) bool        // says after iteration t whether a rule of the method ends the fit; nil: there is none
	Trace     func(t int) error       // offers the state after iteration t to the recorder
	Save      func(w io.Writer) error // writes the state after the present iteration, for Recorder.Checkpoint
}

// Run does the iterations that follow t, at least one in all, until their
// number, the budget or the method's rule ends the fit, and offers the
// recorder its traces, that of the last iteration too, and its checkpoints.
// Converged is to look at nothing but what a checkpoint holds, so that a fit that
// was interrupted after its last iteration ends there too.
func (s Schedule) Run(ctx context.Context, rec Recorder, t int, l Loop) error {
	converged := func() bool { return l.Converged != nil && l.Converged(t) }
	for t == 0 || t < s.Iterations && !converged() && !s.Expired(rec.Elapsed()) {
		if err := ctx.Err(); err != nil {
			return err
		}
		t++
		if err := l.Iterate(t); err != nil {
			return err
		}
		if rec.Due(t) {
			if err := l.Trace(t); err != nil {
				return err
			}
		}
		if err := rec.Checkpoint(t, l.Save); err != nil {
			return err
		}
	}
	return l.Trace(t)
}
