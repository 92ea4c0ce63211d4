package run

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestLockedBy(t *testing.T) {
	const locks = `1: FLOCK  ADVISORY  WRITE 4321 fd:01:1234 0 EOF
1: -> FLOCK  ADVISORY  WRITE 4322 fd:01:1234 0 EOF
2: FLOCK  ADVISORY  READ 17 fd:01:91234 0 EOF
3: POSIX  ADVISORY  WRITE 18 00:19:1234 1073741826 1073742335
`
	if got := lockedBy(locks, 1234); !slices.Equal(got, []int{4321, 18}) {
		t.Errorf("%v", got)
	}
}

// A lock that this process holds is told.
func TestHolders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if got := holders(path); got != nil {
		t.Errorf("of a file that is not there: %v", got)
	}
	l := openLock(path)
	defer l.Close()
	if ok, err := l.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, err := os.Stat("/proc/locks"); err != nil {
		t.Skip("this system does not tell of locks")
	}
	if got := holders(path); !slices.Contains(got, os.Getpid()) {
		t.Errorf("%v, not %d", got, os.Getpid())
	}
}
