package method

import (
	"io"
	"time"
)

// Within returns the recorder of a fit within a fit that begins now: nothing of it is reported, and its
// clock is that of the whole fit.
func Within(rec Recorder) Recorder { return &within{rec: rec, from: rec.Elapsed()} }

type within struct {
	rec  Recorder
	from time.Duration
}

func (w *within) Elapsed() time.Duration { return w.rec.Elapsed() - w.from }

func (*within) Due(int) bool { return false }

func (*within) Trace(int, func() float64, func() (Predictor, error)) error { return nil }

func (*within) Event(string, int) {}

func (*within) Inducing(int) {}

func (*within) OffClock(f func()) { f() }

func (*within) SetUp(f func()) { f() }

func (*within) Part(_ string, f func()) { f() }

func (*within) Checkpoint(int, func(io.Writer) error) error { return nil }

func (*within) Resume() (int, []byte) { return 0, nil }
