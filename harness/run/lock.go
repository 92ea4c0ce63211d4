package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
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

// errHeld says that others have held the lock for as long as one waits for it.
var errHeld = errors.New("other processes hold the lock")

// take waits for the lock, for so long at most, and returns what gives it back. waiting is called
// once, if it is not to be had at once. The error is that of ctx, errHeld, or one of the lock's
// files, which any user of the host may have made what they are.
func (h hostLock) take(ctx context.Context, alone bool, most time.Duration, waiting func()) (release func(), err error) {
	gate, lock := openLock(h.gate), openLock(h.lock)
	try := lock.TryRLock
	if alone {
		try = lock.TryLock
	}
	var waited time.Duration // without the time that the machine slept
	said := false
	wait := func(try func() (bool, error)) error {
		for pause := time.Millisecond; ; pause = min(2*pause, pollEvery) {
			ok, err := try()
			if ok || err != nil && !errors.Is(err, syscall.EINTR) { // a signal came in between, as on network drives
				return err
			}
			if waited >= most {
				return errHeld
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

// openLock returns a lock on a file that every user can open. Whatever lies there instead, opening
// it neither waits nor writes.
func openLock(path string) *flock.Flock {
	if f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666); err == nil {
		f.Chmod(0o666) // whatever the umask
		f.Close()
	}
	return flock.New(path, flock.SetFlag(os.O_RDONLY|lockFlags))
}
