//go:build linux || darwin || freebsd

package tablefile

import "syscall"

// room returns the number of bytes that a user may still write to the disk of a folder; known is
// false if that is not known.
func room(dir string) (bytes int64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
