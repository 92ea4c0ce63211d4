package machine

import "strconv"

// Anonymous is the anonymous resident memory of a process at this moment, in
// bytes: its heap and stacks, without the pages of files that it has mapped. 0
// if the process has ended.
func Anonymous(pid int) int64 {
	return procBytes("/proc/"+strconv.Itoa(pid)+"/status", "RssAnon")
}
