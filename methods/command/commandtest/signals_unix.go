//go:build unix

package commandtest

import (
	"os"
	"os/exec"
	"syscall"
)

// die ends the program by a signal.
func die(s syscall.Signal) { syscall.Kill(os.Getpid(), s) }

// getAway puts a process into a session of its own.
func getAway(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// pipe makes a named pipe.
func pipe(path string) { syscall.Mkfifo(path, 0o600) }
