package machine

import (
	"time"

	"gpcbench/methods/command/child"
)

// Anonymous is the anonymous resident memory of a process at this moment, in bytes; 0 where the system does not tell.
func Anonymous(pid int) int64 { return child.Anonymous(pid) }

// memoryEvery is the time between two samples of a worker's memory.
const memoryEvery = 10 * time.Millisecond

// WatchMemory samples the anonymous memory of a process from outside, which does
// not hold it up, until stop is called. stop returns the most that was seen, 0
// where the system does not tell.
func WatchMemory(pid int) (stop func() int64) {
	end, peak := make(chan struct{}), make(chan int64)
	go func() {
		tick := time.NewTicker(memoryEvery)
		defer tick.Stop()
		most := int64(0)
		for {
			most = max(most, Anonymous(pid))
			select {
			case <-tick.C:
			case <-end:
				peak <- max(most, Anonymous(pid))
				return
			}
		}
	}()
	return func() int64 {
		close(end)
		return <-peak
	}
}
