//go:build unix

package run

import "syscall"

// lockFlags make open refuse a link, and not wait for the other end of a pipe.
const lockFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
