package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// twoCells is a specification of two short cells.
func twoCells(name, timing string) string {
	text := strings.Replace(slow, `name = "x"`, fmt.Sprintf("name = %q\ntiming = %q", name, timing), 1)
	return strings.Replace(text, "iterations = 60", "iterations = 15", 1)
}

// TestTimedCellsRunAlone: a timed cell runs while no other cell of any run on this host does,
// and each cell on the cores that its run gives it.
func TestTimedCellsRunAlone(t *testing.T) {
	f, dir := harnesstest.NewFolder(t), t.TempDir()
	t.Setenv(fitsDir, dir)
	const shared = 3 // cores of cells that need not be alone
	var wg sync.WaitGroup
	for _, c := range []struct {
		name, timing string
		cores        int
	}{{"first", "exclusive", 1}, {"second", "exclusive", 2}, {"third", "shared", shared}} {
		p, o := f.Plan(twoCells(c.name, c.timing)), options(f, 2)
		o.Threads = c.cores
		wg.Go(func() {
			if _, err := Run(context.Background(), p, o); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var fits []fitTimes
	var cores []int
	for _, file := range files {
		text, err := os.ReadFile(file)
		var fit fitTimes
		if err == nil {
			err = json.Unmarshal(text, &fit)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range fits {
			if fit.Start.Before(other.End) && other.Start.Before(fit.End) && (fit.Cores != shared || other.Cores != shared) {
				t.Errorf("a timed cell was not alone: %+v and %+v", fit, other)
			}
		}
		fits, cores = append(fits, fit), append(cores, fit.Cores)
	}
	if slices.Sort(cores); !slices.Equal(cores, []int{1, 1, 2, 2, shared, shared}) {
		t.Errorf("cells had %v cores", cores)
	}
}

// crowd is an executor that fits nothing: it counts how many cells it is at. The first of two
// waits for the other, as long as its patience lasts; 0 is without end.
type crowd struct {
	mu        sync.Mutex
	now, most int
	all       chan struct{} // closed when both are at work
	patience  time.Duration
}

func (c *crowd) execute(_ context.Context, q work.Request) (record.Record, error) {
	c.enter(1)
	var over <-chan time.Time
	if c.patience > 0 {
		over = time.After(c.patience)
	}
	select {
	case <-c.all:
	case <-over:
	}
	c.enter(-1)
	return record.Record{V: record.Version, Cell: q.Cell, Status: record.OK, Metrics: map[string]float64{}, Provenance: map[string]string{}}, nil
}

func (c *crowd) enter(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now += n
	if c.most = max(c.most, c.now); c.now == 2 {
		close(c.all)
	}
}

// TestTimedRunTakesOneCellAtATime: a timed experiment is at one cell whatever the number of jobs.
func TestTimedRunTakesOneCellAtATime(t *testing.T) {
	f := harnesstest.NewFolder(t)
	for timing, patience := range map[string]time.Duration{"exclusive": 100 * time.Millisecond, "shared": 0} {
		executor := &crowd{all: make(chan struct{}), patience: patience}
		sum, err := Run(context.Background(), f.Plan(twoCells(timing, timing)), Options{Jobs: 2, executor: executor})
		if err != nil || sum.Finished != 2 {
			t.Fatalf("%s: %+v, %v", timing, sum, err)
		}
		if alone := timing == "exclusive"; (executor.most == 1) != alone {
			t.Errorf("timing = %q: %d cells at a time", timing, executor.most)
		}
	}
}

// What ended a worker is reported in a line, without the stacks and registers that follow it.
func TestEndOfAWorker(t *testing.T) {
	const registers = "PC=0x492c00 m=0 sigcode=0\n\ngoroutine 0 gp=0xbd5e80 m=0 mp=0xbd6ae0 [idle]:\n\nrax    0xca\nrip    0x492c00\nrflags 0x286\ncs     0x33\n"
	for said, want := range map[string]string{
		"SIGSEGV: segmentation violation\n" + registers: "exit status 2: SIGSEGV: segmentation violation",
		"panic: it broke\n\ngoroutine 1 [running]:\n":   "exit status 2: panic: it broke",
		"fatal error: out of memory\n" + registers:      "exit status 2: fatal error: out of memory",
		"a line\nSIGABRT: abort\n" + registers:          "exit status 2: SIGABRT: abort",
		"one\ntwo\n":                                    "exit status 2: one | two",
		"":                                              "exit status 2",
	} {
		if got := ended(errors.New("exit status 2"), said); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
