package machine

import (
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
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
	if got := MemoryLimit(20e9); !slices.Equal(got, []string{"GOMEMLIMIT=18000000000"}) {
		t.Errorf("%q", got)
	}
	if got := MemoryLimit(0); got != nil {
		t.Errorf("%q", got)
	}
}

// A process that makes a fit itself has a worker's limit, or its user's.
func TestLimitMemory(t *testing.T) {
	all := Memory()
	if all <= 0 {
		t.Skip("how much memory there is is not known here")
	}
	const none = math.MaxInt64
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(none))
	for users, want := range map[string]int64{"": int64(memoryShare * all), "1GiB": none} {
		t.Setenv(limitVariable, users)
		debug.SetMemoryLimit(none)
		if LimitMemory(); debug.SetMemoryLimit(-1) != want {
			t.Errorf("%s=%s: the limit is %d, want %d", limitVariable, users, debug.SetMemoryLimit(-1), want)
		}
	}
}

// The limit is the least of the groups of a process and of those above them, of either
// version of control groups.
func TestGroupMemory(t *testing.T) {
	dir := t.TempDir()
	write := func(path, text string) string {
		file := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for path, text := range map[string]string{
		"memory.max": "max\n", "job/memory.max": "4000000000\n", "job/step/memory.max": "max\n", "other/memory.max": "1000\n",
		"memory/old/memory.limit_in_bytes": "3000000000\n", "memory/memory.limit_in_bytes": "9223372036854771712\n",
	} {
		write("groups/"+path, text)
	}
	for text, want := range map[string]float64{
		"0::/job/step\n":                      4e9,
		"0::/nowhere\n":                       math.Inf(1),
		"8:cpu:/old\n7:memory,hugetlb:/old\n": 3e9,
		"8:cpu:/other\n":                      math.Inf(1),
		"":                                    math.Inf(1),
	} {
		if got := groupMemory(write("cgroup", text), filepath.Join(dir, "groups")); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
