package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpcbench/harness/harnesstest"
)

// leaves is a specification of a cell whose program waits for a process that it has started.
func leaves(t *testing.T, f harnesstest.Folder) string {
	t.Setenv("TMPDIR", t.TempDir())
	harnesstest.Write(t, f.Dir, "t.csv", harnesstest.Table(60, "no", "yes"))
	return strings.Replace(programs("waits for a process", ""), "repeats = 2", "repeats = 1", 1)
}

// started waits until a program has started its process, and returns the number of that; 0 if the test ends before.
func started(test context.Context) int {
	for test.Err() == nil {
		files, _ := filepath.Glob(filepath.Join(os.TempDir(), "gpcbench-*", "gpcbench-*", "pid"))
		if len(files) == 1 {
			text, _ := os.ReadFile(files[0])
			if pid, err := strconv.Atoi(string(text)); err == nil { // it is not empty any more
				return pid
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	return 0
}

// gone waits until a process has ended.
func gone(t *testing.T, pid int) {
	t.Helper()
	t.Helper()
	ended := func() bool {
		state, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return err != nil || strings.Contains(string(state), ") Z ")
	}
	t.Cleanup(func() {
		if !ended() {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	harnesstest.WaitFor(t, fmt.Sprintf("process %d to end", pid), ended)
}

// After an interrupt nothing is left of what a program has started, nor of its folder, when the run returns.
func TestInterruptEndsWhatAProgramStarted(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(leaves(t, f))
	ctx, stop := context.WithCancel(t.Context())
	pids := make(chan int, 1)
	go func() {
		pids <- started(t.Context())
		stop()
	}()
	if _, err := Run(ctx, p, options(f, 1)); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	pid := <-pids
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("process %d is left: %v", pid, err)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A worker that is killed is a failed cell, and what its program has started ends.
func TestKilledWorkerLeavesNothing(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(leaves(t, f))
	pids := make(chan int, 1)
	go func() {
		pids <- started(t.Context())
		for _, worker := range workers() {
			syscall.Kill(worker, syscall.SIGKILL)
		}
	}()
	if sum, _ := Run(t.Context(), p, options(f, 1)); sum.Failed != 1 {
		t.Errorf("%+v", sum)
	}
	gone(t, <-pids)
}

// workers are the children of this process.
func workers() (pids []int) {
	files, _ := filepath.Glob("/proc/self/task/*/children")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		for word := range strings.FieldsSeq(string(text)) {
			if pid, err := strconv.Atoi(word); err == nil && !slices.Contains(pids, pid) {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// What a program has started ends with a run that is killed.
func TestKilledRunLeavesNothing(t *testing.T) {
	f := harnesstest.NewFolder(t)
	file := harnesstest.Write(t, f.Dir, "spec.toml", leaves(t, f))
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asRun+"="+file)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := started(t.Context())
	cmd.Process.Kill()
	cmd.Wait()
	gone(t, pid)
}
