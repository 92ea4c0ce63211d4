//go:build unix

package machine

import (
	"runtime"
	"syscall"
	"time"
)

// CPUTime returns the user and system time of the process so far.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// PeakRSS returns the largest resident set of the process so far, in bytes. On
// Linux getrusage also counts the process that started this one, so PeakRSS
// uses the kernel's figure for this address space instead.
func PeakRSS() int64 {
	if peak := procBytes("/proc/self/status", "VmHWM"); peak > 0 {
		return peak
	}
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss) // bytes there, kilobytes elsewhere
	}
	return int64(u.Maxrss) * 1024
}
