package run

import (
	"fmt"
	"os"
	"strings"
)

// HostLock is the file whose lock keeps a timed cell alone on this host.
func HostLock() string { return newHostLock(os.TempDir()).lock }

// Holders are the processes that hold the lock of a file, where the system tells (Linux).
func Holders(path string) []int { return holders(path) }

// heldBy names the processes that hold a lock, behind a blank; nothing where the system does not
// tell.
func heldBy(path string) string {
	var pids []string
	for _, pid := range holders(path) {
		pids = append(pids, fmt.Sprint(pid))
	}
	switch len(pids) {
	case 0:
		return ""
	case 1:
		return " (process " + pids[0] + ")"
	}
	return " (processes " + strings.Join(pids, ", ") + ")"
}
