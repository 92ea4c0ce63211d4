package exchange

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"gpcbench/harness/harnesstest"
)

// Splits that cannot be written leave no folder that was not there.
func TestSplitsThatFailLeaveNoFolder(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(harnesstest.TwoMethods)
	fail := func(dir string) {
		if _, err := WriteSplits(context.Background(), p, harnesstest.Gone{}, dir); err == nil {
			t.Error("splits of data that is not there are written")
		}
	}
	made := filepath.Join(f.Dir, "folds")
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
