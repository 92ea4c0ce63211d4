package machine

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestWatchMemory: memory counts when it is touched, and the watch looks when it
// begins and when it ends.
func TestWatchMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		if got := WatchMemory(os.Getpid())(); got != 0 {
			t.Errorf("%d bytes where the system does not tell", got)
		}
		return
	}
	debug.FreeOSMemory() // so that the block below is new memory
	before := Anonymous(os.Getpid())
	if before < 1<<19 {
		t.Fatalf("this process has %d bytes", before)
	}
	stop := WatchMemory(os.Getpid())
	block := make([]byte, 64<<20)
	for i := 0; i < len(block); i += 4096 {
		block[i] = 1
	}
	if held := Anonymous(os.Getpid()); held < before+60<<20 {
		t.Errorf("%d bytes with a block of 64 MiB, %d before", held, before)
	}
	if peak := stop(); peak < before+60<<20 {
		t.Errorf("peak of %d bytes with a block of 64 MiB, %d before", peak, before)
	}
	runtime.KeepAlive(block)
	if got := Anonymous(1 << 30); got != 0 {
		t.Errorf("a process that is not there has %d bytes", got)
	}
}

func TestWatchAgain(t *testing.T) {
	for watched, want := range map[time.Duration]time.Duration{
		0: 10 * time.Millisecond, time.Second: 10 * time.Millisecond, 5 * time.Second: 50 * time.Millisecond, time.Hour: 100 * time.Millisecond,
	} {
		if got := watchAgain(watched); got != want {
			t.Errorf("after %v the next sample is in %v, want %v", watched, got, want)
		}
	}
}
