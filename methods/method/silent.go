package method

import (
	"io"
	"time"
)

// Silent is a Recorder that reports nothing and has no clock. Recorders that report something embed
// it.
type Silent struct{}

func (Silent) Iterated(int) bool { return false }

func (Silent) Trace(int, func() float64, func() (Predictor, error)) error { return nil }

func (Silent) Event(string, int) {}

func (Silent) Inducing(int) {}

func (Silent) Elapsed() time.Duration { return 0 }

func (Silent) OffClock(f func()) { f() }

func (Silent) SetUp(f func()) { f() }

func (Silent) Part(_ string, f func()) { f() }

func (Silent) Checkpoint(int, func(io.Writer) error) error { return nil }

func (Silent) Resume() (int, []byte) { return 0, nil }
