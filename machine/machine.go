// Package machine describes the machine that cells run on, and measures what a process uses of it.
package machine

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/cpu"
)

// Features are the extensions of the instruction set that matter to speed.
func Features() []string {
	var out []string
	for _, f := range []struct {
		name string
		has  bool
	}{{"avx2", cpu.X86.HasAVX2}, {"fma", cpu.X86.HasFMA}, {"avx512f", cpu.X86.HasAVX512F}, {"asimd", cpu.ARM64.HasASIMD}} {
		if f.has {
			out = append(out, f.name)
		}
	}
	return out
}

// CPU returns the name of the processor, empty if unknown.
func CPU() string {
	return cmp.Or(procValue("/proc/cpuinfo", "model name"), os.Getenv("PROCESSOR_IDENTIFIER")) // the second on Windows
}

// MemoryText returns the memory of the whole machine, such as "66 GB" of 10^9 bytes; empty if
// unknown.
func MemoryText() string {
	if total := procBytes("/proc/meminfo", "MemTotal"); total > 0 {
		return fmt.Sprintf("%.0f GB", float64(total)/1e9)
	}
	return ""
}

// Load returns the average number of processes that ran or were ready to run over the last
// minute; empty if unknown.
func Load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	load, _, _ := strings.Cut(string(text), " ")
	return load
}

// procValue returns the value of a key in a file of lines "key: value", empty if the key is missing.
func procValue(file, key string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if k, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// procBytes returns the amount of memory, in bytes, of a key in a file of lines "key: n kB"; 0
// if unknown.
func procBytes(file, key string) int64 {
	size, unit, _ := strings.Cut(procValue(file, key), " ")
	kib, err := strconv.ParseInt(size, 10, 64)
	if err != nil || unit != "kB" {
		return 0
	}
	return 1024 * kib
}
