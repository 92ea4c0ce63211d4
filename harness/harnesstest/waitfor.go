package harnesstest

import (
	"testing"
	"time"
)

// WaitFor waits until something holds, as long as the tests may take.
func WaitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline, limited := t.Deadline()
	for ; !holds(); time.Sleep(5 * time.Millisecond) {
		if limited && time.Until(deadline) < 5*time.Second {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
