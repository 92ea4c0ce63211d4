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

// pollEvery is the longest time between two attempts to take a lock. tellAfter is how
// long a process waits before saying so.
const (
	pollEvery = 50 * time.Millisecond
	tellAfter = time.Second
)

// hostLock keeps a timed cell alone on the host. A timed cell holds the lock
// exclusively; other cells share it. A process holds the gate while it waits for
// the lock, so that later ones cannot overtake it.
//
// holder says who took the lock last. beside is locked by cells that run without the lock.
type hostLock struct{ gate, lock, holder, beside string }

// newHostLock returns the lock of a folder that all users of the host share.
func newHostLock(dir string) hostLock {
	file := func(name string) string { return filepath.Join(dir, "gpcbench-"+name) }
	return hostLock{gate: file("gate.lock"), lock: file("host.lock"), holder: file("host.holder"), beside: file("host.beside")}
}

// errHeld says that other processes held the lock for the whole waiting time.
var errHeld = errors.New("other processes hold the lock")

// take waits for the lock for at most the time most, and returns a function that releases it. It
// calls waiting once, if it has waited for tellAfter. The error is ctx's, errHeld, or one about the
// lock's files, which any user of the host may have tampered with.
func (h hostLock) take(ctx context.Context, alone bool, most time.Duration, waiting func()) (release func(), err error) {
	gate, lock := openLock(h.gate), openLock(h.lock)
	try := lock.TryRLock
	if alone {
		try = lock.TryLock
	}
	var waited time.Duration // without time in which the machine slept
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
	note(h.holder, time.Now())
	return func() { lock.Close() }, nil
}

// openLock returns a lock on a file that every user can open. If something else is at the path,
// opening it neither blocks nor writes.
func openLock(path string) *flock.Flock {
	if f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666); err == nil {
		f.Chmod(0o666) // whatever the umask
		f.Close()
	}
	return flock.New(path, flock.SetFlag(os.O_RDONLY|lockFlags))
}
