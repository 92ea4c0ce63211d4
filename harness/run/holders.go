package run

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"gpcbench/data"
)

// HostLock is the file whose lock keeps a timed cell alone on this host.
func HostLock() string { return newHostLock(os.TempDir()).lock }

// HeldBy names the processes that hold the lock of a file, as "process 12" or "processes 12 of ann, 13".
// It is empty if none does, or if the system does not tell (Linux does).
func HeldBy(path string) string {
	var pids []string
	for _, pid := range holders(path) {
		pids = append(pids, fmt.Sprint(pid)+ofUser(pid))
	}
	switch len(pids) {
	case 0:
		return ""
	case 1:
		return "process " + pids[0]
	}
	return "processes " + strings.Join(pids, ", ")
}

// note writes this process and the time to a file that all users of the host share. It does no harm if the file
// cannot be written.
func note(path string, now time.Time) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return // another user's link or pipe
	}
	flags := os.O_WRONLY | os.O_TRUNC
	f, err := os.OpenFile(path, flags, 0)
	if err != nil {
		if f, err = os.OpenFile(path, flags|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
			return
		}
		f.Chmod(0o666) // whatever the umask
	}
	fmt.Fprintf(f, "%d %d\n", os.Getpid(), now.Unix())
	f.Close()
}

// heldBy names the processes that hold the lock, and says since when the last of them has been running
// its cell; empty if nothing is known.
func (h hostLock) heldBy(now time.Time) string {
	who := HeldBy(h.lock)
	text, err := data.ReadRegular(h.holder, 1<<10)
	var pid int
	var since int64
	if err == nil {
		_, err = fmt.Sscan(string(text), &pid, &since)
	}
	pids := holders(h.lock)
	if err != nil || len(pids) > 0 && !slices.Contains(pids, pid) {
		return who
	}
	if who == "" {
		who = fmt.Sprintf("process %d", pid)
	}
	at := time.Unix(since, 0)
	if now.Before(at) { // the clock was put back
		return who
	}
	return fmt.Sprintf("%s, running its cell since %s (%s ago)", who, at.Format("15:04:05"), now.Sub(at).Round(time.Second))
}
