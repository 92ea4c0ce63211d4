package harness

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestMemory(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		want int64
	}{
		"linux":   {"MemTotal:       24601624 kB\nMemFree:        1 kB\n", 24601624 * 1024},
		"unknown": {"MemFree:        1 kB\n", 0},
		"strange": {"MemTotal: much\n", 0},
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := procBytes(file, "MemTotal"); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if got := procBytes(filepath.Join(dir, "none"), "MemTotal"); got != 0 {
		t.Errorf("without a file: %v", got)
	}
	if got := memoryLimit(20e9); !slices.Equal(got, []string{"GOMEMLIMIT=18000000000"}) {
		t.Errorf("%q", got)
	}
	if got := memoryLimit(0); got != nil {
		t.Errorf("%q", got)
	}
}
