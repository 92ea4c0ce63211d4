package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// pollEvery is the longest time between two tries for a lock; tellAfter is how long
// one waits before saying so.
const (
	pollEvery = 50 * time.Millisecond
	tellAfter = time.Second
)

// hostLock keeps a timed cell alone on the host: it holds the lock by itself,
// other cells share it. The gate is held while one waits for the lock and so
// keeps those that come later from overtaking.
//
// holder says who took the lock last.
type hostLock struct{ gate, lock, holder string }

// newHostLock returns the lock of a folder that all users of the host share.
func newHostLock(dir string) hostLock {
	return hostLock{gate: filepath.Join(dir, "gpcbench-gate.lock"), lock: filepath.Join(dir, "gpcbench-host.lock"), holder: filepath.Join(dir, "gpcbench-host.holder")}
}

// take waits for the lock and returns what gives it back. waiting is called
// once, if it is not to be had at once.
func (h hostLock) take(ctx context.Context, alone bool, waiting func()) (release func(), err error) {
	gate, err := openLock(h.gate)
	if err != nil {
		return nil, err
	}
	lock, err := openLock(h.lock)
	if err != nil {
		return nil, err
	}
	try := lock.TryRLock
	if alone {
		try = lock.TryLock
	}
	var waited time.Duration
	said := false
	wait := func(try func() (bool, error)) error {
		for pause := time.Millisecond; ; pause = min(2*pause, pollEvery) {
			ok, err := try()
			if ok || err != nil {
				return err
			}
			if waited >= tellAfter && !said {
				said = true
				waiting()
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause):
				waited += pause
			}
		}
	}
	err = wait(gate.TryLock)
	if err == nil {
		err = errors.Join(wait(try), gate.Close())
	}
	if err != nil {
		lock.Close()
		gate.Close()
		return nil, err
	}
	h.note(time.Now())
	return func() { lock.Close() }, nil
}

// try is take without waiting; free says whether the lock was to be had at once.
func (h hostLock) try(alone bool) (release func(), free bool, err error) {
	lock, err := openLock(h.lock)
	if err != nil {
		return nil, false, err
	}
	try := lock.TryRLock
	if alone {
		try = lock.TryLock
	}
	if free, err = try(); !free || err != nil {
		lock.Close()
		return func() {}, false, err
	}
	h.note(time.Now())
	return func() { lock.Close() }, true, nil
}

// openLock returns a lock on a file that every user can open.
func openLock(path string) (*flock.Flock, error) {
	if _, err := os.Stat(path); err != nil {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			return nil, err
		}
		f.Chmod(0o666) // whatever the umask; of another user's file it is not ours to change
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
	return flock.New(path, flock.SetFlag(os.O_RDONLY)), nil
}
