package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"gpcbench/data/atomicfile"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// elsewhere is an executor that fits nothing: it notes what it is asked for and
// answers at once.
type elsewhere struct {
	mu    sync.Mutex
	asked []work.Request
	err   error // what it answers instead of a record

	failing bool // every cell fails after a checkpoint
}

func (e *elsewhere) execute(_ context.Context, q work.Request) (record.Record, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked = append(e.asked, q)
	if e.failing {
		failed := record.Record{V: record.Version, Cell: q.Cell, Status: record.Failed, Error: "killed", Metrics: map[string]float64{}, Provenance: map[string]string{}}
		return failed, atomicfile.Write(q.Checkpoint, []byte("state"))
	}
	return record.Record{
		V: record.Version, Cell: q.Cell, Status: record.OK, Metrics: map[string]float64{"error": 0.1, "nll": 0.2}, Provenance: map[string]string{},
	}, e.err
}

// Whatever runs the cells, each is asked for once, with what it takes to run
// it, and its record is kept.
func TestAnyExecutor(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(harnesstest.TwoMethods)
	executor := &elsewhere{}
	var said strings.Builder
	sum, err := Run(context.Background(), p, Options{Jobs: 2, Progress: &said, executor: executor})
	if err != nil || sum.Finished != 8 || len(executor.asked) != 8 {
		t.Fatalf("%+v, %d asked for, %v", sum, len(executor.asked), err)
	}
	for _, q := range executor.asked {
		if q.Rows.Digest == "" || q.Rows.Source.File == "" || q.Checkpoint == "" || q.Timing != "shared" {
			t.Errorf("%+v", q)
		}
	}
	if again := f.Plan(harnesstest.TwoMethods); again.Cells[7].State != plan.Done {
		t.Error("a record was not kept")
	}
	if !strings.Contains(said.String(), "8/8 ") || !strings.Contains(said.String(), "error 0.1000, nll 0.2000") {
		t.Errorf("the run said %s", said.String())
	}
}

// The checkpoint of a cell that failed stays, for its worker may have been killed; that of
// a cell that is done goes.
func TestCheckpointsOfFailedCells(t *testing.T) {
	f := harnesstest.NewFolder(t)
	executor := &elsewhere{failing: true}
	states := func() int { return strings.Count(checkpoints(f.Plan(harnesstest.TwoMethods)), ".state") }
	for _, c := range []struct {
		failing bool
		want    int
	}{{true, 8}, {false, 0}} {
		executor.failing = c.failing
		if _, err := Run(t.Context(), f.Plan(harnesstest.TwoMethods), Options{Jobs: 1, Progress: io.Discard, executor: executor}); (err != nil) != c.failing {
			t.Fatal(err)
		}
		if got := states(); got != c.want {
			t.Errorf("cells that fail: %v; %d checkpoints are left, want %d", c.failing, got, c.want)
		}
	}
}

// An executor that cannot run any cell ends the run with its error.
func TestExecutorThatCannotRun(t *testing.T) {
	p := harnesstest.NewFolder(t).Plan(harnesstest.TwoMethods)
	broken := fmt.Errorf("no workers today")
	executor := &elsewhere{err: broken}
	sum, err := Run(context.Background(), p, Options{Jobs: 1, executor: executor})
	if !errors.Is(err, broken) || len(executor.asked) != 1 || sum.Finished != 0 {
		t.Errorf("%+v, %d asked for, %v", sum, len(executor.asked), err)
	}
	if records, err := record.NewReader(p.Folder).All(); err != nil || len(records) != 0 {
		t.Errorf("%d records, %v", len(records), err)
	}
}
