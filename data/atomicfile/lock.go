package atomicfile

import (
	"context"
	"time"

	"github.com/gofrs/flock"
)

// pollEvery is the time between two tries for a lock that another process has.
const pollEvery = 50 * time.Millisecond

// Lock takes a lock, a file that is made if it is not there, and returns what gives it back: of
// the processes of a host, of whatever user, one has it. waiting is called once if that is
// another. The error is ctx's, or says that the file cannot be locked, as on some network drives.
func Lock(ctx context.Context, path string, waiting func()) (release func(), err error) {
	lock := flock.New(path, flock.SetPermissions(0o666)) // its folder may be shared
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
	return func() { lock.Close() }, nil // which releases it whatever Close says
}
