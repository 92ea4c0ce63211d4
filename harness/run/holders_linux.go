package run

import (
	"fmt"
	"os"
	"os/user"
	"strings"
	"syscall"
)

// holders returns the processes that hold a lock on a file, in the order in which the system lists
// them; none if it does not.
func holders(path string) []int {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	locks, err := os.ReadFile("/proc/locks")
	if err != nil {
		return nil
	}
	return lockedBy(string(locks), stat.Ino)
}

// lockedBy finds the holders of the locks on a file in the text of /proc/locks, whose lines are
//
//	1: FLOCK  ADVISORY  WRITE 4321 fd:01:1234 0 EOF
//
// with the process, and the device and inode of the file. A waiting process has "->" as its second word.
func lockedBy(locks string, inode uint64) []int {
	var out []int
	for line := range strings.Lines(locks) {
		var number, kind, mode, access, file string
		var pid int
		if _, err := fmt.Sscan(line, &number, &kind, &mode, &access, &pid, &file); err == nil && strings.HasSuffix(file, fmt.Sprintf(":%d", inode)) {
			out = append(out, pid)
		}
	}
	return out
}

// ofUser names the user of a process, as " of ann", if it is not the user of this process.
func ofUser(pid int) string {
	info, err := os.Stat(fmt.Sprintf("/proc/%d", pid))
	if err != nil {
		return ""
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == os.Getuid() {
		return ""
	}
	id := fmt.Sprint(stat.Uid)
	if u, err := user.LookupId(id); err == nil {
		return " of " + u.Username
	}
	return " of user " + id
}
