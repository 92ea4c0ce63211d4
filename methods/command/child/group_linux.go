package child

import (
	"bytes"
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

// group is a control group (cgroup v2) of a program and of all that it starts, however far that goes. A nil group is
// none: there is no such file system, or this user may not make one.
type group struct {
	dir    string
	folder *os.File // open until the program is in it
	limits bool     // whether it has a limit of memory
}

// groupPrefix begins the names of groups; the number of the process that made one follows.
const groupPrefix = "gpcbench-"

var groups atomic.Int64 // that were made so far

// newGroup makes a group below that of this process or beside it. Where the memory of neither can be limited, it is
// there to end the program with all that it has started.
func newGroup(limit int64) *group {
	own, top := ownGroup()
	if own == "" {
		return nil
	}
	places := []string{own}
	if own != top {
		places = append(places, filepath.Dir(own))
	}
	var first *group
	for _, place := range places {
		sweep(place)
		dir := filepath.Join(place, fmt.Sprintf("%s%d-%d", groupPrefix, os.Getpid(), groups.Add(1)))
		if os.Mkdir(dir, 0o755) != nil {
			continue
		}
		g := &group{dir: dir}
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

// sweep removes groups whose process was killed before it could.
func sweep(place string) {
	left, _ := filepath.Glob(filepath.Join(place, groupPrefix+"*-*"))
	for _, dir := range left {
		maker, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), groupPrefix), "-")
		if _, err := os.Stat("/proc/" + maker); err != nil {
			os.Remove(dir) // fails while somebody is in it
		}
	}
}

// set writes a file of the group.
func (g *group) set(file, text string) error {
	return os.WriteFile(filepath.Join(g.dir, file), []byte(text), 0o600)
}

// number reads a file of the group that holds one, 0 where it is not there.
func (g *group) number(file string) int64 {
	text, _ := os.ReadFile(filepath.Join(g.dir, file))
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n
}

// enter has a program start in the group.
func (g *group) enter(a *syscall.SysProcAttr) error {
	if g == nil {
		return nil
	}
	var err error
	if g.folder, err = os.Open(g.dir); err != nil {
		return err
	}
	a.UseCgroupFD, a.CgroupFD = true, int(g.folder.Fd())
	return nil
}

// entered closes what enter has opened.
func (g *group) entered() {
	if g != nil && g.folder != nil {
		g.folder.Close()
		g.folder = nil
	}
}

// limited says whether the system holds the group to its memory.
func (g *group) limited() bool { return g != nil && g.limits }

// peak is the most memory of the group, with the pages of files that it has read; 0 where that is not known.
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

// end ends all that is left in the group, and returns how many processes that were.
func (g *group) end() int {
	if g == nil {
		return 0
	}
	text, _ := os.ReadFile(filepath.Join(g.dir, "cgroup.procs"))
	left := bytes.Count(text, []byte{'\n'})
	if left > 0 {
		g.set("cgroup.kill", "1")
	}
	return left
}

// remove removes the group, which is empty soon after its end.
func (g *group) remove() {
	if g == nil {
		return
	}
	g.entered()
	for range 100 {
		if err := os.Remove(g.dir); !errors.Is(err, syscall.EBUSY) {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}
