package tablefile

import (
	"fmt"
	"io"
	"os"
	"time"
)

// Progress reports the progress of a long job on a table: on a terminal in one line that is
// rewritten, elsewhere in a line every ten seconds, and not at all if the job is done within a
// second.
type Progress struct {
	w     io.Writer // nil: silent
	name  string
	live  bool
	start time.Time
	shown time.Time
	any   bool
}

// NewProgress returns the progress of the table with a name, written to w unless w is nil.
func NewProgress(w io.Writer, name string) *Progress {
	p := &Progress{w: w, name: name, start: time.Now()}
	p.shown = p.start
	if out, ok := w.(*os.File); ok {
		info, err := out.Stat()
		p.live = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// Show reports the progress at a step of the job, if a report is due. It looks at the clock every
// 1024 steps.
func (p *Progress) Show(step int, text func() string) {
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

// Say reports something at once.
func (p *Progress) Say(text string) {
	if p.w != nil {
		p.print(text)
		p.close()
	}
}

// End reports the outcome of a job that took more than a second, and the time it took.
func (p *Progress) End(text string) {
	if took := time.Since(p.start); p.w != nil && took > time.Second {
		p.print(fmt.Sprintf("%s in %.1f s", text, took.Seconds()))
		p.close()
	}
}

func (p *Progress) print(text string) {
	if p.live {
		fmt.Fprintf(p.w, "\r%-78s", "table: "+p.name+": "+text)
		p.any = true
		return
	}
	fmt.Fprintf(p.w, "table: %s: %s\n", p.name, text)
}

// close ends the rewritten line.
func (p *Progress) close() {
	if p.any {
		fmt.Fprintln(p.w)
		p.any = false
	}
}
