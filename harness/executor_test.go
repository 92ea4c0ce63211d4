package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/harness/record"
)

// elsewhere is an executor that fits nothing: it notes what it is asked for and
// answers at once.
type elsewhere struct {
	mu    sync.Mutex
	asked []request
	err   error // what it answers instead of a record

	failing bool // every cell fails after a checkpoint
}

func (e *elsewhere) execute(_ context.Context, q request) (record.Record, error) {
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
	f := newFolder(t)
	p := f.plan(twoMethods)
	executor := &elsewhere{}
	var said strings.Builder
	sum, err := Run(context.Background(), p, RunOptions{Jobs: 2, Progress: &said, executor: executor})
	if err != nil || sum.Finished != 8 || len(executor.asked) != 8 {
		t.Fatalf("%+v, %d asked for, %v", sum, len(executor.asked), err)
	}
	for _, q := range executor.asked {
		if q.Rows.Digest == "" || q.Rows.Source.File == "" || q.Checkpoint == "" || q.Timing != "shared" {
			t.Errorf("%+v", q)
		}
	}
	if again := f.plan(twoMethods); again.Cells[7].State != Done {
		t.Error("a record was not kept")
	}
	if !strings.Contains(said.String(), "8/8 ") || !strings.Contains(said.String(), "error 0.1000, nll 0.2000") {
		t.Errorf("the run said %s", said.String())
	}
}

// The checkpoint of a cell that failed stays, for its worker may have been killed; that of
// a cell that is done goes.
func TestCheckpointsOfFailedCells(t *testing.T) {
	f := newFolder(t)
	executor := &elsewhere{failing: true}
	states := func() int { return strings.Count(checkpoints(f.plan(twoMethods)), ".state") }
	for _, c := range []struct {
		failing bool
		want    int
	}{{true, 8}, {false, 0}} {
		executor.failing = c.failing
		if _, err := Run(t.Context(), f.plan(twoMethods), RunOptions{Jobs: 1, Progress: io.Discard, executor: executor}); (err != nil) != c.failing {
			t.Fatal(err)
		}
		if got := states(); got != c.want {
			t.Errorf("cells that fail: %v; %d checkpoints are left, want %d", c.failing, got, c.want)
		}
	}
}

// An executor that cannot run any cell ends the run with its error.
func TestExecutorThatCannotRun(t *testing.T) {
	p := newFolder(t).plan(twoMethods)
	broken := fmt.Errorf("no workers today")
	executor := &elsewhere{err: broken}
	sum, err := Run(context.Background(), p, RunOptions{Jobs: 1, executor: executor})
	if !errors.Is(err, broken) || len(executor.asked) != 1 || sum.Finished != 0 {
		t.Errorf("%+v, %d asked for, %v", sum, len(executor.asked), err)
	}
	if records, err := record.NewReader(p.Folder).All(); err != nil || len(records) != 0 {
		t.Errorf("%d records, %v", len(records), err)
	}
}

// The rows of a cell are prepared as its options say, and are the same for all
// who ask.
func TestPrepare(t *testing.T) {
	f := newFolder(t)
	c := f.plan(twoMethods).Cells[0]
	raw, err := prepare(context.Background(), cacheLoader(), *c.rows, c.Seed, c.Repeat)
	if err != nil {
		t.Fatal(err)
	}
	if raw.train.Len() != 45 || raw.test.Len() != 15 {
		t.Fatalf("%d and %d rows", raw.train.Len(), raw.test.Len())
	}
	scaled, err := prepare(context.Background(), cacheLoader(), *c.rows, c.Seed, c.Repeat)
	if err == nil {
		err = scaled.standardise(false)
	}
	if err != nil {
		t.Fatal(err)
	}
	x, _ := raw.train.ReadAll()
	z, _ := scaled.train.ReadAll()
	s := scaled.train.Scaler()
	for i := range 45 {
		for j := range 2 {
			if want := (x.At(i, j) - s.Mean[j]) / s.SD[j]; !near(z.At(i, j), want) {
				t.Fatalf("row %d, attribute %d: %v, want %v", i, j, z.At(i, j), want)
			}
		}
	}
	if err := scaled.standardise(true); err != nil {
		t.Fatal(err)
	}
	all := data.FitScaler(scaled.dataset, data.All(60))
	if got := scaled.train.Scaler(); got.Mean[0] != all.Mean[0] || got.SD[1] != all.SD[1] || got.Mean[0] == s.Mean[0] {
		t.Errorf("scaled by %v, all rows have %v", got, all)
	}
	changed := *c.rows
	changed.Digest = "another"
	if _, err := prepare(context.Background(), cacheLoader(), changed, c.Seed, c.Repeat); err == nil || !strings.Contains(err.Error(), "data set two was changed") {
		t.Errorf("other bytes: %v", err)
	}
}
