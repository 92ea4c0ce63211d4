package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
	"gpcbench/machine"
	"gpcbench/methods/command/child"
	"gpcbench/methods/role"
)

// processes is the executor that runs each cell in its own worker process on this
// host, so that its time and memory are measured alone, and a crash costs only
// this cell. While a timed cell runs, no other cell of any run on this host does.
type processes struct {
	command  []string // of a worker
	host     hostLock
	wait     time.Duration // how long a cell waits for cells of other runs
	progress io.Writer
	waits    sync.Once   // says that a cell waits
	marks    sync.Once   // says that times are marked
	held     atomic.Bool // a cell has waited in vain: the next ones do not wait, until the lock is free
}

func newProcesses(opt Options) (*processes, error) {
	p := &processes{command: opt.Command, host: newHostLock(cmp.Or(opt.LockDir, os.TempDir())), wait: opt.Wait, progress: opt.Progress}
	if p.command == nil {
		path, err := self()
		if err != nil {
			return nil, fmt.Errorf("worker processes: %w", err)
		}
		p.command = []string{path, work.Verb}
	}
	return p, nil
}

func (p *processes) execute(ctx context.Context, q work.Request) (record.Record, error) {
	release, err := p.alone(ctx, &q)
	if err != nil {
		return record.Record{}, err
	}
	defer release()
	began := time.Now()
	r, err := p.run(ctx, q)
	if err == nil && r.Provenance[record.TimingKey] == record.TimedAlone && p.host.disturbed(began) {
		r.Provenance[record.TimingKey] = record.TimedBeside
		p.say(&p.marks, "another run did not wait for a cell of this one%s: times are marked as measured alongside it\n", "")
	}
	return r, err
}

// alone waits until a cell may run: a timed one must be alone on the host. If others hold the lock for
// too long, or the lock does not work, the cell runs all the same, and a timed cell is marked. The
// error is ctx's.
func (p *processes) alone(ctx context.Context, q *work.Request) (release func(), err error) {
	timed, most := q.Timing == record.TimedAlone, p.wait
	if p.held.Load() {
		most = 0
	}
	release, err = p.host.take(ctx, timed, most, func() {
		p.say(&p.waits, "waiting for another run on this host%s: timed cells run alone; "+
			"after %v, or at once with --no-wait, cells run alongside it and their times are marked\n", p.host.heldBy(time.Now()), p.wait)
	})
	if ctx.Err() != nil {
		if err == nil {
			release()
		}
		return nil, ctx.Err()
	}
	p.held.Store(errors.Is(err, errHeld))
	if err == nil {
		return release, nil
	}
	if timed {
		q.Timing = record.TimedBeside
		if errors.Is(err, errHeld) {
			p.say(&p.marks, "another run is using this host%s: times are marked as measured alongside it\n", p.host.heldBy(time.Now()))
		} else {
			p.say(&p.marks, "timed cells cannot be run alone on this host%s: times are marked; set TMPDIR to another folder, the same one for all runs\n", err.Error())
		}
	}
	return p.host.runBeside(), nil
}

// say prints a message once, with why in brackets unless it is empty.
func (p *processes) say(once *sync.Once, format, why string, more ...any) {
	if why != "" {
		why = " (" + why + ")"
	}
	once.Do(func() { fmt.Fprintf(p.progress, format, append([]any{why}, more...)...) })
}

// run runs a cell in a process.
func (p *processes) run(ctx context.Context, q work.Request) (record.Record, error) {
	text, err := json.Marshal(q)
	if err != nil {
		return record.Record{}, err
	}
	w, err := p.newWorker(ctx, q)
	if err != nil {
		return record.Record{}, err
	}
	defer w.end()
	defer w.stdin.Close()          // only at the end: closing it earlier would end the worker
	runtime.LockOSThread()         // see attributes
	defer runtime.UnlockOSThread() // after Wait
	if err := w.Start(); err != nil {
		return record.Record{}, fmt.Errorf("a worker process cannot be started: %w", err)
	}
	trouble := w.fit(append(text, '\n'))
	if ctx.Err() != nil {
		return record.Record{}, ctx.Err()
	}
	return w.record(q, trouble), nil
}

