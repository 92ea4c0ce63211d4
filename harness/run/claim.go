package run

import (
	"context"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"gpcbench/harness/plan"
)

// claim keeps other runs from a cell until release is called, unless one is already running it.
// Without locks, as on some network drives, a cell may run twice, which does no harm.
func (q *queue) claim(c *plan.Cell) (release func(), free bool) {
	if !q.opt.Shard.Whole() {
		return func() {}, true
	}
	claim := q.lock(c)
	free, err := claim.TryLock()
	switch {
	case err != nil:
		return func() {}, true
	case !free:
		return nil, false
	}
	return releaseOf(claim), true
}

// await claims a cell as soon as no other run is running it. The error is ctx's.
func (q *queue) await(ctx context.Context, c *plan.Cell) (release func(), err error) {
	claim := q.lock(c)
	_, err = claim.TryLockContext(ctx, pollEvery)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return func() {}, nil
	}
	return releaseOf(claim), nil
}

func (q *queue) lock(c *plan.Cell) *flock.Flock {
	return flock.New(filepath.Join(q.checkpoints(), c.ID+".lock"), flock.SetPermissions(0o666)) // results may be shared
}

func releaseOf(claim *flock.Flock) func() {
	return func() {
		claim.Close()
		os.Remove(claim.Path())
	}
}
