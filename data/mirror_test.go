package data

import (
	"os"
	"path/filepath"
	"testing"

	"gpcbench/data/catalogue"
)

// mirrorFile finds files in the folders of GPCBENCH_MIRROR.
func mirrorFile(t *testing.T) func(folder, name string) (string, error) {
	mirror := os.Getenv("GPCBENCH_MIRROR")
	if mirror == "" {
		t.Skip("GPCBENCH_MIRROR is not set: the real files are not here")
	}
	return func(folder, name string) (string, error) {
		for _, root := range filepath.SplitList(mirror) {
			path := filepath.Join(root, folder, name)
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
		return "", &UnavailableError{File: filepath.Join(folder, name), Err: os.ErrNotExist}
	}
}

// TestMirror loads every set of the catalogue that the mirror has.
func TestMirror(t *testing.T) {
	files := mirrorFile(t)
	cache := t.TempDir()
	if dir := os.Getenv("GPCBENCH_TEST_CACHE"); dir != "" {
		cache = dir
	}
	for _, name := range catalogue.Names() {
		t.Run(name, func(t *testing.T) {
			e, err := catalogue.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			if testing.Short() && e.Rows > 100000 {
				t.Skip("large")
			}
			for _, f := range e.Files {
				if _, err := filePath(e, f, files); err != nil {
					t.Skip("not in the mirror: ", f.Name)
				}
			}
			ds, err := Load(e, files, cache)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d x %d, classes %v, %d splits, %T", ds.Len(), ds.Dim(), ds.ClassNames, len(ds.Splits), ds.Table)
			for _, split := range ds.Splits {
				if split.Train.Len()+split.Test.Len() != ds.Len() {
					t.Errorf("split of %d and %d rows", split.Train.Len(), split.Test.Len())
				}
			}
		})
	}
}
