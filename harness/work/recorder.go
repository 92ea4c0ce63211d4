package work

import (
	"cmp"
	"fmt"
	"time"

	"gpcbench/data/read"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/machine"
	"gpcbench/methods/method"
)

// recorder is the method.Recorder of one cell. It is used by one goroutine.
type recorder struct {
	clock clock
	test  *testSet // nil if there are no test rows

	inducing  int
	iteration int // of the last trace
	events    map[string]int
	trace     []record.Point
	setUp     time.Duration      // time spent in SetUp
	parts     map[string]float64 // CPU seconds of each Part
	about     map[string]string  // provenance that an external program reports
	peak      int64              // peak of its anonymous memory
	resident  int64              // peak of all its memory; 0: unknown

	cell      string // the cell's ID
	file      string // checkpoint file; empty: no checkpoints
	every     time.Duration
	saved     time.Duration // time on the clock of the last checkpoint
	state     []byte        // state of the method, from an earlier part
	stateIter int
	useless   string // why the checkpoint file cannot be used; empty if it can, or if there is none

	tell   func(Step) // nil: nobody follows the fit
	follow time.Duration
	stepAt time.Time // time of the last step
}

// newRecorder returns a recorder of the requested cell, with its clock stopped. If the cell has a
// checkpoint, the fit continues from there.
func newRecorder(test *testSet, q Request) *recorder {
	r := &recorder{
		clock: clock{of: q.Cell.Clock}, test: test, events: map[string]int{}, parts: map[string]float64{}, about: map[string]string{},
		cell: q.Cell.ID, file: q.Checkpoint, every: q.Every, tell: q.Tell, follow: q.Follow,
	}
	r.useless = r.load()
	return r
}

// Iterated reports iteration t to whoever follows the fit, and returns whether to take the trace after it.
func (r *recorder) Iterated(t int) bool {
	r.step(t)
	return method.OnCurve(t)
}

// Trace takes the trace after iteration t.
func (r *recorder) Trace(t int, objective func() float64, predictor func() (method.Predictor, error)) error {
	r.clock.stop()
	defer r.clock.start()
	if t <= r.iteration {
		return nil
	}
	r.iteration = t
	p := record.Point{Seconds: r.clock.elapsed().Seconds(), Iteration: t, Metrics: map[string]float64{}}
	if objective != nil {
		if v := objective(); read.Finite(v) {
			p.Objective = &v
		} else {
			r.events["objective not finite"]++
		}
	}
	if predictor != nil && r.test != nil {
		model, err := predictor()
		if err != nil {
			return fmt.Errorf("prediction after iteration %d: %w", t, err)
		}
		r.score(&p, model)
	}
	r.trace = append(r.trace, p)
	return nil
}

// score fills in the metrics of a point.
func (r *recorder) score(p *record.Point, model method.Predictor) {
	scores := r.test.trace(model)
	for _, name := range metrics.Traced() {
		v, ok := scores[name]
		if ok && !read.Finite(v) {
			r.events["metric not finite"]++
			ok = false
		}
		if ok {
			p.Metrics[name] = v
		}
	}
}

// scoreAlong scores those points of the trace whose predictors are only available after the fit.
func (r *recorder) scoreAlong(along map[int]method.Predictor) {
	if r.test == nil {
		return
	}
	for i := range r.trace {
		if model, ok := along[r.trace[i].Iteration]; ok {
			r.score(&r.trace[i], model)
		}
	}
}

// Processes makes the clock count the CPU time of other processes.
func (r *recorder) Processes(cpu func() time.Duration) { r.clock.others = cpu }

// Provenance keeps what an external program reports about itself.
func (r *recorder) Provenance(key, value string) {
	if value != "" {
		r.about[key] = value
	}
}

// timing returns the cost of the fit so far. The peak of all memory is the program's own where it is known, else
// that of its anonymous memory, else this process's.
func (r *recorder) timing() record.Timing {
	return record.Timing{
		WallSeconds: r.clock.wall.Seconds(), CPUSeconds: r.cpuSeconds(), Clock: r.clock.of,
		SetUpSeconds: r.setUp.Seconds(), CPUParts: r.parts, Iterations: r.iteration,
		PeakRSS: cmp.Or(r.resident, r.peak, machine.PeakRSS()), PeakAnon: r.peak,
	}
}

// cpuSeconds returns the CPU time on the clock, 0 for a program that uses a GPU: waiting for it is not a sign of a
// busy machine.
func (r *recorder) cpuSeconds() float64 {
	if r.about["gpu"] != "" {
		return 0
	}
	return r.clock.cpu.Seconds()
}

// PeakMemory keeps the peak memory of an external program.
func (r *recorder) PeakMemory(anonymous, all int64) {
	r.peak, r.resident = max(r.peak, anonymous), max(r.resident, all)
}

// Event counts something worth a reader's attention.
func (r *recorder) Event(name string, n int) {
	if n != 0 {
		r.events[name] += n
	}
}

// Inducing states M.
func (r *recorder) Inducing(m int) { r.inducing = m }

// Elapsed returns the time on the clock, including earlier parts of the fit.
func (r *recorder) Elapsed() time.Duration { return r.clock.elapsed() }

// OffClock runs f with the clock stopped.
func (r *recorder) OffClock(f func()) {
	r.clock.stop()
	defer r.clock.start()
	f()
}

// SetUp runs f with the clock stopped and records its time separately.
func (r *recorder) SetUp(f func()) {
	r.OffClock(func() {
		start := time.Now()
		f()
		r.setUp += time.Since(start)
	})
}

// Part runs f and adds its CPU time to that of the named part.
func (r *recorder) Part(name string, f func()) {
	start := machine.CPUTime()
	f()
	r.parts[name] += (machine.CPUTime() - start).Seconds()
}
