package work

import (
	"bytes"
	"encoding/json"
	"io"
	"time"
)

// Step is what a worker tells of a fit that goes on.
type Step struct {
	Iteration int      `json:"iteration"`
	Objective *float64 `json:"objective,omitempty"` // of the last trace
}

// stepMark begins the lines of steps among a worker's answers, of which the last is the
// record.
const stepMark = "at "

// writeSteps returns a function that tells steps to w, a line each.
func writeSteps(w io.Writer) func(Step) {
	return func(s Step) {
		if text, err := json.Marshal(s); err == nil {
			w.Write(append(append([]byte(stepMark), text...), '\n')) // a parent that is gone ends the worker anyway
		}
	}
}

// Answers takes what a worker writes: steps are reported as they come, the rest is kept.
type Answers struct {
	Tell func(Step)   // nil: nobody
	Rest bytes.Buffer // what is no step
	line []byte       // not whole yet
}

// Write takes the next bytes.
func (a *Answers) Write(p []byte) (int, error) {
	n := len(p)
	for {
		line, more, whole := bytes.Cut(p, []byte{'\n'})
		a.line = append(a.line, line...)
		if !whole {
			return n, nil
		}
		var s Step
		if text, isStep := bytes.CutPrefix(a.line, []byte(stepMark)); !isStep {
			a.Rest.Write(a.line)
		} else if json.Unmarshal(text, &s) == nil && a.Tell != nil {
			a.Tell(s)
		}
		a.line, p = a.line[:0], more
	}
}

// step tells whoever follows the fit that it is at iteration t, if it is time to. The clock
// stands still meanwhile.
func (r *recorder) step(t int) {
	if r.tell == nil || time.Since(r.stepAt) < r.follow {
		return
	}
	r.clock.stop()
	defer r.clock.start()
	r.stepAt = time.Now()
	s := Step{Iteration: t}
	if n := len(r.trace); n > 0 {
		s.Objective = r.trace[n-1].Objective
	}
	r.tell(s)
}
