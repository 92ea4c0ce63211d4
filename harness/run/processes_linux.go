package run

import (
	"os"
	"syscall"
)

// self returns the path of the running program, even if its file was replaced meanwhile.
func self() (string, error) {
	const exe = "/proc/self/exe"
	if _, err := os.Stat(exe); err != nil {
		return os.Executable()
	}
	return exe, nil
}

// attributes puts a worker into its own process group, so that Ctrl-C reaches
// only the parent, and has the kernel kill it when its parent dies. The kernel
// watches the parent's thread, which must be locked while the worker runs. A worker
// of an external program is not killed: it ends when its standard input does.
func attributes(outside bool) *syscall.SysProcAttr {
	if outside {
		return &syscall.SysProcAttr{Setpgid: true}
	}
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
