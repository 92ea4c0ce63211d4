package run

import (
	"os"
	"syscall"
)

// self is the running program, also where its file was replaced meanwhile.
func self() (string, error) {
	const exe = "/proc/self/exe"
	if _, err := os.Stat(exe); err != nil {
		return os.Executable()
	}
	return exe, nil
}

// attributes puts a worker into a process group of its own, so that Ctrl-C
// reaches the parent alone, and lets the kernel kill it with its parent. The
// kernel goes by the parent's thread, which must be locked while it runs.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
