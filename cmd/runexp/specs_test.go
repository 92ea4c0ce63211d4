package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/experiments"
	"gpcbench/harness/spec"
)

// TestReadingWritesNothing: built-in experiments that programs take part in are read where nothing can be written, and
// their plan needs the programs' files.
func TestReadingWritesNothing(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	if err := os.WriteFile(cache, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GPCBENCH_DATA", cache)
	specs, err := readSpecs(experiments.Names(), spec.Paper)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range specs {
		if err := writePrograms(s); (err != nil) != strings.HasPrefix(s.Name, "gpcbench/") {
			t.Errorf("%s: files of programs where nothing can be written: %v", s.Name, err)
		}
	}
}
