//go:build unix && !linux

package child

import "syscall"

const (
	kill      = syscall.SIGKILL
	terminate = syscall.SIGTERM
)

// attributes puts the program into a process group of its own. There is no way to take away its
// network here.
func attributes(offline bool) *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func endGroup(root int) { syscall.Kill(-root, kill) }
