package harness

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/method"
)

// checkpointEvery is the time on the clock between checkpoints.
const checkpointEvery = 30 * time.Second

// recorder is the method.Recorder of one cell. It is used by one goroutine.
type recorder struct {
	clock   clock
	test    *data.Examples
	classes int

	inducing  int
	iteration int // of the last trace
	events    map[string]int
	trace     []record.Point

	file      string // of the checkpoint; empty: none are made
	every     time.Duration
	saved     time.Duration // on the clock, when the last checkpoint was made
	state     []byte        // of the method, from an earlier part
	stateIter int
}

// newRecorder returns a recorder whose clock stands still. If file holds a
// checkpoint of the cell, the fit goes on from there.
func newRecorder(test *data.Examples, classes int, file string, every time.Duration) *recorder {
	r := &recorder{test: test, classes: classes, events: map[string]int{}, file: file, every: every}
	r.load()
	return r
}

// Due says whether t is floor(10^(k/10)) for a k.
func (r *recorder) Due(t int) bool {
	_, found := slices.BinarySearch(dueAt, t)
	return found
}

// dueAt are the iterations floor(10^(k/10)) up to 10^12.
var dueAt = dueIterations()

func dueIterations() []int {
	var out []int
	for k := range 121 {
		// 10^(k div 10) is exact, and so the whole powers are.
		out = append(out, int(math.Pow10(k/10)*math.Pow(10, float64(k%10)/10)))
	}
	return slices.Compact(out)
}

// Trace takes the trace after iteration t.
func (r *recorder) Trace(t int, objective func() float64, predictor func() (method.Predictor, error)) error {
	r.clock.stop()
	defer r.clock.start()
	if t <= r.iteration {
		return nil
	}
	r.iteration = t
	p := record.Point{Seconds: r.clock.wall.Seconds(), Iteration: t, Metrics: map[string]float64{}}
	if objective != nil {
		if v := objective(); isFinite(v) {
			p.Objective = &v
		} else {
			r.events["objective_not_finite"]++
		}
	}
	if predictor != nil {
		model, err := predictor()
		if err != nil {
			return fmt.Errorf("prediction after iteration %d: %w", t, err)
		}
		scores := score(model, r.test, r.classes, nil).metrics
		for _, name := range spec.TraceMetrics {
			v, ok := scores[name]
			if ok && !isFinite(v) {
				r.events["metric_not_finite"]++
				ok = false
			}
			if ok {
				p.Metrics[name] = v
			}
		}
	}
	r.trace = append(r.trace, p)
	return nil
}

// Event counts something worth a reader's attention.
func (r *recorder) Event(name string, n int) {
	if n != 0 {
		r.events[name] += n
	}
}

// Inducing states M.
func (r *recorder) Inducing(m int) { r.inducing = m }

// Elapsed is the time on the clock, over all parts.
func (r *recorder) Elapsed() time.Duration { return r.clock.elapsed() }

// OffClock runs f with the clock stopped.
func (r *recorder) OffClock(f func()) {
	r.clock.stop()
	defer r.clock.start()
	f()
}

// Checkpoint saves the state after iteration t if it is time for that. A state
// is saved only with the trace of its iteration taken, so that going on from it
// leaves none out.
func (r *recorder) Checkpoint(t int, save func() ([]byte, error)) error {
	if r.file == "" || r.clock.elapsed()-r.saved < r.every || r.Due(t) && r.iteration < t {
		return nil
	}
	r.clock.stop()
	defer r.clock.start()
	r.saved = r.clock.wall
	state, err := save()
	if err != nil {
		return fmt.Errorf("checkpoint after iteration %d: %w", t, err)
	}
	return r.store(t, state)
}

// Resume returns the state that an earlier part saved.
func (r *recorder) Resume() (t int, state []byte) { return r.stateIter, r.state }

// checkpoint is the file that an interrupted fit goes on from. Which cell it
// belongs to, its name says.
type checkpoint struct {
	Iteration   int            `json:"iteration"`
	State       []byte         `json:"state"`
	WallSeconds float64        `json:"wall_seconds"`
	CPUSeconds  float64        `json:"cpu_seconds"`
	Inducing    int            `json:"inducing"`
	Traced      int            `json:"traced"`
	Events      map[string]int `json:"events"`
	Trace       []record.Point `json:"trace"`
}

// store writes the checkpoint; the file is always a whole one.
func (r *recorder) store(t int, state []byte) error {
	text, err := json.Marshal(checkpoint{
		Iteration: t, State: state, WallSeconds: r.clock.wall.Seconds(), CPUSeconds: r.clock.cpu.Seconds(),
		Inducing: r.inducing, Traced: r.iteration, Events: r.events, Trace: r.trace,
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if err := writeFile(r.file, text); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// load takes over the checkpoint, if there is one that can be read.
func (r *recorder) load() {
	if r.file == "" {
		return
	}
	text, err := os.ReadFile(r.file)
	if err != nil {
		return
	}
	var c checkpoint
	if json.Unmarshal(text, &c) != nil || c.Iteration < 1 {
		return // the fit starts anew
	}
	r.stateIter, r.state = c.Iteration, c.State
	r.clock.wall = time.Duration(c.WallSeconds * 1e9)
	r.clock.cpu = time.Duration(c.CPUSeconds * 1e9)
	r.saved = r.clock.wall
	r.inducing, r.iteration, r.trace = c.Inducing, c.Traced, c.Trace
	if c.Events != nil {
		r.events = c.Events
	}
}

// partial is the ending of a file while it is written.
const partial = ".part"

// writeFile gives a file its name when its content is on the disk.
func writeFile(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	tmp := path + partial
	f, err := os.Create(tmp)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		os.Remove(tmp)
	}
	return err
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
