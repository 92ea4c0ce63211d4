// Package child runs a program for a method in another language. It has a folder of its own, an
// environment that is a list, and a log that its output is drained into. Its CPU time and memory
// are measured with those of its descendants, and all of them are ended with it.
//
// This is no sandbox: the program may do what the user may.
package child

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Options say what to start and how.
type Options struct {
	Command    []string
	Folder     string   // working directory
	Env        []string // all of the environment
	Files      []*os.File
	Log        io.Writer // standard output and error
	Processors int       // that it may run on; 0: all
	Offline    bool      // without a network, where the system can do that
	Memory     int64     // bytes of it and its descendants; 0: no limit
}

// markVariable is in the environment of a program and its descendants. It identifies those that
// have lost their parent.
const markVariable = "GPCBENCH_FOLDER"

// sampleEvery is the time between two measurements of the processes.
const sampleEvery = 50 * time.Millisecond

// Process is a program that runs, or has run.
type Process struct {
	cmd     *exec.Cmd
	log     *os.File
	drained chan struct{}
	exited  chan struct{}
	err     error // of Wait, after exited
	offline bool
	limit   int64
	release func() // see Hold

	group    *group // nil: none
	mu       sync.Mutex
	family   *family
	peak     int64 // anonymous memory
	resident int64
	over     bool // the limit of memory
	ended    bool // Kill was called
	stop     chan struct{}
	looked   chan struct{}
}

// Start starts a program. The error says that it cannot be started.
//
// The calling goroutine must stay locked to its thread until the program has ended: the system
// ends the program with the thread that started it.
func Start(o Options) (*Process, error) {
	adopt()
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Close()
	p := &Process{log: r, limit: o.Memory, drained: make(chan struct{}), exited: make(chan struct{}), stop: make(chan struct{}), looked: make(chan struct{})}
	mark := markVariable + "=" + o.Folder
	restore := pin(o.Processors)
	own := newGroup(o.Memory)
	for _, try := range []struct {
		group   *group
		offline bool
	}{{own, true}, {own, false}, {nil, true}, {nil, false}} { // what the system does not allow is left out
		if try.offline && !(o.Offline && canOffline) {
			continue
		}
		p.cmd = exec.Command(o.Command[0], o.Command[1:]...)
		p.cmd.Dir, p.cmd.Env, p.cmd.ExtraFiles = o.Folder, append(slices.Clone(o.Env), mark), o.Files
		p.cmd.Stdout, p.cmd.Stderr = w, w
		p.cmd.SysProcAttr = attributes(try.offline)
		p.offline, p.group = try.offline, try.group
		p.group.enter(p.cmd.SysProcAttr)
		if err = p.cmd.Start(); err == nil {
			break
		}
	}
	restore()
	if p.group == nil {
		own.remove()
	}
	if err != nil {
		r.Close()
		if cause := errors.Unwrap(err); cause != nil {
			return nil, cause // without the path, which may be temporary
		}
		return nil, err
	}
	p.family, p.release = newFamily(p.cmd.Process.Pid, mark), Hold()
	go func() {
		io.Copy(o.Log, r)
		close(p.drained)
	}()
	go func() {
		p.err = p.cmd.Wait()
		close(p.exited)
	}()
	go p.watch()
	return p, nil
}

// Groups says what control groups on this machine do for programs.
func Groups() string {
	const little = 1 << 30 // bytes; nothing runs in the group
	g := newGroup(little)
	defer g.remove()
	switch {
	case g.limited():
		return "a control group limits their memory and ends all that they started"
	case g != nil:
		return "a control group ends all that they started; their memory is looked at from time to time"
	}
	return "no control group can be made: their memory is looked at from time to time"
}

// watch measures the processes from time to time.
func (p *Process) watch() {
	defer close(p.looked)
	tick := time.NewTicker(sampleEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-tick.C:
		}
		p.mu.Lock()
		p.family.look()
		used := p.family.memory()
		p.peak = max(p.peak, used)
		if p.limit > 0 && used > p.limit && !p.over {
			p.over = true
			p.family.signal(kill)
		}
		p.mu.Unlock()
	}
}

// Exited is closed when the program itself has ended.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Offline says whether it has no network.
func (p *Process) Offline() bool { return p.offline }

// CPU returns the CPU time of the program and all its descendants so far. A descendant started
// since the last measurement counts once its parent has waited for it.
func (p *Process) CPU() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.family.cpu()
}

// Peak returns the largest anonymous memory that was measured, in
// bytes.
func (p *Process) Peak() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.family.look()
	p.peak = max(p.peak, p.family.memory())
	return p.peak
}

// PeakResident returns the peak memory of all processes together, including the pages of files that
// they have read, in bytes; 0 where the system does not count that.
func (p *Process) PeakResident() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.resident = max(p.resident, p.group.peak())
	return p.resident
}

// Limited says whether the system itself enforces the memory limit. Otherwise the memory is
// measured from time to time, and the program is ended when it has more.
func (p *Process) Limited() bool { return p.group.limited() }

// OverMemory says whether it was ended because of its memory.
func (p *Process) OverMemory() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = p.over || p.group.overMemory()
	return p.over
}

// Terminate asks the program to end.
func (p *Process) Terminate() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.family.look()
		p.family.signal(terminate)
	}
}

// End is what became of a program.
type End struct {
	Err    error // nil: it ended by itself with code 0
	Behind int   // descendants that were still there and were ended
}

// Killed says whether an error of a process means that it was killed, by somebody or by the system
// for its memory.
func Killed(err error) bool {
	exit, is := errors.AsType[*exec.ExitError](err)
	if !is {
		return false
	}
	status, is := exit.Sys().(syscall.WaitStatus)
	return is && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// Kill waits for the given time for the program to end by itself, then ends it with all its
// descendants, and waits until its log is complete.
func (p *Process) Kill(patience time.Duration) End {
	select {
	case <-p.exited:
	case <-time.After(patience):
	}
	p.mu.Lock()
	first := !p.ended
	p.ended = true
	behind := 0
	if first {
		p.family.look()
		p.family.end(p.hasExited)
	}
	p.mu.Unlock()
	<-p.exited
	if first {
		close(p.stop)
		<-p.looked
		p.mu.Lock()
		p.family.end(p.hasExited)
		behind = p.family.behind(p.group.end())
		p.over = p.over || p.group.overMemory()
		p.resident = p.group.peak()
		p.mu.Unlock()
		p.group.remove()
		p.release()
	}
	select {
	case <-p.drained:
	case <-time.After(time.Second): // somebody who is not ours holds the pipe
	}
	p.log.Close()
	<-p.drained
	return End{Err: p.err, Behind: behind}
}

// hasExited says whether the program itself has ended.
func (p *Process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}
