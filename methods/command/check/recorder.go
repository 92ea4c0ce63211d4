package check

import (
	"bytes"
	"io"
	"slices"
	"time"

	"gpcbench/methods/method"
)

// recorder follows a fit of a check: it has a clock, wants the traces of a curve, keeps the checkpoint after
// an iteration, and may end the fit after one.
type recorder struct {
	running bool
	since   time.Time
	wall    time.Duration
	cpu     func() time.Duration

	traced []int
	events map[string]int
	about  map[string]string

	keep  int    // iteration from which a checkpoint is kept
	at    int    // iteration of the checkpoint
	state []byte // the one kept, or the one to resume from
	end   func() // is called when it is kept; nil: nothing ends
	from  int
}

func newRecorder() *recorder {
	return &recorder{running: true, since: time.Now(), events: map[string]int{}, about: map[string]string{}}
}

// Iterated has every state of a short fit traced.
func (r *recorder) Iterated(t int) bool { return t <= 30 || method.OnCurve(t) }

func (r *recorder) Trace(t int, _ func() float64, _ func() (method.Predictor, error)) error {
	if !slices.Contains(r.traced, t) {
		r.traced = append(r.traced, t)
	}
	return nil
}

func (r *recorder) Event(name string, n int) { r.events[name] += n }
func (r *recorder) Inducing(int)             {}

func (r *recorder) Elapsed() time.Duration {
	if !r.running {
		return r.wall
	}
	return r.wall + time.Since(r.since)
}

func (r *recorder) OffClock(f func()) {
	r.wall, r.running = r.Elapsed(), false
	f()
	r.running, r.since = true, time.Now()
}

func (r *recorder) SetUp(f func())               { f() }
func (r *recorder) Part(_ string, f func())      { f() }
func (r *recorder) Resume() (int, []byte)        { return r.from, r.state }
func (r *recorder) Provenance(key, value string) { r.about[key] = value }
func (r *recorder) PeakMemory(_, _ int64)        {}

func (r *recorder) Processes(cpu func() time.Duration) { r.cpu = cpu }

// Checkpoint keeps one, and may end the fit then.
func (r *recorder) Checkpoint(t int, save func(w io.Writer) error) error {
	if r.keep == 0 || t < r.keep || r.state != nil {
		return nil
	}
	var state bytes.Buffer
	var err error
	r.OffClock(func() { err = save(&state) })
	if err == nil {
		r.at, r.state = t, state.Bytes()
		if r.end != nil {
			r.end()
		}
	}
	return err
}
