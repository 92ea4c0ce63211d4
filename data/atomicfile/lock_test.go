package atomicfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// One waits while another has the lock, is told so once, gives up with the context, and has it
// when it is given back.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.lock")
	release, err := Lock(t.Context(), path, func() { t.Error("nobody has the lock") })
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Lock(ctx, path, cancel); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait that is given up: %v", err)
	}
	said := 0
	again, err := Lock(t.Context(), path, func() { said++; release() })
	if err != nil || said != 1 {
		t.Fatalf("the lock after it was given back: %v, said %d times", err, said)
	}
	again()
	if _, err := Lock(t.Context(), filepath.Join(path, "b.lock"), nil); err == nil {
		t.Error("a lock below a file")
	}
}

// A folder is locked as a file is, and nothing is left in it.
func TestLockFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders have no locks here")
	}
	dir := t.TempDir()
	release, err := LockFolder(t.Context(), dir, func() { t.Error("nobody has the lock") })
	if err != nil {
		t.Fatal(err)
	}
	again, err := LockFolder(t.Context(), dir, release)
	if err != nil {
		t.Fatal(err)
	}
	again()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
	if _, err := LockFolder(t.Context(), filepath.Join(dir, "nowhere"), nil); err == nil {
		t.Error("a folder that does not exist")
	}
}
