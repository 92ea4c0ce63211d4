package work

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Step is a worker's report on a running fit.
type Step struct {
	Iteration int      `json:"iteration"`
	Objective *float64 `json:"objective,omitempty"` // at the last point of the trace
}

// stepMark begins the lines of steps among a worker's answers. The last answer is the
// record.
const stepMark = "at "

// noticeMark begins the lines of notices.
const noticeMark = "notice "

// writeNotices returns a function that writes notices to w, one per line.
func writeNotices(w io.Writer) func(string) {
	return func(text string) { fmt.Fprintf(w, "%s%q\n", noticeMark, text) }
}

// writeSteps returns a function that writes steps to w, one per line.
func writeSteps(w io.Writer) func(Step) {
	return func(s Step) {
		if text, err := json.Marshal(s); err == nil {
			w.Write(append(append([]byte(stepMark), text...), '\n')) // if the parent is gone, the worker ends anyway
		}
	}
}

// Answers receives what a worker writes. It reports steps and notices as they come, and keeps the rest.
type Answers struct {
	Tell   func(Step)   // receives steps; may be nil
	Notice func(string) // receives notices; may be nil
	Rest   bytes.Buffer // other lines
	line   []byte       // incomplete line
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

// step reports iteration t to whoever follows the fit, if a step is due. The clock is stopped
// meanwhile.
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
