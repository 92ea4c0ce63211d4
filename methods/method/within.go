package method

import "time"

// Within returns the recorder of an inner fit that begins now: nothing of the inner fit is
// reported, and its clock is that of the whole fit.
func Within(rec Recorder) Recorder { return &within{rec: rec, from: rec.Elapsed()} }

type within struct {
	Silent
	rec  Recorder
	from time.Duration
}

func (w *within) Elapsed() time.Duration { return w.rec.Elapsed() - w.from }