// worker is the process of a cell.
type worker struct {
	*exec.Cmd
	outside   bool   // the method is an external program
	end       func() // cleans up after it
	stdin     io.WriteCloser
	answer    work.Answers
	complaint tail
	peak      int64 // peak of its anonymous memory
}

// newWorker prepares the process of a cell.
func (p *processes) newWorker(ctx context.Context, q work.Request) (w *worker, err error) {
	w = &worker{Cmd: exec.CommandContext(ctx, p.command[0], p.command[1:]...), outside: role.Of[q.Cell.Method] == role.Outside, end: func() {}, complaint: tail{size: 1 << 15}}
	w.Args[0] = filepath.Base(os.Args[0])                                                                                     // shown in lists of processes
	w.Env = append(slices.Concat(machine.MemoryLimit(machine.Memory()), os.Environ()), "GOMAXPROCS="+strconv.Itoa(q.Threads)) // the user's own settings take precedence
	w.SysProcAttr = attributes(w.outside)
	w.answer = work.Answers{Tell: q.Tell, Notice: func(text string) { fmt.Fprintf(p.progress, "notice: %s: %s\n", q.Title, text) }}
	w.Stdout, w.Stderr = &w.answer, &w.complaint
	if w.outside {
		if w.end, err = ofProgram(w.Cmd); err != nil {
			return nil, err
		}
	}
	if w.stdin, err = w.StdinPipe(); err != nil {
		w.end()
		return nil, err
	}
	if w.outside {
		w.Cancel, w.WaitDelay = w.stdin.Close, child.Longest
	}
	return w, nil
}

// fit sends its cell to a started worker and waits for the worker to end. The error says why it did not end well.
func (w *worker) fit(request []byte) error {
	peak := machine.WatchMemory(w.Process.Pid)
	_, sent := w.stdin.Write(request)
	err := w.Wait()
	w.peak = peak()
	return errors.Join(err, sent)
}

// record returns the record in the worker's answer, or a record of the failure.
func (w *worker) record(q work.Request, trouble error) record.Record {
	if trouble == nil {
		var r record.Record
		if err := json.Unmarshal(w.answer.Rest.Bytes(), &r); err == nil && r.ID == q.Cell.ID {
			if !w.outside { // else the worker has measured the program
				r.Timing.PeakAnon = max(r.Timing.PeakAnon, w.peak)
			}
			return r
		}
		trouble = errors.New("the worker's answer is not a record of this cell; was runexp replaced while it ran?")
	}
	return q.Failed("the worker process ended: " + ended(trouble, w.complaint.String()))
}

// ofProgram prepares the worker of an external program. end stops what is left of the program if the worker was
// killed, and removes its temporary folder.
func ofProgram(worker *exec.Cmd) (end func(), err error) {
	temporary, err := data.TemporaryFolder("gpcbench-")
	if err != nil {
		return nil, err
	}
	release := child.Hold()
	worker.Env = append(worker.Env, "TMPDIR="+temporary)
	return func() {
		if worker.ProcessState != nil && !worker.ProcessState.Success() {
			child.Sweep(temporary)
		}
		os.RemoveAll(temporary)
		release()
	}, nil
}

// ended says how a worker ended: the system's message, and the last lines of the
// worker's stderr, or the first line of a Go crash or a signal.
func ended(err error, stderr string) string {
	message := err.Error()
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		message = exit.Error()
	}
	if child.Killed(err) {
		message += " (out of memory, or by hand)"
	}
	var last []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "SIG") {
			return message + ": " + line
		}
		if line != "" {
			last = append(last, line)
		}
	}
	if n := len(last); n > 0 {
		message += ": " + strings.Join(last[max(0, n-5):], " | ")
	}
	return message
}

// tail is a writer that keeps the first and the last bytes written to it.
type tail struct {
	size int
	head []byte
	last []byte
}

func (t *tail) Write(p []byte) (int, error) {
	n := len(p)
	if room := t.size - len(t.head); room > 0 {
		k := min(room, n)
		t.head = append(t.head, p[:k]...)
		p = p[k:]
	}
	t.last = append(t.last, p...)
	if extra := len(t.last) - t.size; extra > 0 {
		t.last = append(t.last[:0], t.last[extra:]...)
	}
	return n, nil
}

func (t *tail) String() string { return string(t.head) + string(t.last) }
