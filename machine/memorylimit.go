package machine

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// memoryShare is the share of memory that a worker may fill before it must collect garbage.
const memoryShare = 0.9

// limitVariable is the environment variable of Go's memory limit.
const limitVariable = "GOMEMLIMIT"

// MemoryLimit returns the environment that makes a worker collect garbage in time, given the memory
// in bytes; none if that is unknown. Garbage then neither kills a fit that fits into memory nor makes
// the machine swap. Below the limit nothing changes. Each of several workers has the whole limit:
// with a share of it, a large fit among small ones would collect all the time.
func MemoryLimit(memory float64) []string {
	if memory <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s=%.0f", limitVariable, memoryShare*memory)}
}

// LimitMemory sets the memory limit of a worker for this process, unless the user has set one.
func LimitMemory() {
	if m := Memory(); m > 0 && os.Getenv(limitVariable) == "" {
		debug.SetMemoryLimit(int64(memoryShare * m))
	}
}

// Memory returns the memory that the processes of this run may use together, in bytes: that of the
// machine, or the limit of the run's control group if lower; 0 if unknown.
func Memory() float64 {
	total := float64(procBytes("/proc/meminfo", "MemTotal"))
	if group := groupMemory("/proc/self/cgroup", "/sys/fs/cgroup"); group < total {
		return group
	}
	return total
}

// groupMemory returns the smallest memory limit of the control groups that file names and of their
// ancestors, under the folder groups; infinite if there is none.
func groupMemory(file, groups string) float64 {
	least := math.Inf(1)
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		of := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(of) < 3 {
			continue
		}
		root, limit := groups, "memory.max"
		if of[1] != "" { // version 1, where each controller has its own groups
			if !slices.Contains(strings.Split(of[1], ","), "memory") {
				continue
			}
			root, limit = filepath.Join(groups, "memory"), "memory.limit_in_bytes"
		}
		for path := filepath.Join("/", of[2]); ; path = filepath.Dir(path) {
			text, _ := os.ReadFile(filepath.Join(root, path, limit))
			if v, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil {
				least = min(least, v)
			}
			if path == "/" {
				break
			}
		}
	}
	return least
}
