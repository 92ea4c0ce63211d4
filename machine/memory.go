package machine

import (
	"strconv"
	"time"
)

// Anonymous returns the current anonymous resident memory of a process, in bytes: its heap and stacks, without the
// pages of files that it has mapped. It is 0 if the process has ended, or if the system does not report it.
func Anonymous(pid int) int64 { return procBytes("/proc/"+strconv.Itoa(pid)+"/status", "RssAnon") }

// What is sampled first is often set-up, whose peaks are short; later a sample every hundredth of the time so far,
// or every tenth of a second, misses little. At every ten milliseconds watching takes 2 to 4% of a core from the
// processes that it watches.
const (
	shortestWatch = 10 * time.Millisecond
	longestWatch  = 100 * time.Millisecond
)

// watchAgain returns the time from one sample of a process's memory to the next.
func watchAgain(watched time.Duration) time.Duration {
	return min(max(watched/100, shortestWatch), longestWatch)
}

// WatchMemory samples the anonymous memory of a process until stop is called. It
// samples from outside, so the process is not delayed. stop returns the largest
// sample, 0 if the system does not report it.
func WatchMemory(pid int) (stop func() int64) {
	end, peak := make(chan struct{}), make(chan int64)
	go func() {
		began := time.Now()
		next := time.NewTimer(0)
		defer next.Stop()
		most := int64(0)
		for {
			select {
			case <-next.C:
				most = max(most, Anonymous(pid))
				next.Reset(watchAgain(time.Since(began)))
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
