//go:build unix && !linux

package run

import (
	"os"
	"syscall"
)

// self is the running program.
func self() (string, error) { return os.Executable() }

// attributes puts a worker into a process group of its own, so that Ctrl-C
// reaches the parent alone. It ends with its parent, when its standard input
// ends.
func attributes(bool) *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
