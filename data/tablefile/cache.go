package tablefile

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
)

// Cache says where prepared tables are kept, and where the progress of a long job on one is
// reported.
type Cache struct {
	Dir      string    // the cache folder; empty: nothing is kept
	Progress io.Writer // nil: silent
}

// Table returns the table with a name and digest. write writes its file if it does not exist, or is
// no longer current; current may be nil. Several processes may ask for the same table at once: one
// writes it and the others wait, until ctx is cancelled.
func (c Cache) Table(ctx context.Context, name, digest string, current func(*Description) bool, write func(path string) error) (data.Table, *Description, error) {
	if c.Dir == "" {
		dir, err := data.TemporaryFolder("gpcbench")
		if err != nil {
			return nil, nil, err
		}
		defer os.RemoveAll(dir)
		c.Dir = dir
	}
	dir := filepath.Join(c.Dir, "tables")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, fmt.Errorf("the cache folder cannot be created; name another one in GPCBENCH_DATA: %w", err)
	}
	path := filepath.Join(dir, plainName(name)+"-"+digest[:16]+".table")
	if t, desc, err := Open(path, digest); err == nil && (current == nil || current(desc)) {
		return t, desc, nil
	}
	unlock, err := c.lock(ctx, path+".lock", name)
	if err != nil {
		return nil, nil, err
	}
	defer unlock()
	if t, desc, err := Open(path, digest); err == nil && (current == nil || current(desc)) {
		return t, desc, nil // written while we waited
	}
	if err := write(path); err != nil {
		return nil, nil, err
	}
	return Open(path, digest)
}

// lock takes the lock of a table, and reports if it has to wait for another process.
func (c Cache) lock(ctx context.Context, path, name string) (unlock func(), err error) {
	unlock, err = atomicfile.Lock(ctx, path, func() { NewProgress(c.Progress, name).Say("waiting for another run that is preparing it") })
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("the cache folder cannot be locked; name another one in GPCBENCH_DATA: %w", err)
	}
	return unlock, err
}

// plainName returns at most 60 bytes of a name, with everything but ASCII letters, digits, dots and
// dashes replaced by an underscore.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name[:min(len(name), 60)])
}
