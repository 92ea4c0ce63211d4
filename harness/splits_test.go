package harness

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// Splits that cannot be written leave no folder that was not there.
func TestSplitsThatFailLeaveNoFolder(t *testing.T) {
	f := newFolder(t)
	p := f.plan(twoMethods)
	fail := func(dir string) {
		if _, err := WriteSplits(context.Background(), p, gone{}, dir); err == nil {
			t.Error("splits of data that is not there are written")
		}
	}
	made := filepath.Join(f.dir, "folds")
	if fail(made); exists(made) {
		t.Error("an empty folder is left")
	}
	if err := os.Mkdir(made, 0o777); err != nil {
		t.Fatal(err)
	}
	if fail(made); !exists(made) {
		t.Error("a folder that was there is gone")
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
