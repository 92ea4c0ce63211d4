package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

func TestHostLockKeepsTimedCellsAlone(t *testing.T) {
	lock := newHostLock(t.TempDir())
	var inside, shared atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			alone := i%2 == 0
			release, err := lock.take(context.Background(), alone, time.Hour, func() {})
			if err != nil {
				t.Error(err)
				return
			}
			if !alone {
				shared.Add(1) // before inside, and after it below: never fewer than are inside
			}
			n := inside.Add(1)
			if alone && n != 1 || !alone && n > shared.Load() {
				t.Errorf("%d cells are inside with a timed one", n)
			}
			time.Sleep(5 * time.Millisecond)
			inside.Add(-1)
			if !alone {
				shared.Add(-1)
			}
			release()
		})
	}
	wg.Wait()
}

// Results may be shared: another user's run can open the lock of a cell, as far as the umask lets
// it.
func TestCellLockIsForAllUsers(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(harnesstest.TwoMethods)
	r := newQueue(p, p.Cells, options(f, 1))
	if err := os.MkdirAll(r.checkpoints(), 0o777); err != nil {
		t.Fatal(err)
	}
	lock := r.lock(p.Cells[0])
	if free, err := lock.TryLock(); err != nil || !free {
		t.Fatal(free, err)
	}
	defer lock.Close()
	got, err := os.Stat(lock.Path())
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.Stat(harnesstest.Write(t, f.Dir, "other", ""))
	if err != nil {
		t.Fatal(err)
	}
	if got.Mode() != want.Mode() {
		t.Errorf("the lock has mode %v, other files %v", got.Mode(), want.Mode())
	}
}

func TestHostLockCanBeGivenUp(t *testing.T) {
	lock := newHostLock(t.TempDir())
	release, err := lock.take(context.Background(), true, 0, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ctx, stop := context.WithCancel(context.Background())
	said := 0
	_, err = lock.take(ctx, false, time.Hour, func() { said++; stop() })
	if !errors.Is(err, context.Canceled) || said != 1 {
		t.Errorf("%v, said %d times", err, said)
	}
}

// Who waits is told who has the lock and since when; who has waited for long enough runs beside it, and its
// times are marked. The next cells do not wait again.
func TestTimedCellsThatDoNotWait(t *testing.T) {
	lock := newHostLock(t.TempDir())
	release, err := lock.take(t.Context(), true, 0, func() {})
	if err != nil {
		t.Fatal(err)
	}
	said := lock.heldBy(time.Now().Add(90 * time.Second))
	if want := fmt.Sprintf("process %d, running its cell since ", os.Getpid()); !strings.HasPrefix(said, want) || !strings.HasSuffix(said, "(1m30s ago)") && !strings.HasSuffix(said, "(1m31s ago)") {
		t.Errorf("said %q", said)
	}
	var told strings.Builder
	p := &processes{host: lock, wait: 20 * time.Millisecond, progress: &told}
	q := work.Request{Timing: record.TimedAlone}
	done, err := p.alone(t.Context(), &q)
	if err != nil || q.Timing != record.TimedBeside || !strings.Contains(told.String(), "another run is using this host (process ") {
		t.Errorf("timing %q, %v; told %q", q.Timing, err, told.String())
	}
	done()
	p.wait = time.Hour
	if done, err = p.alone(t.Context(), &work.Request{Timing: record.TimedAlone}); err != nil {
		t.Error(err)
	}
	done()
	if done, err = p.alone(t.Context(), &work.Request{}); err != nil {
		t.Error(err)
	}
	done()
	release()
	q.Timing = record.TimedAlone
	if done, err = p.alone(t.Context(), &q); err != nil || q.Timing != record.TimedAlone {
		t.Errorf("of a free host: timing %q, %v", q.Timing, err)
	}
	done()
}

// A timed cell is marked if a run that gave up waiting ran beside it: to its end, for a while, or from before
// it began.
func TestTimedCellsBesideWhichOthersRan(t *testing.T) {
	lock := newHostLock(t.TempDir())
	if began := time.Now(); lock.disturbed(began) {
		t.Error("disturbed by none")
	}
	release, err := lock.take(t.Context(), true, 0, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	began := time.Now()
	impatient := &processes{host: lock, progress: io.Discard}
	ended, err := impatient.alone(t.Context(), &work.Request{})
	if err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour)
	if !lock.disturbed(began) || !lock.disturbed(later) {
		t.Error("not disturbed by a cell that runs beside")
	}
	ended()
	if !lock.disturbed(began) {
		t.Error("not disturbed by a cell that has ended")
	}
	if lock.disturbed(later) {
		t.Error("disturbed by a cell that had ended before")
	}
}

// The record of such a cell says so.
func TestRecordOfATimedCellBesideAnother(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(harnesstest.TwoMethods, "method=walk", "repeat=0")
	opt := options(f, 1)
	worker, err := newProcesses(opt)
	if err != nil {
		t.Fatal(err)
	}
	q := newQueue(p, p.Cells, opt).request(p.Cells[0])
	q.Timing, q.Checkpoint = record.TimedAlone, ""
	for _, want := range []string{record.TimedAlone, record.TimedBeside} {
		if want == record.TimedBeside {
			defer worker.host.runBeside()()
		}
		r, err := worker.execute(t.Context(), q)
		if got := r.Provenance[record.TimingKey]; err != nil || got != want {
			t.Errorf("timing %q, %v; want %q", got, err, want)
		}
	}
}
