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

// memoryShare is the share of the memory up to which a worker may leave garbage in it.
const memoryShare = 0.9

// limitVariable is the environment variable of Go's limit.
const limitVariable = "GOMEMLIMIT"

// MemoryLimit is the environment that has a worker collect its garbage in time, for a memory in
// bytes, none where that is not known. A fit that fits into memory does not end for what it no
// longer uses, nor does the machine swap for it; below the limit nothing changes. Of several
// workers each has the whole limit: a share of it would have a large fit among small ones
// collect all the time.
func MemoryLimit(memory float64) []string {
	if memory <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s=%.0f", limitVariable, memoryShare*memory)}
}

// LimitMemory sets the limit of a worker for this process, unless its user has set one.
func LimitMemory() {
	if m := Memory(); m > 0 && os.Getenv(limitVariable) == "" {
		debug.SetMemoryLimit(int64(memoryShare * m))
	}
}

// Memory is what the processes of this run may have together, in bytes: that of the machine, or
// of a control group that the run is in where that has less; 0 where it is not known.
func Memory() float64 {
	total := float64(procBytes("/proc/meminfo", "MemTotal"))
	if group := groupMemory("/proc/self/cgroup", "/sys/fs/cgroup"); group < total {
		return group
	}
	return total
}

// groupMemory is the least limit of the control groups that the file of the process names,
// each with those above it, below the folder of all groups; infinite where there is none.
func groupMemory(file, groups string) float64 {
	least := math.Inf(1)
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		of := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(of) < 3 {
			continue
		}
		root, limit := groups, "memory.max"
		if of[1] != "" { // of version 1, where each controller has groups of its own
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
