package harness

import (
	"os"
	"strconv"
	"strings"
)

// anonymous is the anonymous resident memory of a process at this moment, in
// bytes: its heap and stacks, without the pages of files that it has mapped. 0
// if the process has ended.
func anonymous(pid int) int64 {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "RssAnon:"); ok {
			kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err == nil {
				return kib * 1024
			}
		}
	}
	return 0
}
