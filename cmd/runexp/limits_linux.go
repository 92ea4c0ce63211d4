package main

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// The least that a run needs, as limits of the shell. Below these, Go's runtime or the system ends the
// program at some point, with a message meant for developers.
const (
	leastAddresses = 1792 << 20 // bytes (ulimit -v): Go reserves most of them without using them
	leastFiles     = 32         // open at once (ulimit -n)
	leastThreads   = 32         // of the user (ulimit -u)
)

// checkLimits says which limit of this process is too low for any work.
func checkLimits() error {
	for _, l := range []struct {
		resource int
		least    uint64
		unit     uint64
		flag     string
		what     string
	}{
		{unix.RLIMIT_AS, leastAddresses, 1 << 10, "-v", "KiB of address space"},
		{unix.RLIMIT_NOFILE, leastFiles, 1, "-n", "open files"},
		{unix.RLIMIT_NPROC, leastThreads, 1, "-u", "processes and threads"},
	} {
		var limit unix.Rlimit
		if unix.Getrlimit(l.resource, &limit) != nil || limit.Cur >= l.least || l.resource == unix.RLIMIT_NPROC && os.Geteuid() == 0 {
			continue
		}
		return fmt.Errorf("the limit of %d %s is too low: the program needs %d (ulimit %s %d, or more)", limit.Cur/l.unit, l.what, l.least/l.unit, l.flag, l.least/l.unit)
	}
	return nil
}
