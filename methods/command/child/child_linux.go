package child

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"gpcbench/machine"
)

const (
	kill      = syscall.SIGKILL
	terminate = syscall.SIGTERM
)

// attributes puts the program into a process group of its own and ends it with the thread that started it.
// Without a network it has a network namespace, and, for a user who may not make one, a user namespace too.
func attributes(offline bool) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if !offline {
		return a
	}
	a.Cloneflags = syscall.CLONE_NEWNET
	if os.Geteuid() != 0 {
		a.Cloneflags |= syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	return a
}

// canOffline says whether a program may be started without a network.
const canOffline = true

// adopt makes this process the parent of descendants whose own parent ends, so that none escapes.
var adopt = sync.OnceFunc(func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// pin restricts this thread, and what it starts, to n of its processors until restore is called:
// the last ones, because the first has most of the system's own work. 0 is all.
func pin(n int) (restore func()) {
	var before, set unix.CPUSet
	if n == 0 || unix.SchedGetaffinity(0, &before) != nil || before.Count() <= n {
		return func() {}
	}
	for c := len(before)*64 - 1; c >= 0 && set.Count() < n; c-- {
		if before.IsSet(c) {
			set.Set(c)
		}
	}
	if unix.SchedSetaffinity(0, &set) != nil {
		return func() {}
	}
	return func() { unix.SchedSetaffinity(0, &before) }
}

// member is a process of the family.
type member struct {
	start string        // when it was started, in ticks: process numbers are reused
	cpu   time.Duration // that was seen last
	gone  bool
	ended bool // it was still running when the program had to end
}

// family is a program with those of its descendants that were seen.
type family struct {
	root    int
	mark    []byte // a variable of the environment that the program hands down
	members map[int]*member
	most    time.Duration // CPU time that was seen
}

func newFamily(root int, mark string) *family {
	return &family{root: root, mark: []byte(mark), members: map[int]*member{root: {start: statOf(root).start}}}
}

// marked says whether a process has the family's variable.
func (f *family) marked(pid int) bool {
	environment, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	return err == nil && bytes.Contains(environment, f.mark)
}

// childrenOf returns the children of a process.
func childrenOf(pid int) []int {
	tasks, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	var out []int
	for _, t := range tasks {
		out = append(out, numbersIn("/proc/"+strconv.Itoa(pid)+"/task/"+t.Name()+"/children")...)
	}
	return out
}

// numbersIn returns the numbers in a file, none if the file is gone.
func numbersIn(file string) (out []int) {
	text, _ := os.ReadFile(file)
	for word := range strings.FieldsSeq(string(text)) {
		if n, err := strconv.Atoi(word); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// stat is what /proc says of a process.
type stat struct {
	parent int
	zombie bool
	start  string
	self   time.Duration // CPU time, in ticks of 10 ms
	waited time.Duration // of the children that it has waited for
}

const tick = 10 * time.Millisecond // USER_HZ is 100 on every platform of Go

func statOf(pid int) (s stat) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return s
	}
	_, rest, _ := strings.Cut(string(text), ") ") // a name may hold blanks
	if i := strings.LastIndex(string(text), ") "); i >= 0 {
		rest = string(text)[i+2:]
	}
	of := strings.Fields(rest)
	if len(of) < 20 {
		return s
	}
	n := func(i int) time.Duration {
		v, _ := strconv.ParseInt(of[i], 10, 64)
		return time.Duration(v)
	}
	return stat{parent: int(n(1)), zombie: of[0] == "Z", start: of[19], self: (n(11) + n(12)) * tick, waited: (n(13) + n(14)) * tick}
}

// orphans are the children of this process: a process whose parent has ended becomes a child of
// the first thread.
func (f *family) orphans() []int {
	self := strconv.Itoa(os.Getpid())
	return numbersIn("/proc/" + self + "/task/" + self + "/children")
}

// look finds the members that there are now.
func (f *family) look() {
	seen := map[int]bool{}
	var add func(pid int)
	add = func(pid int) {
		if seen[pid] {
			return
		}
		seen[pid] = true
		if f.members[pid] == nil {
			f.members[pid] = &member{start: statOf(pid).start}
		}
		for _, c := range childrenOf(pid) {
			add(c)
		}
	}
	if m := f.members[f.root]; !m.gone {
		add(f.root)
	}
	for _, c := range f.orphans() {
		if m := f.members[c]; c != f.root && (m != nil && !m.gone || f.marked(c)) {
			add(c)
		}
	}
	for pid, m := range f.members {
		if seen[pid] && !m.gone {
			continue
		}
		m.gone = true
	}
}

// cpu is the time of all members. The time of a member that has ended is
// included in its parent's.
func (f *family) cpu() time.Duration {
	total := time.Duration(0)
	for pid, m := range f.members {
		if m.gone {
			continue
		}
		s := statOf(pid)
		if s.start != m.start {
			m.gone = true
			continue
		}
		m.cpu = max(m.cpu, exactCPU(pid, s.self)+s.waited)
	}
	for pid, m := range f.members {
		if !m.gone || pid == f.root {
			total += m.cpu
		}
	}
	f.most = max(f.most, total)
	return f.most
}

// exactCPU is the time on the clock of a process, or what is known of it in ticks.
func exactCPU(pid int, ticks time.Duration) time.Duration {
	var t unix.Timespec
	const processClock = 2 // CPUCLOCK_SCHED
	if unix.ClockGettime(int32(^pid<<3|processClock), &t) != nil {
		return ticks
	}
	return time.Duration(t.Nano())
}

// memory is the anonymous memory of all members.
func (f *family) memory() (bytes int64) {
	for pid, m := range f.members {
		if !m.gone {
			bytes += machine.Anonymous(pid)
		}
	}
	return bytes
}

// signal sends a signal to all members.
func (f *family) signal(s syscall.Signal) {
	for pid, m := range f.members {
		if !m.gone && statOf(pid).start == m.start {
			syscall.Kill(pid, s)
		}
	}
}

// end ends all members and reaps those whose parent this process has become.
func (f *family) end(exited func() bool) {
	f.note()
	syscall.Kill(-f.root, kill)
	for range 100 { // members may start others meanwhile
		f.look()
		f.note()
		left := 0
		for pid, m := range f.members {
			if m.gone || pid == f.root {
				continue
			}
			s := statOf(pid)
			if s.start != m.start {
				m.gone = true
				continue
			}
			syscall.Kill(pid, kill)
			if s.parent == os.Getpid() {
				var status syscall.WaitStatus
				syscall.Wait4(pid, &status, syscall.WNOHANG, nil)
			}
			left++
		}
		if !exited() {
			syscall.Kill(f.root, kill)
			left++
		}
		if left == 0 {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// note marks the members as still running.
func (f *family) note() {
	for pid, m := range f.members {
		if s := statOf(pid); !m.gone && s.start == m.start && !s.zombie {
			m.ended = true
		}
	}
}

// behind is how many members other than the program itself were ended, including those among other
// that were not members. On a busy machine an ended process remains for a while, also in the
// control group.
func (f *family) behind(others []int) (n int) {
	for pid, m := range f.members {
		if pid != f.root && m.ended {
			n++
		}
	}
	for _, pid := range others {
		if f.members[pid] == nil {
			n++
		}
	}
	return n
}
