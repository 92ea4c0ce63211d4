package harness

import (
	"os"
	"runtime"
	"testing"
)

// TestWatchMemory: memory counts when it is touched, and the watch sees no less
// than there was when it began.
func TestWatchMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		if got := watchMemory(os.Getpid())(); got != 0 {
			t.Errorf("%d bytes where the system does not tell", got)
		}
		return
	}
	before := anonymous(os.Getpid())
	if before < 1<<20 {
		t.Fatalf("this process has %d bytes", before)
	}
	stop := watchMemory(os.Getpid())
	block := make([]byte, 64<<20)
	for i := 0; i < len(block); i += 4096 {
		block[i] = 1
	}
	if held := anonymous(os.Getpid()); held < before+60<<20 {
		t.Errorf("%d bytes with a block of 64 MiB, %d before", held, before)
	}
	runtime.KeepAlive(block)
	if peak := stop(); peak < before {
		t.Errorf("peak of %d bytes, %d before", peak, before)
	}
	if got := anonymous(1 << 30); got != 0 {
		t.Errorf("a process that is not there has %d bytes", got)
	}
}
