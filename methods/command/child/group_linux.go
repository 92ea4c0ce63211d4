package child

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// group is a control group (cgroup v2) of a program and of all its descendants. A nil group means
// that there is none: there is no such file system, or this user may not make one.
type group struct {
	dir    string
	folder *os.File // locked as long as this process has the group
	limits bool     // whether it has a limit of memory
}

// groupPrefix begins the names of groups; the number of the process that made one follows.
const groupPrefix = "gpcbench-"

var groups atomic.Int64 // groups made so far

// newGroup makes a group below that of this process or beside it. Where the memory of neither can
// be limited, the group only serves to end the program with all that it has started.
func newGroup(limit int64) *group {
	var first *group
	for _, place := range places() {
		sweep(place)
		dir := filepath.Join(place, fmt.Sprintf("%s%d-%d", groupPrefix, os.Getpid(), groups.Add(1)))
		g := makeGroup(dir)
		if g == nil {
			continue
		}
		if limit > 0 && g.set("memory.max", strconv.FormatInt(limit, 10)) == nil {
			g.limits = true
			g.set("memory.swap.max", "0")  // where there is swap
			g.set("memory.oom.group", "1") // all of it ends, not one process
		}
		if g.limits || limit == 0 {
			first.remove()
			return g
		}
		if first != nil {
			g.remove()
			continue
		}
		first = g
	}
	return first
}

// makeGroup makes a group and locks its folder; it returns nil where that
// cannot be done.
func makeGroup(dir string) *group {
	if os.Mkdir(dir, 0o755) != nil {
		return nil
	}
	g := &group{dir: dir}
	var locked bool
	if g.folder, locked = lock(dir); !locked {
		g.remove()
		return nil
	}
	return g
}

// lock opens and locks the folder of a group, and says whether no other process holds the lock. The
// lock ends with the process.
func lock(dir string) (folder *os.File, free bool) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, false
	}
	return folder, syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// places are the groups in which a group may be made: that of this process, and its parent.
func places() []string {
	own, top := ownGroup()
	switch own {
	case "":
		return nil
	case top:
		return []string{own}
	}
	return []string{own, filepath.Dir(own)}
}

// ownGroup is the folder of this process's group, and that of all groups; empty without cgroup v2.
func ownGroup() (own, top string) {
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(mounts)) {
		before, after, _ := strings.Cut(line, " - ")
		if fields := strings.Fields(before); strings.HasPrefix(after, "cgroup2 ") && len(fields) > 4 {
			top = fields[4]
		}
	}
	text, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		if path, is := strings.CutPrefix(line, "0::"); is && top != "" {
			return filepath.Join(top, strings.TrimSpace(path)), top
		}
	}
	return "", ""
}

// sweep ends and removes groups whose process was killed before it could do so. For a group of
// another container the process number says nothing here, but its lock does.
func sweep(place string) {
	left, _ := filepath.Glob(filepath.Join(place, groupPrefix+"*-*"))
	for _, dir := range left {
		maker, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), groupPrefix), "-")
		if _, err := os.Stat("/proc/" + maker); err == nil {
			continue
		}
		g := &group{dir: dir}
		var free bool
		if g.folder, free = lock(dir); free {
			g.end()
			g.remove()
		} else {
			g.close()
		}
	}
}

// set writes a file of the group.
func (g *group) set(file, text string) error {
	return os.WriteFile(filepath.Join(g.dir, file), []byte(text), 0o600)
}

// number reads a number from a file of the group; it is 0 where there is no
// such file.
func (g *group) number(file string) int64 {
	text, _ := os.ReadFile(filepath.Join(g.dir, file))
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n
}

// enter has a program start in the group.
func (g *group) enter(a *syscall.SysProcAttr) {
	if g == nil {
		return
	}
	a.UseCgroupFD, a.CgroupFD = true, int(g.folder.Fd())
}

// close gives up the lock.
func (g *group) close() {
	if g.folder != nil {
		g.folder.Close()
	}
}

// limited says whether the system enforces the group's memory limit.
func (g *group) limited() bool { return g != nil && g.limits }

// peak is the peak memory of the group, including the pages of files that it has read; 0 where that
// is not known.
func (g *group) peak() int64 {
	if g == nil {
		return 0
	}
	return g.number("memory.peak")
}

// overMemory says whether the system has ended it for its memory.
func (g *group) overMemory() bool {
	if !g.limited() {
		return false
	}
	text, _ := os.ReadFile(filepath.Join(g.dir, "memory.events"))
	for line := range strings.Lines(string(text)) {
		if n, is := strings.CutPrefix(line, "oom_kill "); is {
			return strings.TrimSpace(n) != "0"
		}
	}
	return false
}

// end ends all that is left in the group, and returns its processes.
func (g *group) end() (left []int) {
	if g == nil {
		return nil
	}
	left = numbersIn(filepath.Join(g.dir, "cgroup.procs"))
	if len(left) > 0 {
		g.set("cgroup.kill", "1")
	}
	return left
}

// remove removes the group, which is empty soon after it has been ended: within seconds on a
// busy machine.
func (g *group) remove() {
	if g == nil {
		return
	}
	defer g.close()
	for range 1000 {
		if err := os.Remove(g.dir); !errors.Is(err, syscall.EBUSY) {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}
