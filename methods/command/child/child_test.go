//go:build linux

package child

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// started is a shell that runs a script.
func started(t testing.TB, script string, o Options) *Process {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	o.Command, o.Folder, o.Env = []string{sh, "-c", script}, t.TempDir(), os.Environ()
	if o.Log == nil {
		o.Log = &bytes.Buffer{}
	}
	p, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The CPU time of a child that its parent has waited for counts, and that of one that is still there.
func TestCPU(t *testing.T) {
	const busy = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; "
	used := func(script string) time.Duration {
		p := started(t, script, Options{})
		defer p.Kill(0)
		for { // until all loops have come to their end
			if _, err := os.Stat(filepath.Join(p.cmd.Dir, "done")); err == nil {
				break
			}
			time.Sleep(sampleEvery)
		}
		time.Sleep(4 * sampleEvery)
		return p.CPU()
	}
	const alone = busy + "touch done; exec sleep 1000"
	one := min(used(alone), used(alone), used(alone)) // others on the machine make it longer
	two := used("sh -c '" + busy + "'; (" + busy + "touch done; exec sleep 1000) & exec sleep 1000")
	if two < one*3/2 || two > 4*one {
		t.Errorf("a loop took %v, two of them %v", one, two)
	}
}

func BenchmarkCPU(b *testing.B) {
	p := started(b, "exec sleep 1000", Options{})
	defer p.Kill(0)
	for b.Loop() {
		p.CPU()
	}
}

func BenchmarkLook(b *testing.B) {
	p := started(b, "exec sleep 1000", Options{})
	defer p.Kill(0)
	for b.Loop() {
		p.family.look()
		p.family.memory()
	}
}

func BenchmarkStart(b *testing.B) {
	for _, offline := range []bool{true, false} {
		b.Run(map[bool]string{true: "offline", false: "online"}[offline], func(b *testing.B) {
			for b.Loop() {
				started(b, "exit 0", Options{Offline: offline}).Kill(time.Second)
			}
		})
	}
}

// Where there are control groups, a process that has left the family in every way ends with the program, and no group
// is left.
func TestGroupEndsWhatGotAway(t *testing.T) {
	p := started(t, "env -i setsid sh -c 'sleep 1000 & sleep 0.01' & sleep 0.3", Options{})
	if p.group == nil {
		p.Kill(0)
		t.Skip("there is no control group to be had here")
	}
	dir := p.group.dir
	<-p.Exited()
	if end := p.Kill(time.Second); end.Behind < 1 || end.Err != nil { // a shell of its own is there too if the machine is busy
		t.Errorf("%+v", end)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Errorf("%s is left", dir)
	}
}

// Whoever is seen more than once at the end, as on a busy machine, is one process.
func TestBehind(t *testing.T) {
	const root, was, is, other = 10, 11, 12, 13
	f := &family{root: root, members: map[int]*member{root: {ended: true}, was: {gone: true}, is: {ended: true}}}
	for range 2 {
		if n := f.behind([]int{root, is, other}); n != 2 {
			t.Errorf("%d processes were left behind, not 2", n)
		}
	}
	p := started(t, "sleep 1000 & echo >done; exec sleep 1000", Options{})
	for _, err := os.Stat(filepath.Join(p.cmd.Dir, "done")); err != nil; _, err = os.Stat(filepath.Join(p.cmd.Dir, "done")) {
		time.Sleep(sampleEvery)
	}
	p.mu.Lock()
	p.family.look()
	p.family.end(func() bool { return true }) // as if it had ended by itself
	p.mu.Unlock()
	if end := p.Kill(0); end.Behind != 1 {
		t.Errorf("%d processes were left behind, not 1", end.Behind)
	}
}

// Where a control group limits memory, its system ends a program that takes more, and says so.
func TestGroupLimitsMemory(t *testing.T) {
	p := started(t, "x=$(head -c 300000000 /dev/zero | tr '\\0' a); sleep 1000", Options{Memory: 64 << 20})
	defer p.Kill(0)
	if !p.Limited() {
		t.Skip("no control group here has a limit of memory")
	}
	select {
	case <-p.Exited():
	case <-time.After(time.Minute):
	}
	if !p.OverMemory() || p.PeakResident() < 32<<20 {
		t.Errorf("over its memory %v, peak %d", p.OverMemory(), p.PeakResident())
	}
}

// What the system says of a group's memory is read, and a group without it is none that is limited.
func TestGroupMemory(t *testing.T) {
	g := &group{dir: t.TempDir(), limits: true}
	for file, text := range map[string]string{"memory.peak": "1234\n", "memory.events": "low 0\nmax 7\noom 1\noom_kill 1\n"} {
		if err := g.set(file, text); err != nil {
			t.Fatal(err)
		}
	}
	if g.peak() != 1234 || !g.overMemory() {
		t.Errorf("peak %d, over its memory %v", g.peak(), g.overMemory())
	}
	var none *group
	if none.limited() || none.overMemory() || none.peak() != 0 || none.end() != nil {
		t.Error("no group says something")
	}
}

// What a program has started ends though whoever started it was killed: with its control group, and by its folder.
func TestSweep(t *testing.T) {
	p := started(t, "setsid sleep 1000 & echo $! >pid; exec sleep 1000", Options{})
	defer p.Kill(0)
	left := func() bool { return len(havingMark([]byte(markVariable+"="+p.cmd.Dir))) > 0 }
	for _, err := os.Stat(filepath.Join(p.cmd.Dir, "pid")); err != nil; _, err = os.Stat(filepath.Join(p.cmd.Dir, "pid")) {
		time.Sleep(sampleEvery)
	}
	Sweep(t.TempDir())
	if !left() {
		t.Error("another program was ended")
	}
	Sweep(filepath.Dir(p.cmd.Dir))
	if left() {
		t.Error("something is left")
	}
}

// A control group whose process has ended is ended and removed, one that somebody has is not.
func TestSweepOfGroups(t *testing.T) {
	p := started(t, "sleep 1000 & exec sleep 1000", Options{})
	defer p.Kill(0)
	if p.group == nil {
		t.Skip("there is no control group to be had here")
	}
	const nobody = "4194305" // more than there are numbers of processes
	orphan := filepath.Join(filepath.Dir(p.group.dir), groupPrefix+nobody+"-1")
	g := makeGroup(orphan)
	if g == nil {
		t.Fatal("no second group")
	}
	defer g.remove()
	if err := g.set("cgroup.procs", strconv.Itoa(p.cmd.Process.Pid)); err != nil {
		t.Fatal(err)
	}
	Sweep(t.TempDir())
	if p.hasExited() {
		t.Fatal("a group that is locked was ended")
	}
	g.close()
	Sweep(t.TempDir())
	<-p.Exited()
	if _, err := os.Stat(orphan); err == nil {
		t.Errorf("%s is left", orphan)
	}
}
