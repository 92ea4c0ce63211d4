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
