package atomicfile

import (
	"context"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// pollEvery is the time between two attempts to take a lock that another process has.
const pollEvery = 50 * time.Millisecond

// Lock takes a lock, a file that is created if necessary, and returns the function that releases
// it. Only one process of a host has it, whatever the user. waiting is called once if another
// process has it. The error is ctx's, or says that the file cannot be locked, as on some network
// drives.
func Lock(ctx context.Context, path string, waiting func()) (release func(), err error) {
	return take(ctx, flock.New(path, flock.SetPermissions(0o666)), waiting) // users may share the folder
}

// LockFolder is Lock for a folder that exists. It leaves no file there. Windows has no such locks.
func LockFolder(ctx context.Context, dir string, waiting func()) (release func(), err error) {
	return take(ctx, flock.New(dir, flock.SetFlag(os.O_RDONLY)), waiting)
}

// take takes a lock.
func take(ctx context.Context, lock *flock.Flock, waiting func()) (release func(), err error) {
	free, err := lock.TryLock()
	if err == nil && !free {
		waiting()
		_, err = lock.TryLockContext(ctx, pollEvery)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		lock.Close()
		return nil, err
	}
	return func() { lock.Close() }, nil // the lock is released even if Close fails
}
