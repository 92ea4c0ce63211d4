package fetch

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// notice shows a message to the user, at most once.
func (f *Fetcher) notice(format string, args ...any) {
	if f.Progress == nil {
		return
	}
	text := fmt.Sprintf(format, args...)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.quiet[text] {
		return
	}
	if f.quiet == nil {
		f.quiet = map[string]bool{}
	}
	f.quiet[text] = true
	fmt.Fprintln(f.Progress, "fetch: "+text)
}

// line shows the progress of one download. On a terminal it is rewritten in
// place; elsewhere only the final state is printed.
type line struct {
	f          *Fetcher
	name       string
	got, total int64 // total 0: not known
	from       int64
	start      time.Time
	shown      time.Time
	live       bool
}

func (f *Fetcher) line(path string, from, total int64) *line {
	name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
	out, ok := f.Progress.(*os.File)
	l := &line{f: f, name: name, got: from, from: from, total: total, start: time.Now()}
	if ok {
		info, err := out.Stat()
		l.live = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return l
}

func (l *line) add(n int) {
	l.got += int64(n)
	if l.live && time.Since(l.shown) > 200*time.Millisecond {
		l.shown = time.Now()
		l.print("\r")
	}
}

func (l *line) done() {
	if l.f.Progress == nil {
		return
	}
	if l.live {
		l.print("\r")
	} else {
		l.print("")
	}
	l.f.mu.Lock()
	defer l.f.mu.Unlock()
	fmt.Fprintln(l.f.Progress)
}

func (l *line) print(before string) {
	const mb = 1e6
	text := fmt.Sprintf("%s%s  %.1f MB", before, l.name, float64(l.got)/mb)
	if l.total > 0 {
		text = fmt.Sprintf("%s%s  %.1f of %.1f MB  %3.0f%%", before, l.name, float64(l.got)/mb, float64(l.total)/mb, 100*float64(l.got)/float64(l.total))
	}
	if s := time.Since(l.start).Seconds(); s > 0.1 {
		text += fmt.Sprintf("  %.1f MB/s", float64(l.got-l.from)/mb/s)
	}
	l.f.mu.Lock()
	defer l.f.mu.Unlock()
	fmt.Fprintf(l.f.Progress, "%-70s", text)
}
