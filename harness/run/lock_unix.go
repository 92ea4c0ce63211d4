//go:build unix

package run

import "syscall"

// lockFlags refuse a link, and do not wait for the other end of a pipe.
const lockFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
