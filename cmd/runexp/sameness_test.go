package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpcbench/harness/harnesstest"
)

// threeMethods has every method and way of training: full batch, minibatch
// and minibatch with a held-out part.
const threeMethods = `[experiment]
split = { kind = "kfold", folds = 3 }
[[dataset]]
file = "t.csv"
[[method]]
name = "logistic"
[[method]]
name = "xgpc"
options = { inducing = 10, iterations = 60 }
[[method]]
name = "xgpc"
label = "X-GPC, minibatch"
options = { inducing = 20, iterations = 400, batch = 10, kernel = "se-ard" }
[[method]]
name = "svgp"
options = { inducing = 10, iterations = 20 }
[[method]]
name = "svgp"
label = "SVGPC, minibatch"
options = { inducing = 20, iterations = 200, batch = 10, optimiser = "adam", likelihood = "probit", stop = "holdout" }
`

func TestJobsGiveTheSame(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", threeMethods)
	b.want(0, []string{"15 finished now, 0 failed"}, "run", "s.toml", "--results", "one", "--predictions", "--jobs", "1")
	b.wantPredictions("one", "s", "quick", 15)
	want := b.deterministic("one", "s", "quick")
	b.want(0, nil, "run", "s.toml", "--results", "two", "--predictions", "--jobs", "2")
	same(t, "--jobs 2", b.deterministic("two", "s", "quick"), want)
	b.env = []string{"GOMAXPROCS=1"}
	b.want(0, nil, "run", "s.toml", "--results", "three", "--predictions", "--jobs", "16")
	same(t, "--jobs 16 on one processor", b.deterministic("three", "s", "quick"), want)
	b.env = nil
	b.want(0, nil, "run", "s.toml", "--results", "four", "--predictions", "--threads", "3")
	same(t, "--threads 3", b.deterministic("four", "s", "quick"), want)
	if r := b.records("four", "s", "quick")[0]; r.Provenance["threads"] != "3" {
		t.Errorf("provenance has %q threads, want 3", r.Provenance["threads"])
	}
	for _, r := range b.records("one", "s", "quick") {
		if len(r.Metrics) == 0 || len(r.Trace) == 0 && r.Method != "logistic" {
			t.Errorf("%s, repeat %d has no metrics or no trace", r.Label, r.Repeat)
		}
	}
}

// A run is killed together with its workers, over and over, after a time that
// grows until all is done.
func TestKilledAgainAndAgain(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", threeMethods)
	b.want(0, nil, "run", "s.toml", "--results", "undisturbed", "--predictions")
	kills := 0
	for after := 10 * time.Millisecond; ; after += after/8 + time.Millisecond {
		cmd, _, stderr := b.process("run", "s.toml", "--results", "killed", "--predictions", "--jobs", "2")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
		err := cmd.Wait()
		if !timer.Stop() && err != nil {
			kills++
			continue
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr)
		}
		break
	}
	t.Logf("killed %d times", kills)
	if kills < 3 {
		t.Errorf("the run was killed %d times only", kills)
	}
	b.wantPredictions("undisturbed", "s", "quick", 15)
	same(t, "killed", b.deterministic("killed", "s", "quick"), b.deterministic("undisturbed", "s", "quick"))
	b.want(0, []string{"15 were done before, 0 finished now"}, "run", "s.toml", "--results", "killed", "--predictions")
}

// children returns the processes that a process has started, on Linux.
func children(pid int) []int {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	var out []int
	for _, f := range files {
		text, _ := os.ReadFile(f)
		for _, word := range strings.Fields(string(text)) {
			if n, err := strconv.Atoi(word); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}

// Workers are killed one by one: each is a failed cell, which the next run
// tries again.
func TestKilledWorkers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc to find the workers")
	}
	b := newBench(t)
	b.write("s.toml", threeMethods)
	b.want(0, nil, "run", "s.toml", "--results", "undisturbed", "--predictions")
	kills := 0
	for range 3 {
		cmd, _, stderr := b.process("run", "s.toml", "--results", "killed", "--predictions", "--jobs", "2")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for running := true; running; {
			select {
			case <-ended:
				running = false
			case <-time.After(10 * time.Millisecond):
				for _, pid := range children(cmd.Process.Pid) {
					if p, err := os.FindProcess(pid); err == nil && p.Kill() == nil {
						kills++
					}
				}
			}
		}
		if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(stderr.String(), "FAILED: the worker process ended: signal: killed") {
			t.Errorf("exit code %d, want 1; it said\n%s", code, stderr)
		}
	}
	t.Logf("killed %d workers", kills)
	b.want(0, []string{", 0 failed"}, "run", "s.toml", "--results", "killed", "--predictions")
	b.wantPredictions("undisturbed", "s", "quick", 15)
	same(t, "killed", b.deterministic("killed", "s", "quick"), b.deterministic("undisturbed", "s", "quick"))
}

