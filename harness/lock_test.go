package harness

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestHostLockKeepsTimedCellsAlone(t *testing.T) {
	lock := newHostLock(t.TempDir())
	var inside, shared atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			alone := i%2 == 0
			release, err := lock.take(context.Background(), alone, func() {})
			if err != nil {
				t.Error(err)
				return
			}
			n := inside.Add(1)
			if !alone {
				shared.Add(1)
			}
			if alone && n != 1 || !alone && n > shared.Load() {
				t.Errorf("%d cells are inside with a timed one", n)
			}
			time.Sleep(5 * time.Millisecond)
			if !alone {
				shared.Add(-1)
			}
			inside.Add(-1)
			release()
		})
	}
	wg.Wait()
}

func TestHostLockCanBeGivenUp(t *testing.T) {
	lock := newHostLock(t.TempDir())
	release, err := lock.take(context.Background(), true, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ctx, stop := context.WithCancel(context.Background())
	told := 0
	_, err = lock.take(ctx, false, func() { told++; stop() })
	if !errors.Is(err, context.Canceled) || told != 1 {
		t.Errorf("%v, told %d times", err, told)
	}
}
