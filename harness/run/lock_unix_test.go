//go:build unix

package run

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// Whatever another user leaves in the folder of temporary files, cells run; where it cannot serve as the
// lock, times are marked.
func TestStrangersLockFiles(t *testing.T) {
	for name, c := range map[string]struct {
		leave func(path string) error
		want  string
	}{
		"a pipe":            {func(path string) error { return syscall.Mkfifo(path, 0o666) }, record.TimedAlone},
		"a folder":          {func(path string) error { return os.Mkdir(path, 0o755) }, record.TimedAlone},
		"a link":            {func(path string) error { return os.Symlink("/dev/zero", path) }, record.TimedBeside},
		"a link to nothing": {func(path string) error { return os.Symlink(path+"x", path) }, record.TimedBeside},
		"a link to itself":  {func(path string) error { return os.Symlink(path, path) }, record.TimedBeside},
		"a file of nobody":  {func(path string) error { return os.WriteFile(path, nil, 0) }, record.TimedBeside},
	} {
		if name == "a file of nobody" && os.Getuid() == 0 {
			continue // root may read it
		}
		for _, at := range []func(hostLock) string{func(h hostLock) string { return h.gate }, func(h hostLock) string { return h.lock }, func(h hostLock) string { return h.holder }} {
			lock := newHostLock(t.TempDir())
			path := at(lock)
			if err := c.leave(path); err != nil {
				t.Fatal(err)
			}
			want := c.want
			if path == lock.holder {
				want = record.TimedAlone
			}
			p := &processes{host: lock, wait: time.Hour, progress: io.Discard}
			for _, timing := range []string{"shared", record.TimedAlone} {
				q := work.Request{Timing: timing}
				done, err := p.alone(t.Context(), &q)
				if err != nil || timing == record.TimedAlone && q.Timing != want {
					t.Errorf("%s as %s: timing %q, %v", name, filepath.Base(path), q.Timing, err)
					continue
				}
				done()
			}
			if _, err := os.Lstat(path + "x"); err == nil {
				t.Errorf("%s as %s: written through", name, filepath.Base(path))
			}
		}
	}
}
