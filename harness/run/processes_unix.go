//go:build unix && !linux

package run

import (
	"os"
	"syscall"
)

// self returns the path of the running program.
func self() (string, error) { return os.Executable() }

// attributes puts a worker into its own process group, so that Ctrl-C reaches
// only the parent. The worker ends with its parent, because its standard input
// then ends.
func attributes(bool) *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
