package work

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
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

// noticeMark begins the lines of notices.
const noticeMark = "notice "

// writeNotices returns a function that tells notices to w, a line each.
func writeNotices(w io.Writer) func(string) {
	return func(text string) { fmt.Fprintf(w, "%s%q\n", noticeMark, text) }
}

// writeSteps returns a function that tells steps to w, a line each.
func writeSteps(w io.Writer) func(Step) {
	return func(s Step) {
		if text, err := json.Marshal(s); err == nil {
			w.Write(append(append([]byte(stepMark), text...), '\n')) // a parent that is gone ends the worker anyway
		}
	}
}

// Answers takes what a worker writes: steps and notices are reported as they come, the rest is kept.
type Answers struct {
	Tell   func(Step)   // nil: nobody
	Notice func(string) // likewise
	Rest   bytes.Buffer // what is neither
	line   []byte       // not whole yet
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
		a.addLine(a.line)
		a.line, p = a.line[:0], more
	}
}

// addLine reports or keeps a line.
func (a *Answers) addLine(line []byte) {
	if text, isStep := bytes.CutPrefix(line, []byte(stepMark)); isStep {
		var s Step
		if json.Unmarshal(text, &s) == nil && a.Tell != nil {
			a.Tell(s)
		}
		return
	}
	if quoted, isNotice := bytes.CutPrefix(line, []byte(noticeMark)); isNotice {
		if text, err := strconv.Unquote(string(quoted)); err == nil && a.Notice != nil {
			a.Notice(text)
		}
		return
	}
	a.Rest.Write(line)
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
