package run

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// terminal is one that keeps what stands on it, and knows of the cursor what a screen uses.
type terminal struct {
	lines []string // the last one has the cursor, at its end
}

var up = regexp.MustCompile(`^\x1b\[(\d+)A\x1b\[J`)

func (m *terminal) Write(p []byte) (int, error) {
	if m.lines == nil {
		m.lines = []string{""}
	}
	for text := string(p); text != ""; {
		if mark := up.FindStringSubmatch(text); mark != nil {
			n, _ := strconv.Atoi(mark[1])
			m.lines = append(m.lines[:len(m.lines)-1-n], "")
			text = text[len(mark[0]):]
			continue
		}
		if text[0] == '\n' {
			m.lines = append(m.lines, "")
		} else {
			m.lines[len(m.lines)-1] += text[:1]
		}
		text = text[1:]
	}
	return len(p), nil
}

func (m *terminal) String() string { return strings.Join(m.lines, "\n") }

func cellOf(repeat int, iterations any) work.Request {
	return work.Request{Title: fmt.Sprintf("glass, SEP, repeat %d", repeat), Cell: record.Cell{Options: map[string]any{"iterations": iterations}}}
}

func TestLineOfACellAtWork(t *testing.T) {
	start := time.Unix(1e9, 0)
	after := func(s float64) time.Time { return start.Add(time.Duration(s * 1e9)) }
	objective := -1234.56789
	for _, c := range []struct {
		iterations any
		steps      []work.Step // a second each
		now        float64
		room       int
		want       string
	}{
		{100, nil, 12.4, 80, "  glass, SEP, repeat 3: started 12s ago"},
		{100, []work.Step{{Iteration: 5}}, 1.5, 80, "  glass, SEP, repeat 3: iteration 5 of 100"},
		{100, []work.Step{{Iteration: 5}, {Iteration: 10, Objective: &objective}}, 4, 80, "  glass, SEP, repeat 3: iteration 10 of 100, objective -1234.57, 16s left"},
		{100.0, []work.Step{{Iteration: 50}, {Iteration: 60}, {Iteration: 70}}, 3, 80, "  glass, SEP, repeat 3: iteration 70 of 100, 3s left"},
		{100, []work.Step{{Iteration: 98}, {Iteration: 99}}, 60, 80, "  glass, SEP, repeat 3: iteration 99 of 100, 0s left"},
		{nil, []work.Step{{Iteration: 5}, {Iteration: 10}}, 3, 80, "  glass, SEP, repeat 3: iteration 10"},
		{100, []work.Step{{Iteration: 5}, {Iteration: 10, Objective: &objective}}, 4, 70, "  glass, SEP, repeat 3: iteration 10 of 100, 16s left"},
		{100, []work.Step{{Iteration: 5}, {Iteration: 10, Objective: &objective}}, 4, 50, "  glass, SEP, re...: iteration 10 of 100, 16s left"},
		{100, []work.Step{{Iteration: 5}}, 1, 8, ": ite..."},
	} {
		w := newAtWork(cellOf(3, c.iterations), start)
		for i, s := range c.steps {
			w.at(s, after(float64(i+1)))
		}
		if got := w.line(after(c.now), c.room); got != c.want || len(got) > c.room {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

// Lines that are written stay, those of cells come and go, and nothing is left in the end.
func TestScreen(t *testing.T) {
	var m terminal
	s := &screen{out: &m, width: func() int { return 60 }}
	now := time.Now()
	drawn := func(want string) {
		t.Helper()
		s.draw(now)
		if m.String() != want {
			t.Errorf("got\n%s\nwant\n%s", m.String(), want)
		}
	}
	s.Write([]byte("waiting\n"))
	tell, end := s.begin(cellOf(0, 10))
	drawn("waiting\n  glass, SEP, repeat 0: started 0s ago\n")
	tell(work.Step{Iteration: 4})
	drawn("waiting\n  glass, SEP, repeat 0: iteration 4 of 10\n")
	_, other := s.begin(cellOf(1, 10))
	s.Write([]byte("1/5 done\n"))
	drawn("waiting\n1/5 done\n  glass, SEP, repeat 0: iteration 4 of 10\n  glass, SEP, repeat 1: started 0s ago\n")
	end()
	drawn("waiting\n1/5 done\n  glass, SEP, repeat 1: started 0s ago\n")
	for i := range 5 {
		s.begin(cellOf(i, 10))
	}
	s.draw(now)
	if got := m.String(); !strings.HasSuffix(got, "\n  glass, SEP, repeat 2: started 0s ago\n  and 2 more cells\n") {
		t.Errorf("six cells:\n%s", got)
	}
	other()
	s.close()
	drawn("waiting\n1/5 done\n")
}

// On a terminal that has become narrower, lines have taken more rows.
func TestScreenOfAnotherWidth(t *testing.T) {
	columns := 80
	s := &screen{out: &terminal{}, width: func() int { return columns }, shown: []string{strings.Repeat("x", 79), "y"}}
	if got := s.rows(); got != 2 {
		t.Errorf("%d rows, want 2", got)
	}
	if columns = 30; s.rows() != 4 {
		t.Errorf("%d rows, want 4", s.rows())
	}
}

// An interrupt takes the lines away at once.
func TestScreenOfAnInterruptedRun(t *testing.T) {
	var m terminal
	ctx, stop := context.WithCancel(t.Context())
	s := newScreen(ctx, &m, func() int { return 80 })
	s.begin(cellOf(0, 10))
	s.draw(time.Now())
	stop()
	for !s.over() {
		time.Sleep(time.Millisecond)
	}
	if s.draw(time.Now()); m.String() != "" {
		t.Errorf("left behind: %q", m.String())
	}
}

// Steps come from a worker process as it goes on, and its record behind them.
func TestWorkerTellsSteps(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(harnesstest.TwoMethods, "method=walk", "repeat=0")
	r := newQueue(p, p.Cells, options(f, 1))
	worker, err := newProcesses(options(f, 1))
	if err != nil {
		t.Fatal(err)
	}
	q := r.request(p.Cells[0])
	q.Threads, q.Checkpoint, q.Follow = 1, "", time.Nanosecond
	var steps []work.Step
	q.Tell = func(s work.Step) { steps = append(steps, s) }
	out, err := worker.execute(t.Context(), q)
	if err != nil || out.Status != record.OK {
		t.Fatalf("%+v, %v", out, err)
	}
	if len(steps) != 20 || steps[0].Iteration != 1 || steps[0].Objective != nil || steps[19].Iteration != 20 || *steps[19].Objective != *out.Trace[len(out.Trace)-2].Objective {
		t.Errorf("steps %+v", steps)
	}
	q.Follow, steps = 0, nil
	if out, err = worker.execute(t.Context(), q); err != nil || out.Status != record.OK || len(steps) > 0 {
		t.Errorf("nobody asked for steps: %+v, %v, %v", steps, out.Error, err)
	}
}
