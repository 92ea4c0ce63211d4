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
	"time"

	"gpcbench/harness/machine"
	"gpcbench/harness/record"
	"gpcbench/harness/work"
)

// processes is the executor that runs each cell in a worker process of its own
// on this host, so that its time and memory are its own, and a crash costs this
// cell alone. A timed cell runs while no other cell does, of any run on this
// host.
type processes struct {
	command  []string // of a worker
	host     hostLock
	noWait   bool // timed cells run beside others where these are at work
	progress io.Writer
	waiting  sync.Once // says that timed cells are waited for
}

func newProcesses(opt Options) (*processes, error) {
	p := &processes{command: opt.Command, host: newHostLock(cmp.Or(opt.LockDir, os.TempDir())), noWait: opt.NoWait, progress: opt.Progress}
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
		return record.Record{}, fmt.Errorf("the lock that keeps timed cells alone on the host: %w; TMPDIR may name another folder, the same one for all runs", err)
	}
	defer release()
	return p.run(ctx, q)
}

// alone waits until a cell may run: a timed one alone on the host. Where it is not to wait and others
// are at work, a timed cell is marked as one that ran beside them.
func (p *processes) alone(ctx context.Context, q *work.Request) (release func(), err error) {
	timed := q.Timing == record.TimedAlone
	say := func(format string) {
		p.waiting.Do(func() {
			who := p.host.heldBy(time.Now())
			if who != "" {
				who = " (" + who + ")"
			}
			fmt.Fprintf(p.progress, format, who)
		})
	}
	if !p.noWait {
		return p.host.take(ctx, timed, func() {
			say("waiting for another run on this host%s: timed cells run alone; --no-wait runs beside it and marks the times\n")
		})
	}
	release, free, err := p.host.try(timed)
	if !free && err == nil && timed {
		q.Timing = record.TimedBeside
		say("another run is at work on this host%s: times are marked as taken beside it\n")
	}
	return release, err
}

// run runs a cell in a process.
func (p *processes) run(ctx context.Context, q work.Request) (record.Record, error) {
	text, err := json.Marshal(q)
	if err != nil {
		return record.Record{}, err
	}
	cmd := exec.CommandContext(ctx, p.command[0], p.command[1:]...)
	cmd.Args[0] = filepath.Base(os.Args[0])                                                                                     // what lists of processes show
	cmd.Env = append(slices.Concat(machine.MemoryLimit(machine.Memory()), os.Environ()), "GOMAXPROCS="+strconv.Itoa(q.Threads)) // what the user has set counts
	cmd.SysProcAttr = attributes()
	answer := work.Answers{Tell: q.Tell}
	complaint := tail{size: 1 << 15}
	cmd.Stdout, cmd.Stderr = &answer, &complaint
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return record.Record{}, err
	}
	defer stdin.Close()            // only when all is over: its end would end the worker
	runtime.LockOSThread()         // see attributes
	defer runtime.UnlockOSThread() // after Wait
	if err := cmd.Start(); err != nil {
		return record.Record{}, fmt.Errorf("a worker process cannot be started: %w", err)
	}
	peak := machine.WatchMemory(cmd.Process.Pid)
	_, sent := stdin.Write(append(text, '\n'))
	err = cmd.Wait()
	anon := peak()
	if ctx.Err() != nil {
		return record.Record{}, ctx.Err()
	}
	if err == nil && sent == nil {
		var r record.Record
		if err = json.Unmarshal(answer.Rest.Bytes(), &r); err == nil && r.ID == q.Cell.ID {
			r.Timing.PeakAnon = max(r.Timing.PeakAnon, anon)
			return r, nil
		}
		err = errors.New("its answer cannot be read")
	}
	return q.Failed("the worker process ended: " + ended(errors.Join(err, sent), complaint.String())), nil
}

// ended says how a worker came to its end: how the system puts it and what
// the worker said last, of a crash of Go or by a signal its first line.
func ended(err error, stderr string) string {
	message := err.Error()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		message = exit.Error()
		if message == "signal: killed" {
			message += " (out of memory, or by hand)"
		}
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
