package method_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// counted is a loop that remembers which iterations were done and traced.
type counted struct {
	done, traced []int
	method.Loop
}

func newCounted() *counted {
	c := &counted{}
	c.Loop = method.Loop{
		Iterate: func(t int) error { c.done = append(c.done, t); return nil },
		Trace:   func(t int) error { c.traced = append(c.traced, t); return nil },
		Save:    func(w io.Writer) error { _, err := io.WriteString(w, "state"); return err },
	}
	return c
}

func TestRun(t *testing.T) {
	after := func(last int) func(int) bool { return func(t int) bool { return t >= last } }
	for _, c := range []struct {
		what         string
		from         int
		schedule     method.Schedule
		converged    func(int) bool
		done, traced []int
	}{
		{"all", 0, method.Schedule{Iterations: 5}, nil, []int{1, 2, 3, 4, 5}, []int{2, 4, 5}},
		{"converged", 0, method.Schedule{Iterations: 5}, after(3), []int{1, 2, 3}, []int{2, 3}},
		{"never converged", 0, method.Schedule{Iterations: 2}, after(3), []int{1, 2}, []int{2, 2}},
		{"resumed", 3, method.Schedule{Iterations: 5}, nil, []int{4, 5}, []int{4, 5}},
		{"resumed where it had ended", 5, method.Schedule{Iterations: 5}, nil, nil, []int{5}},
		{"resumed where it had converged", 3, method.Schedule{Iterations: 5}, after(3), nil, []int{3}},
		{"time was over at once", 0, method.Schedule{Iterations: 5, BudgetSeconds: 0.5}, nil, []int{1}, []int{1}},
		{"time was not over", 0, method.Schedule{Iterations: 2, BudgetSeconds: 2}, nil, []int{1, 2}, []int{2, 2}},
	} {
		l := newCounted()
		l.Converged = c.converged
		if err := c.schedule.Run(t.Context(), &methodtest.Recorder{Every: 2, Clock: func() time.Duration { return time.Second }}, c.from, l.Loop); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		if !slices.Equal(l.done, c.done) || !slices.Equal(l.traced, c.traced) {
			t.Errorf("%s: did %v and traced %v, want %v and %v", c.what, l.done, l.traced, c.done, c.traced)
		}
	}
}

// Whatever fails ends the loop with its error, and so does a cancelled context.
func TestRunFails(t *testing.T) {
	errIterate, errTrace, errSave := errors.New("iterate"), errors.New("trace"), errors.New("save")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		change func(l *method.Loop)
		want   error
	}{
		{t.Context(), func(l *method.Loop) { l.Iterate = func(int) error { return errIterate } }, errIterate},
		{t.Context(), func(l *method.Loop) { l.Trace = func(int) error { return errTrace } }, errTrace},
		{t.Context(), func(l *method.Loop) { l.Save = func(io.Writer) error { return errSave } }, errSave},
		{cancelled, func(*method.Loop) {}, context.Canceled},
	} {
		l := newCounted()
		c.change(&l.Loop)
		err := method.Schedule{Iterations: 5}.Run(c.ctx, &methodtest.Recorder{States: map[int][]byte{}}, 0, l.Loop)
		if !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
}

// A fit whose last tenth of iterations has raised its objective says so, unless it has converged.
func TestStillRising(t *testing.T) {
	for _, c := range []struct {
		name     string
		rise     float64 // of an iteration, a row
		converge int
		want     int
	}{
		{"rising", 1.1e-5, 0, 1}, {"hardly rising", 0.9e-5, 0, 0}, {"converged in the last iteration", 1, 100, 0}, {"converged before", 1, 95, 0},
	} {
		at, rec := 0, &methodtest.Recorder{}
		err := method.Schedule{Iterations: 100}.Run(t.Context(), rec, 0, method.Loop{
			Iterate:   func(t int) error { at = t; return nil },
			Converged: func(t int) bool { return t == c.converge },
			Trace:     func(int) error { return nil },
			Objective: func() float64 { return 7 * c.rise * float64(at) },
			Rows:      7,
		})
		if got := rec.Events[method.EventSearchNotConverged]; err != nil || got != c.want {
			t.Errorf("%s: %d events, error %v", c.name, got, err)
		}
	}
}
