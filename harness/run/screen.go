package run

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// screenEvery is the time between two drawings of the screen, and between two steps that a
// worker reports.
const screenEvery = time.Second

// screenCells is the number of cells with a line of their own on the screen. One more line shows
// the last cell, or the number of further cells.
const screenCells = 4

// screen is a terminal that shows the lines written to it, and below them a line for each running
// cell. The lines of cells are erased before anything else is written, and at the end.
type screen struct {
	out   io.Writer
	width func() int // columns

	mu    sync.Mutex
	cells []*atWork // in the order of their start
	shown []string  // lines below the last one that was written
	ended bool
}

// newScreen returns a screen that is drawn until ctx ends or close is called.
func newScreen(ctx context.Context, out io.Writer, width func() int) *screen {
	s := &screen{out: out, width: width}
	go func() {
		tick := time.NewTicker(screenEvery)
		defer tick.Stop()
		for !s.over() {
			select {
			case <-ctx.Done():
				s.close()
			case now := <-tick.C:
				s.draw(now)
			}
		}
	}()
	return s
}

// over says whether the screen is closed, so that no cells are drawn any more.
func (s *screen) over() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// watched is an executor that shows its cells on a screen.
type watched struct {
	executor
	screen *screen
}

func (w watched) execute(ctx context.Context, q work.Request) (record.Record, error) {
	tell, end := w.screen.begin(q)
	defer end()
	q.Follow, q.Tell = screenEvery, tell
	return w.executor.execute(ctx, q)
}

// begin shows a cell until end is called. tell receives its steps.
func (s *screen) begin(q work.Request) (tell func(work.Step), end func()) {
	w := newAtWork(q, time.Now())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cells = append(s.cells, w)
	tell = func(at work.Step) {
		s.mu.Lock()
		defer s.mu.Unlock()
		w.at(at, time.Now())
	}
	end = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.cells = slices.DeleteFunc(s.cells, func(other *atWork) bool { return other == w })
	}
	return tell, end
}

// Write writes whole lines above the lines of the cells.
func (s *screen) Write(lines []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(lines), s.redraw(lines, time.Now())
}

// draw shows the current state of the cells.
func (s *screen) draw(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.redraw(nil, now)
}

// close erases the cells' lines.
func (s *screen) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.redraw(nil, time.Now())
}

// redraw writes lines in place of the cells' lines, and redraws these below. It writes all at once,
// so that nothing flickers. It leaves the cursor at the beginning of a line.
func (s *screen) redraw(lines []byte, now time.Time) error {
	var b bytes.Buffer
	if up := s.rows(); up > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\x1b[J", up) // go up and erase everything below
	}
	b.Write(lines)
	s.shown = s.lines(now)
	for _, line := range s.shown {
		b.WriteString(line + "\n")
	}
	if b.Len() == 0 {
		return nil
	}
	_, err := s.out.Write(b.Bytes())
	return err
}

// rows returns the number of terminal rows that the cells' lines take: more than one each if the
// terminal has become narrower since.
func (s *screen) rows() int {
	n := 0
	for _, line := range s.shown {
		n += 1 + (twwidth.Width(line)-1)/max(1, s.width())
	}
	return n
}

// lines returns the lines of the cells.
func (s *screen) lines(now time.Time) []string {
	if s.ended {
		return nil
	}
	room := s.width() - 1 // a full line would begin another on some terminals
	var out []string
	for i, w := range s.cells {
		if i == screenCells && i < len(s.cells)-1 {
			return append(out, fmt.Sprintf("  and %d more cells", len(s.cells)-i))
		}
		out = append(out, w.line(now, room))
	}
	return out
}

// atWork is a cell that a worker is running.
type atWork struct {
	name        string
	iterations  int // at most; 0: the method has none
	started     time.Time
	first, last timedStep
}

// timedStep is a step and when it was written.
type timedStep struct {
	work.Step
	when time.Time // zero if there is no step yet
}

func newAtWork(q work.Request, now time.Time) *atWork {
	iterations, _ := q.Cell.Options.Iterations()
	return &atWork{name: q.Title, iterations: int(iterations), started: now}
}

// at notes a step.
func (w *atWork) at(s work.Step, now time.Time) {
	w.last = timedStep{s, now}
	if w.first.when.IsZero() {
		w.first = w.last
	}
}

// line returns the progress of the cell in at most room columns. If there is too little room, it
// first omits the objective and then cuts the cell's name.
func (w *atWork) line(now time.Time, room int) string {
	begin := "  " + strings.Map(printable, w.name)
	line := begin + w.state(now, true)
	if twwidth.Width(line) > room {
		state := w.state(now, false)
		line = cut(begin, room-twwidth.Width(state)) + state
	}
	return cut(line, room)
}

// Line returns a text as a single terminal line of at most the given number of columns.
func Line(text string, columns int) string { return cut(strings.Map(printable, text), columns) }

// cut shortens a text to at most the given number of columns, with dots in place of what it cuts off.
func cut(text string, columns int) string {
	if twwidth.Width(text) <= columns {
		return text
	}
	return twwidth.Truncate(text, max(0, columns), "...")
}

// state describes the last step and the time left.
func (w *atWork) state(now time.Time, objective bool) string {
	if w.last.when.IsZero() {
		return ": started " + now.Sub(w.started).Round(time.Second).String() + " ago"
	}
	text := fmt.Sprintf(": iteration %d", w.last.Iteration)
	if w.iterations > 0 {
		text += fmt.Sprintf(" of %d", w.iterations)
	}
	if objective && w.last.Objective != nil {
		text += fmt.Sprintf(", objective %.6g", *w.last.Objective)
	}
	if left, known := w.left(now); known {
		text += ", " + left.Round(time.Second).String() + " left"
	}
	return text
}

// left estimates the time of the remaining iterations from those between the first and the last
// step. It does not foresee that the method stops earlier.
func (w *atWork) left(now time.Time) (left time.Duration, known bool) {
	done := w.last.Iteration - w.first.Iteration
	if done <= 0 || w.iterations == 0 {
		return 0, false
	}
	each := float64(w.last.when.Sub(w.first.when)) / float64(done)
	return max(0, time.Duration(each*float64(w.iterations-w.last.Iteration))-now.Sub(w.last.when)), true
}

// printable drops what would move the cursor.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}
