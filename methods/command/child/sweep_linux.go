package child

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Sweep ends what remains of programs whose worker was killed before it could end them: control
// groups, and processes of programs whose folder is below this one.
func Sweep(folder string) {
	for _, place := range places() {
		sweep(place)
	}
	mark := []byte(markVariable + "=" + filepath.Clean(folder) + "/")
	for range 100 { // they may start others meanwhile
		left := havingMark(mark)
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			syscall.Kill(pid, kill)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// havingMark returns the processes that have a text in their environment.
func havingMark(mark []byte) (pids []int) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range environments {
		if text, err := os.ReadFile(file); err == nil && bytes.Contains(text, mark) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
