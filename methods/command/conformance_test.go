//go:build unix

package command

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/command/commandtest"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// misbehaviours are what a program may do wrong, with the kind of failure and a part of what is said.
var misbehaviours = []struct {
	does, kind, says string
	change           func(c *Config)
}{
	{"exits at start", Start, "exit status 3); its log ends with: first words | last words", nil},
	{"lacks a module", Install, "No module named 'gpytorch'", nil},
	{"says it is not installed", Install, "there is no compiler", nil},
	{"is silent", Timeout, "its ready did not come in 300ms", func(c *Config) { c.WaitSeconds = 0.3 }},
	{"speaks first", Protocol, "out of turn", nil},
	{"another version", Protocol, "version 2 of the protocol", nil},
	{"wants nonsense", Protocol, `as "tensor"`, nil},
	{"is ended at start", Signal, "terminated", nil},
	{"exits in the fit", Protocol, "exit status 4", nil},
	{"is killed", Signal, "killed", nil},
	{"aborts", Signal, "terminated", nil},
	{"no JSON", Protocol, "Epoch 1: loss 0.3", nil},
	{"NaN in JSON", Protocol, "written as null", nil},
	{"half a line", Protocol, "half a line", nil},
	{"half a line and waits", Timeout, "the fit did not end in 300ms", nil},
	{"a long line", Protocol, "longer than 65536 bytes", nil},
	{"floods the wire", Protocol, "", nil},
	{"an unknown message", Protocol, `"hyperdrive" in a fit`, nil},
	{"closes the wire", Protocol, "it closed its end of the wire and went on, where the end of the fit should have come", nil},
	{"never ends", Timeout, "did not end in 300ms", nil},
	{"ignores SIGTERM", Timeout, "left no snapshot", func(c *Config) { c.BudgetSeconds = 0.05 }},
	{"takes all memory", Memory, "more than their limit of 0.15 GB", func(c *Config) { c.MemoryGB = 0.15 }},
	{"says it is out of memory", Memory, "out of memory on the card", nil},
	{"fails with words", Other, "it broke", nil},
	{"fails and then prints", Other, "it broke; its log ends with: last words", nil},
	{"traces backwards", Protocol, "iteration 1 after iteration 1", nil},
	{"goes back when done", Protocol, "done after iteration 1", nil},
	{"names another snapshot", Protocol, `"elsewhere"`, nil},
	{"writes no snapshot", Protocol, "no such file", nil},
	{"links a snapshot", Protocol, "is a link", nil},
	{"links inside a snapshot", Protocol, "not a regular file", nil},
	{"a pipe as snapshot", Protocol, "not a regular file", nil},
	{"a huge snapshot", Protocol, "10737418240 bytes", nil},
	{"predicts NaN", NotFinite, "NaN", nil},
	{"predicts more than one", NotNormalised, "1.5", nil},
	{"predicts less than zero", NotNormalised, "-0.5", nil},
	{"predicts half", NotNormalised, "not to 1", nil},
	{"says another shape", WrongShape, "[30 4]", nil},
	{"writes too few", WrongShape, "712 bytes, its shape needs 720", nil},
	{"writes too many", WrongShape, "10737418240 bytes", nil},
	{"writes a folder", Protocol, "which is a folder: write a file", nil},
	{"leads out of its folder", Protocol, "etc/passwd", nil},
	{"links its probabilities", Protocol, "is a link", nil},
	{"does not predict", Timeout, "the probabilities of the rows did not come", func(c *Config) { c.WaitSeconds, c.FitSeconds = 3, 60 }},
	{"dies at prediction", Protocol, "it ended (exit status 5) where the probabilities of the rows should have come", nil},
	{"fails at prediction", Other, "'NoneType' object is not iterable, where the probabilities of the rows should have come", nil},
	{"looks at the other rows", Protocol, "must not depend on the other rows", nil},
}

// tried fits and predicts with a program, and returns what its log was.
func tried(t *testing.T, c *Config) (string, *methodtest.Recorder, error) {
	task, rows := blobs(t)
	var log bytes.Buffer
	task.Outside.Log = &log
	rec := &slow{pause: 10 * time.Millisecond}
	if slices.Contains(c.Run, "works in pauses") {
		rec.pause = 250 * time.Millisecond
	}
	p, err := c.Fit(t.Context(), task, rec)
	if err == nil {
		err = p.(*predictor).predict(mat.NewDense(rows.Len(), 3, nil), rows, positions(rows.Len()))
		p.(*predictor).Close()
	}
	return log.String(), &rec.Recorder, err
}

// slow is a recorder that takes its time for a checkpoint.
type slow struct {
	methodtest.Recorder
	pause time.Duration
}

func (s *slow) Checkpoint(int, func(io.Writer) error) error {
	time.Sleep(s.pause)
	return nil
}

