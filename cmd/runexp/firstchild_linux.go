package main

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// startFirstChild has package os find out whether the system can name processes by descriptors, which it does
// once, by default with the first process that it starts. The child that it starts for this shares our memory
// and handles our signals: Ctrl-C ended it in a handler, and then this process with Go's "morestack on gsignal".
func startFirstChild() {
	undisturbed(func() {
		if p, err := os.FindProcess(os.Getpid()); err == nil {
			p.Release()
		}
	})
}

// undisturbed calls f on a thread that takes no signals, and whose children take none.
func undisturbed(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all, before unix.Sigset_t
	for i := range all.Val {
		all.Val[i] = ^all.Val[i]
	}
	if unix.PthreadSigmask(unix.SIG_BLOCK, &all, &before) == nil {
		defer unix.PthreadSigmask(unix.SIG_SETMASK, &before, nil)
	}
	f()
}
