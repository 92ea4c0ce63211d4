package work

import (
	"time"

	"gpcbench/harness/machine"
)

// clock adds up wall and CPU time of the process while it runs.
type clock struct {
	running bool
	since   time.Time     // monotonic
	used    time.Duration // CPU time of the process when it was started
	wall    time.Duration
	cpu     time.Duration
}

// start lets the clock run.
func (c *clock) start() {
	if c.running {
		return
	}
	c.running = true
	c.used = machine.CPUTime()
	c.since = time.Now()
}

// stop lets the clock stand still.
func (c *clock) stop() {
	if !c.running {
		return
	}
	c.wall += time.Since(c.since)
	c.cpu += machine.CPUTime() - c.used
	c.running = false
}

// elapsed is the wall time so far.
func (c *clock) elapsed() time.Duration {
	if !c.running {
		return c.wall
	}
	return c.wall + time.Since(c.since)
}
