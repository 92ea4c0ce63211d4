package data

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress tells how a long job on a table gets on: in one line that is rewritten
// on a terminal, in a line every ten seconds elsewhere, and not at all if the job
// is done within a second.
type progress struct {
	w     io.Writer // nil: nobody listens
	name  string
	live  bool
	start time.Time
	shown time.Time
	any   bool
}

func newProgress(w io.Writer, name string) *progress {
	p := &progress{w: w, name: name, start: time.Now()}
	p.shown = p.start
	if out, ok := w.(*os.File); ok {
		info, err := out.Stat()
		p.live = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// show tells how things are at a step of the job, if it is time to. The clock is
// looked at every 1024 steps.
func (p *progress) show(step int, text func() string) {
	if p.w == nil || step%1024 != 0 {
		return
	}
	pause := 10 * time.Second
	if p.live {
		pause = 200 * time.Millisecond
	}
	if time.Since(p.start) < time.Second || time.Since(p.shown) < pause {
		return
	}
	p.shown = time.Now()
	p.print(text())
}

// say tells something at once.
func (p *progress) say(text string) {
	if p.w != nil {
		p.print(text)
		p.close()
	}
}

// end tells the outcome of a job that took its time, and the time.
func (p *progress) end(text string) {
	if took := time.Since(p.start); p.w != nil && took > time.Second {
		p.print(fmt.Sprintf("%s in %.1f s", text, took.Seconds()))
		p.close()
	}
}

func (p *progress) print(text string) {
	if p.live {
		fmt.Fprintf(p.w, "\r%-78s", "table: "+p.name+": "+text)
		p.any = true
		return
	}
	fmt.Fprintf(p.w, "table: %s: %s\n", p.name, text)
}

// close ends the line that is rewritten.
func (p *progress) close() {
	if p.any {
		fmt.Fprintln(p.w)
		p.any = false
	}
}
