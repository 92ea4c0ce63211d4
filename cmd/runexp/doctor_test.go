package main

import (
	"strings"
	"testing"
)

// doctor says everything that a bug report needs, and what is not as it should be.
func TestDoctor(t *testing.T) {
	b := newBench(t)
	b.env = []string{"GPCBENCH_MIRROR=" + b.path("no-such-folder")}
	o := b.want(0, []string{"numerics version", "can be written, has ", "no-such-folder (no such folder)", "gpcbench-host.lock, no known holder"}, "doctor")
	if n := strings.Count(o.stdout, "\n"); n != 14 {
		t.Errorf("%d lines:\n%s", n, o.stdout)
	}
}

// What runs may use is told where it is less than the machine has.
func TestMemoryText(t *testing.T) {
	for _, c := range []struct {
		all    string
		usable float64
		want   string
	}{
		{"25 GB", 25.3e9, "25 GB"},
		{"25 GB", 4.2e9, "25 GB, of which runs may use 4.2 GB"},
		{"", 0, "unknown"},
	} {
		if got := memoryText(c.all, c.usable); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
