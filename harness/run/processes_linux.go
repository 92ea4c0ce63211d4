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
// kernel goes by the parent's thread, which must be locked while it runs. A worker
// that has a program to end is not killed: it ends when its standard input does.
func attributes(outside bool) *syscall.SysProcAttr {
	if outside {
		return &syscall.SysProcAttr{Setpgid: true}
	}
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
