package run

import (
	"fmt"
	"os"
	"strings"
)

// HostLock is the file whose lock keeps a timed cell alone on this host.
func HostLock() string { return newHostLock(os.TempDir()).lock }

// HeldBy names the processes that hold the lock of a file, "process 12" or "processes 12, 13";
// empty where nobody does, or the system does not tell (it does on Linux).
func HeldBy(path string) string {
	var pids []string
	for _, pid := range holders(path) {
		pids = append(pids, fmt.Sprint(pid))
	}
	switch len(pids) {
	case 0:
		return ""
	case 1:
		return "process " + pids[0]
	}
	return "processes " + strings.Join(pids, ", ")
}
