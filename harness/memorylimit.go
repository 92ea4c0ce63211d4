package harness

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// memoryShare is the share of the memory up to which a worker may leave garbage in it.
const memoryShare = 0.9

// memoryLimit is the environment that has a worker collect its garbage in time, for a memory in
// bytes, none where that is not known. A fit that fits into memory does not end for what it no
// longer uses, nor does the machine swap for it; below the limit nothing changes.
func memoryLimit(memory float64) []string {
	if memory <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("GOMEMLIMIT=%.0f", memoryShare*memory)}
}

// memory is what a process may have, in bytes: that of the machine, or of its control group
// where that has less; 0 where it is not known.
func memory() float64 {
	total := float64(procBytes("/proc/meminfo", "MemTotal"))
	text, err := os.ReadFile("/sys/fs/cgroup/memory.max")
	if err != nil {
		return total
	}
	if group, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil && group < total {
		return group
	}
	return total
}
