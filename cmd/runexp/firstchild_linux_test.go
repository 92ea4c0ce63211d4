package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// blocked says whether the thread takes a signal later.
func blocked(t *testing.T, s syscall.Signal) bool {
	t.Helper()
	status, err := os.ReadFile("/proc/thread-self/status")
	if err != nil {
		t.Skip("the system does not say which signals a thread takes")
	}
	_, rest, _ := strings.Cut(string(status), "SigBlk:")
	mask, err := strconv.ParseUint(strings.Fields(rest)[0], 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return mask&(1<<(s-1)) != 0
}

// No signal reaches the first child, which shares the memory of the program.
func TestUndisturbed(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		undisturbed(func() {
			if !blocked(t, s) {
				t.Errorf("%v is taken meanwhile", s)
			}
		})
		if blocked(t, s) {
			t.Errorf("%v is blocked afterwards", s)
		}
	}
}