// One cell is quick, the other takes hours. Ctrl-C ends at once, and what was
// finished is kept.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no interrupt to send to another process")
	}
	b := newBench(t)
	b.write("s.toml", `[experiment]
split = { kind = "holdout", train = 40 }
[[dataset]]
file = "t.csv"
[[method]]
name = "logistic"
[[method]]
name = "xgpc"
options = { inducing = 30, iterations = 100_000_000, batch = 10 }
`)
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT} {
		cmd, stdout, stderr := b.process("run", "s.toml", "--results", signal.String())
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		harnesstest.WaitFor(t, "the first record", func() bool { return b.lines(signal.String(), "s", "quick") == 1 })
		time.Sleep(100 * time.Millisecond) // into the second cell
		sent := time.Now()
		cmd.Process.Signal(signal)
		err := cmd.Wait()
		t.Logf("ended %v after the signal: %v", time.Since(sent), err)
		if cmd.ProcessState.ExitCode() != 130 {
			t.Errorf("%v: exit code %d, want 130", signal, cmd.ProcessState.ExitCode())
		}
		said := stdout.String() + stderr.String()
		if !strings.Contains(said, "interrupted; finished cells are kept") || strings.Contains(said, "goroutine") {
			t.Errorf("%v: it said\n%s", signal, said)
		}
		b.want(0, []string{"all 2 1 0 0 1"}, "plan", "s.toml", "--results", signal.String())
	}
}

// A fit that is interrupted or killed leaves nothing, and says so if it can.
func TestInterruptedFit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no interrupt to send to another process")
	}
	b := newBench(t)
	b.write("s.toml", `[[dataset]]
file = "t.csv"
[[method]]
name = "xgpc"
options = { inducing = 30, iterations = 100_000_000, batch = 10 }
`)
	b.mkdir("models")
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		cmd, _, _ := b.process("fit", "s.toml", "--method", "xgpc", "--out", "models/m.gpc")
		b.write("said", "")
		said, err := os.OpenFile(b.path("said"), os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stderr = said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		harnesstest.WaitFor(t, "the notice on equal rows, the last before the fit", func() bool { return strings.HasSuffix(b.read("said"), "may also be a training row\n") })
		time.Sleep(100 * time.Millisecond) // into the fit
		cmd.Process.Signal(signal)
		cmd.Wait()
		said.Close()
		if said := b.read("said"); signal == syscall.SIGINT && !strings.HasSuffix(said, "\nrunexp: interrupted; nothing of the fit is kept, and no model was written\n") {
			t.Errorf("it said\n%s", said)
		}
		if left, err := os.ReadDir(b.path("models")); err != nil || len(left) > 0 {
			t.Errorf("%v: left behind: %v, %v", signal, left, err)
		}
	}
}

// Two runs on the same results share the cells.
func TestTwoRunsAtOnce(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", threeMethods)
	b.want(0, nil, "run", "s.toml", "--results", "alone")
	var both []*exec.Cmd
	for range 2 {
		cmd, _, _ := b.process("run", "s.toml", "--results", "shared")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		both = append(both, cmd)
	}
	for _, cmd := range both {
		if err := cmd.Wait(); err != nil {
			t.Errorf("one of the two: %v", err)
		}
	}
	same(t, "two runs", b.deterministic("shared", "s", "quick"), b.deterministic("alone", "s", "quick"))
	if n := b.lines("shared", "s", "quick"); n != 15 {
		t.Errorf("the two runs wrote %d records of 15 cells", n)
	}
}
