package run

import (
	"context"
	"os"
	"time"
)

// A cell that has waited in vain for the lock of the host runs all the same, beside the timed cell that holds
// it. It holds a lock of its own meanwhile, shared with others like it, and writes to its file when it begins and
// when it ends. A timed cell that finds this lock held at its end, or its file written to since it began, was
// not alone.

// runBeside says on this host that a cell runs without the lock, until ended is called.
func (h hostLock) runBeside() (ended func()) {
	lock := openLock(h.beside)
	ctx, cancel := context.WithTimeout(context.Background(), tellAfter) // disturbed holds it for a moment
	defer cancel()
	lock.TryRLockContext(ctx, pollEvery)
	note(h.beside, time.Now())
	return func() {
		note(h.beside, time.Now())
		lock.Close()
	}
}

// disturbed says whether a cell has run without the lock at any time since another one began.
func (h hostLock) disturbed(since time.Time) bool {
	info, err := os.Lstat(h.beside)
	if err != nil {
		return false // no cell ever has
	}
	if info.Mode().IsRegular() && info.ModTime().After(since) {
		return true
	}
	lock := openLock(h.beside)
	defer lock.Close()
	free, err := lock.TryLock()
	return err == nil && !free
}
