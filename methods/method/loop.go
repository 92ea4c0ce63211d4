package method

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
)

// Loop is a fit that proceeds iteration by iteration.
type Loop struct {
	Iterate   func(t int) error // does iteration t, counted from 1
	Converged func(t int) bool  // says after iteration t whether a rule of the method ends the fit; nil: no such rule
	Trace     func(t int) error // offers the state after iteration t to the recorder
	// Objective is the objective of all rows at the present state, nil if it is not known. A fit whose
	// last tenth of iterations raised it by more than a ten-thousandth of a nat for each of Rows
	// counts EventSearchNotConverged.
	Objective func() float64
	Rows      int
	// Stuck says at the end whether the fit began and ended where the objective has next to no slope,
	// which also counts EventSearchNotConverged; nil: never.
	Stuck func() bool
	Save  func(w io.Writer) error // writes the state after the present iteration, for Recorder.Checkpoint
}

// Run does the iterations that follow t, at least one in all, until their number,
// the budget or the method's rule ends the fit. It offers the recorder traces,
// including that of the last iteration, and checkpoints. Converged must depend
// only on what a checkpoint holds, so that a fit that was interrupted after its
// last iteration ends there too.
func (s Schedule) Run(ctx context.Context, rec Recorder, t int, l Loop) error {
	converged := func() bool { return l.Converged != nil && l.Converged(t) }
	before := math.NaN() // the objective a tenth of the iterations before the last
	save := l.Save
	if l.Objective != nil {
		if t > 0 {
			before = behind(rec)
		}
		save = func(w io.Writer) error { return errors.Join(l.Save(w), putBehind(w, before)) }
	}
	for t == 0 || t < s.Iterations && !converged() && !s.Expired(rec.Elapsed()) {
		if err := ctx.Err(); err != nil {
			return err
		}
		t++
		if err := l.Iterate(t); err != nil {
			return err
		}
		if rec.Iterated(t) {
			if err := l.Trace(t); err != nil {
				return err
			}
		}
		if l.Objective != nil && t == s.Iterations-max(1, s.Iterations/10) {
			rec.OffClock(func() { before = l.Objective() })
		}
		if err := rec.Checkpoint(t, save); err != nil {
			return err
		}
	}
	rec.OffClock(func() {
		rising := t == s.Iterations && !math.IsNaN(before) && !converged() && l.Objective()-before > stillRising*float64(l.Rows)
		if rising || l.Stuck != nil && l.Stuck() {
			rec.Event(EventSearchNotConverged, 1)
		}
	})
	return l.Trace(t)
}

// mark begins what a loop appends to the state of a checkpoint. Readers of the state ignore it.
const mark = "loop"

// putBehind appends a number to a state.
func putBehind(w io.Writer, v float64) error {
	_, err := w.Write(binary.LittleEndian.AppendUint64([]byte(mark), math.Float64bits(v)))
	return err
}

// behind is the number appended to the state of a checkpoint, NaN if there is
// none.
func behind(rec Recorder) float64 {
	_, raw := rec.Resume()
	if at := len(raw) - len(mark) - 8; at >= 0 && string(raw[at:at+len(mark)]) == mark {
		return math.Float64frombits(binary.LittleEndian.Uint64(raw[at+len(mark):]))
	}
	return math.NaN()
}

// stillRising is the rise of the objective, in nats a row over the last tenth of the iterations,
// above which a fit has not converged.
const stillRising = 1e-4
