package command

import (
	"io"
	"path/filepath"
	"strings"
	"sync"
	"unicode"
)

// Limits of what is kept of a log.
const (
	keptHead  = 1 << 20 // bytes from the start
	keptTail  = 4 << 10 // bytes from the end, of which messages show some lines
	shownTail = 5       // lines
	shownLine = 200     // bytes of a line
)

// outputLog takes all that a program prints. It passes the beginning on to whoever wants it, and
// keeps the end.
type outputLog struct {
	mu     sync.Mutex
	kept   io.Writer // nil: nobody
	folder string    // of the program, which is temporary
	room   int
	tail   []byte
}

func newLog(kept io.Writer, folder string) *outputLog {
	return &outputLog{kept: kept, folder: folder + string(filepath.Separator), room: keptHead}
}

// Write never fails: a program does not wait for its log.
func (l *outputLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept != nil && l.room > 0 {
		n := min(l.room, len(p))
		l.kept.Write(p[:n])
		l.room -= n
	}
	l.tail = append(l.tail, p...)
	if extra := len(l.tail) - keptTail; extra > 0 {
		l.tail = append(l.tail[:0], l.tail[extra:]...)
	}
	return len(p), nil
}

// last returns the last lines, fit for a terminal, without lines that only mark a place in the line
// above. Files of the program are named without its folder, so that the same failure of several cells reads the same.
func (l *outputLog) last() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []string
	for line := range strings.Lines(strings.ReplaceAll(string(l.tail), l.folder, "")) {
		line = strings.TrimSpace(strings.Map(func(c rune) rune {
			if unicode.IsControl(c) || c == unicode.ReplacementChar {
				return ' '
			}
			return c
		}, line))
		if len(line) > shownLine {
			line = line[:shownLine] + "..."
		}
		if strings.Trim(line, "^~ ") != "" {
			out = append(out, line)
		}
	}
	return out[max(0, len(out)-shownTail):]
}
