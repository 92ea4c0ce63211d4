package commandtest

import (
	"os"
	"os/exec"
	"syscall"
)

// die ends the program.
func die(syscall.Signal) { os.Exit(1) }

// getAway: there are no sessions here.
func getAway(*exec.Cmd) {}

// pipe: there are no named pipes in folders here.
func pipe(string) {}
