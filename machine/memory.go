package machine

import (
	"strconv"
	"time"
)

// Anonymous returns the current anonymous resident memory of a process, in bytes: its heap and stacks, without the
// pages of files that it has mapped. It is 0 if the process has ended, or if the system does not report it.
func Anonymous(pid int) int64 { return procBytes("/proc/"+strconv.Itoa(pid)+"/status", "RssAnon") }

// memoryEvery is the time between two samples of a worker's memory.
const memoryEvery = 10 * time.Millisecond

// WatchMemory samples the anonymous memory of a process until stop is called. It
// samples from outside, so the process is not delayed. stop returns the largest
// sample, 0 if the system does not report it.
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
