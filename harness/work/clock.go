package work

import (
	"time"

	"gpcbench/harness/machine"
	"gpcbench/harness/record"
)

// clock adds up wall and CPU time of the process while it runs.
type clock struct {
	of      record.Clock         // the time that elapsed is
	others  func() time.Duration // CPU time of the processes that fit; nil: this one does
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
	c.used = c.cpuTime()
	c.since = time.Now()
}

// stop lets the clock stand still.
func (c *clock) stop() {
	if !c.running {
		return
	}
	c.wall += time.Since(c.since)
	c.cpu += c.cpuTime() - c.used
	c.running = false
}

// cpuTime is the CPU time so far of what fits.
func (c *clock) cpuTime() time.Duration {
	if c.others != nil {
		return c.others()
	}
	return machine.CPUTime()
}

// elapsed is the time so far, wall or CPU.
func (c *clock) elapsed() time.Duration {
	switch onCPU := c.of == record.CPUClock; {
	case onCPU && c.running:
		return c.cpu + c.cpuTime() - c.used
	case onCPU:
		return c.cpu
	case c.running:
		return c.wall + time.Since(c.since)
	}
	return c.wall
}