func positions(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Whatever a program does wrong is a failure of its kind with its last words, in time, and nothing of it is left.
func TestMisbehaviours(t *testing.T) {
	for _, m := range misbehaviours {
		t.Run(m.does, func(t *testing.T) {
			t.Parallel()
			if m.does == "takes all memory" && runtime.GOOS != "linux" {
				t.Skip("memory is not sampled here")
			}
			c := configured(m.does, map[string]any{"iterations": 4})
			c.WaitSeconds, c.FitSeconds = 60, 60
			if m.kind == Timeout {
				c.FitSeconds = 0.3
			}
			if m.change != nil {
				m.change(c)
			}
			_, _, err := tried(t, c)
			f, ok := errors.AsType[*Failure](err)
			if !ok || f.Kind != m.kind || !strings.Contains(f.Error(), m.says) || strings.ContainsAny(f.Error(), "\n\x1b") {
				t.Errorf("%v, want %s: ... %q", err, m.kind, m.says)
			}
		})
	}
}

// What does no harm to a result is no failure.
func TestHarmless(t *testing.T) {
	t.Setenv("SECRET_TOKEN", "hush")
	for _, does := range []string{"plain", "floods its output", "prints its environment", "leaves a process behind", "works in pauses", "does not leave", "exits with a code"} {
		t.Run(does, func(t *testing.T) {
			c := configured(does, map[string]any{"iterations": 4, "pause": 0.02})
			c.Environment = []string{"EXTRA=1"}
			log, rec, err := tried(t, c)
			if err != nil {
				t.Fatal(err)
			}
			badly := does == "does not leave" || does == "exits with a code"
			switch {
			case does == "prints its environment" && (strings.Contains(log, "hush") || !strings.Contains(log, "EXTRA=1") || !strings.Contains(log, "OMP_NUM_THREADS=1\n")):
				t.Errorf("the environment is %s", log)
			case does == "floods its output" && len(log) != keptHead:
				t.Errorf("%d bytes of the log are kept", len(log))
			case runtime.GOOS != "linux":
			case does == "leaves a process behind": // which may begin in a pause
				if rec.Events[EventBehind] != 1 {
					t.Errorf("a process that was left behind is not told: %v", rec.Events)
				}
			case (does == "works in pauses") != (rec.Events[EventPause] > 0), badly != (rec.Events[EventEnd] > 0):
				t.Errorf("events: %v", rec.Events)
			}
		})
	}
}

// A process that a program leaves behind is ended with it, whatever it did to get away.
func TestNobodyStaysBehind(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("descendants are not known here")
	}
	task, _ := blobs(t)
	p, err := configured("leaves a process behind", nil).Fit(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(task.Outside.Folder, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, _ := strconv.Atoi(string(text))
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("the process was never there: %v", err)
	}
	p.(*predictor).Close()
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("process %d is still there: %v", pid, err)
	}
}

// clocked is a recorder with a clock.
type clocked struct {
	methodtest.Recorder
	start time.Time
}

func (c *clocked) Elapsed() time.Duration { return time.Since(c.start) }

// At the end of its budget a program that traces is told to stop. Of one that does not, the last snapshot counts.
func TestBudget(t *testing.T) {
	for does, event := range map[string]int{"": 0, "never traces again": 1, "is done as it is ended": 1} {
		if does != "" && testing.Short() {
			continue
		}
		task, rows := blobs(t)
		c := configured(does, map[string]any{"iterations": 1000, "pause": 0.01})
		c.BudgetSeconds = 1
		rec := &clocked{start: time.Now()}
		p, err := c.Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(does, err)
		}
		if rec.Events[EventBudget] != event || rec.Last < 2 || rec.Last > 150 {
			t.Errorf("%q: %v after iteration %d", does, rec.Events, rec.Last)
		}
		if got := predicted(p, rows); mat.Equal(got, predicted(p.(*predictor).Along()[1], rows)) {
			t.Errorf("%q: the state at the end is that after the first iteration", does)
		}
		p.(*predictor).Close()
	}
}

// What is not there is not installed.
func TestNotInstalled(t *testing.T) {
	for _, run := range [][]string{{"no-such-interpreter", "m.py"}, {"./none"}} {
		c := New()
		c.Run = run
		_, _, err := tried(t, c)
		if f, ok := errors.AsType[*Failure](err); !ok || f.Kind != Install {
			t.Errorf("%q: %v", run, err)
		}
	}
	task, _ := blobs(t)
	task.Outside.Trace = false
	if _, err := configured("plain", nil).Fit(t.Context(), task, &methodtest.Recorder{}); err == nil || !strings.Contains(err.Error(), "no model to keep") {
		t.Errorf("a program without snapshots is fitted for a model: %v", err)
	}
	task.Outside = nil
	if _, err := configured("", nil).Fit(t.Context(), task, &methodtest.Recorder{}); err == nil {
		t.Error("a program is started where none may be")
	}
}

// What no program can be given is refused before anything runs.
func TestOptions(t *testing.T) {
	for key, v := range map[string]any{"run": 3, "inputs": []any{"../secret"}, "environment": []any{"=x"}, "budget_seconds": -1} {
		c := New()
		options := map[string]any{"run": []any{commandtest.Run("")[0]}, key: v}
		err := method.Decode(c, options)
		if err == nil {
			err = c.Validate()
		}
		if refused, ok := errors.AsType[*method.OptionError](err); !ok || refused.Key != key {
			t.Errorf("%s = %v: %v", key, v, err)
		}
	}
}
