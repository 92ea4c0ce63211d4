package work

import (
	"time"

	"gpcbench/harness/record"
	"gpcbench/machine"
)

// clock adds up wall and CPU time of the process while it runs.
type clock struct {
	of      record.Clock         // which time elapsed returns
	others  func() time.Duration // CPU time of the processes that fit; nil: this process fits
	running bool
	since   time.Time     // monotonic
	used    time.Duration // CPU time when the clock was started
	wall    time.Duration
	cpu     time.Duration
}

// start starts the clock.
func (c *clock) start() {
	if c.running {
		return
	}
	c.running = true
	c.used = c.cpuTime()
	c.since = time.Now()
}

// stop stops the clock.
func (c *clock) stop() {
	if !c.running {
		return
	}
	c.wall += time.Since(c.since)
	c.cpu += c.cpuTime() - c.used
	c.running = false
}

// cpuTime returns the CPU time so far of the processes that fit.
func (c *clock) cpuTime() time.Duration {
	if c.others != nil {
		return c.others()
	}
	return machine.CPUTime()
}

// elapsed returns the time so far, wall or CPU.
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
